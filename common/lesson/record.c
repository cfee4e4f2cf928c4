// --record: the pictures of a run, numbered without gaps, as programs that make videos want them.
// An animation's pictures lie in a directory beside it while they are made.
#include "lesson/results.h"

#include "base/file.h"
#include "base/progress.h"
#include "gl/errors.h"
#include "os/host.h"
#include "os/path.h"
#include "os/process.h"
#include "os/scratch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char scratch[WB_PATH_SIZE]; // the directory of an animation's pictures; "": there is none

// False, with a message, if the name is too long.
static bool name_picture(const wb_app *app, char path[WB_PATH_SIZE])
{
    const char *directory = scratch[0] != '\0' ? scratch : app->options.record;
    if (snprintf(path, WB_PATH_SIZE, "%s/frame_%05d.png", directory, app->recorded) < WB_PATH_SIZE)
        return true;
    wb_error("--record %.60s...: the directory's name is too long", directory);
    return false;
}

// Runs img2webp in `directory`, with the words of a file there, or an option. Returns its exit
// status.
static int run_img2webp(const char *directory, const char *words, FILE *says)
{
    const char *const all[] = {"img2webp", words, NULL};
    return wb_process_run(&(wb_process_desc){
        .program = all[0], .words = all, .directory = directory, .out = says, .errors = says});
}

static int animation_begin(const char *path)
{
    FILE *said = wb_process_file();
    int status = run_img2webp(NULL, "-version", said);
    if (said != NULL) fclose(said);
    if (status != 0) {
        wb_error("--record %s: there is no img2webp, which makes animations\n"
                 "what to do: %s; or name a directory, for single pictures",
                 path, wb_host_webp_advice);
        return WB_EXIT_LACKING;
    }
    bool fits = snprintf(scratch, sizeof scratch, "%s", path) < WB_PATH_SIZE;
    if (fits && wb_scratch_make(scratch, sizeof scratch)) return WB_EXIT_GOOD;
    bool is_long = !fits || errno == ENAMETOOLONG;
    wb_error("--record %s: no directory for its pictures can be made beside it: %s", path,
             is_long ? "the name is too long" : strerror(errno));
    return WB_EXIT_FAILED;
}

// What img2webp shall do. A picture is shown for as long as its frames last in a window.
static bool write_words(const wb_app *app, const char *path)
{
    int every = app->options.every > 0 ? app->options.every : 1;
    wb_output output;
    if (!wb_file_create(&output, path)) return false;
    fprintf(output.stream, "-loop 0 -lossy -q 75 -d %d\n", (every * 1000 + 30) / 60);
    for (int i = 0; i < app->recorded; i++) fprintf(output.stream, "frame_%05d.png\n", i);
    fprintf(output.stream, "-o animation.webp\n");
    return wb_file_commit(&output);
}

// Its last words say why it failed.
static bool refuse_animation(const char *path, FILE *says)
{
    char said[4000] = "";
    if (says != NULL) {
        rewind(says);
        said[fread(said, 1, sizeof said - 1, says)] = '\0';
    }
    wb_error("--record %s: img2webp makes no animation of this: %s", path, said);
    return false;
}

static bool copy_file(const char *from, const char *to)
{
    size_t size = 0;
    wb_output output;
    char *bytes = wb_file_read(from, &size);
    bool good = bytes != NULL && wb_file_create(&output, to);
    if (good) {
        fwrite(bytes, 1, size, output.stream);
        good = wb_file_commit(&output);
    }
    free(bytes);
    return good;
}

static bool animation_end(const wb_app *app)
{
    char words[WB_PATH_SIZE + 20], animation[WB_PATH_SIZE + 20];
    const char *path = app->options.record;
    snprintf(words, sizeof words, "%s/words", scratch);
    snprintf(animation, sizeof animation, "%s/animation.webp", scratch);
    wb_progress_stage("%s: an animation of %d pictures", path, app->recorded);
    bool good = write_words(app, words);
    FILE *says = wb_process_file();
    if (good && run_img2webp(scratch, "words", says) != 0) good = refuse_animation(path, says);
    if (says != NULL) fclose(says);
    good = good && copy_file(animation, path);
    wb_progress_clear();
    wb_scratch_remove();
    return good;
}

bool wb_record_is_animation(const wb_options *options)
{
    return options->record != NULL && wb_file_has_extension(options->record, ".webp");
}

int wb_record_begin(wb_app *app)
{
    const wb_options *options = &app->options;
    char path[WB_PATH_SIZE];
    int frames = wb_app_frames(app);
    app->recorded = 0;
    if (options->record == NULL) return WB_EXIT_GOOD;
    if (frames < (options->every > 0 ? options->every : 1)) {
        wb_error("--record: of %d frames with --every %d there is no picture\n"
                 "what to do: --frames with a larger number",
                 frames, options->every > 0 ? options->every : 1);
        return WB_EXIT_USAGE;
    }
    if (wb_record_is_animation(options)) return animation_begin(options->record);
    if (!name_picture(app, path)) return WB_EXIT_USAGE;
    if (!wb_path_make_directory(options->record)) {
        wb_error("--record %s: the directory cannot be made: %s", options->record, strerror(errno));
        return WB_EXIT_USAGE;
    }
    return wb_file_can_create(path) ? WB_EXIT_GOOD
                                    : WB_EXIT_USAGE; // better known now than after the first frame
}

int wb_record_begin_clip(wb_app *app, const char *path)
{
    app->recorded = 0;
    int status = animation_begin(path);
    if (status == WB_EXIT_GOOD) app->options.record = path;
    return status;
}

int wb_record_frame(wb_app *app)
{
    const wb_options *options = &app->options;
    int every = options->every > 0 ? options->every : 1;
    if (options->record == NULL || app->frame % every != 0) return WB_EXIT_GOOD;
    char path[WB_PATH_SIZE];
    wb_image image = {0};
    if (!name_picture(app, path)) return WB_EXIT_FAILED;
    wb_errors_begin();
    wb_app_draw(app);
    bool good = wb_errors_end("the picture cannot be drawn") &&
                wb_target_read(&app->target, &image) && wb_image_write(&image, path);
    wb_image_free(&image);
    app->recorded++;
    return good ? WB_EXIT_GOOD : WB_EXIT_FAILED;
}

bool wb_record_end(wb_app *app)
{
    char path[WB_PATH_SIZE];
    if (app->options.record == NULL) return true;
    if (scratch[0] != '\0') {
        bool good = app->recorded > 0 && animation_end(app);
        if (app->recorded == 0) wb_scratch_remove(); // nothing ran
        scratch[0] = '\0';
        app->options.record = NULL; // of a window, which may begin another
        return good;
    }
    int recorded = app->recorded;
    while (name_picture(app, path) && remove(path) == 0) app->recorded++;
    if (app->recorded > recorded)
        wb_note("--record: removed %d pictures of an earlier, longer recording",
                app->recorded - recorded);
    app->recorded = recorded;
    return true;
}
