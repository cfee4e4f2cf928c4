// --record: the pictures of a run, numbered without gaps, as programs that make videos want them.
#include "lesson/results.h"

#include "base/file.h"
#include "gl/errors.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

// False, with a message, if the name is too long.
static bool name_picture(const wb_app *app, char path[WB_PATH_SIZE])
{
    const char *directory = app->options.record;
    if (snprintf(path, WB_PATH_SIZE, "%s/frame_%05d.png", directory, app->recorded) < WB_PATH_SIZE)
        return true;
    wb_error("--record %.60s...: the directory's name is too long", directory);
    return false;
}

bool wb_record_begin(wb_app *app)
{
    const wb_options *options = &app->options;
    char path[WB_PATH_SIZE];
    int frames = wb_app_frames(app);
    app->recorded = 0;
    if (options->record == NULL) return true;
    if (frames < (options->every > 0 ? options->every : 1)) {
        wb_error("--record: of %d frames with --every %d there is no picture\n"
                 "what to do: --frames with a larger number",
                 frames, options->every > 0 ? options->every : 1);
        return false;
    }
    if (!name_picture(app, path)) return false;
    if (mkdir(options->record, 0777) != 0 && errno != EEXIST) {
        wb_error("--record %s: the directory cannot be made: %s", options->record, strerror(errno));
        return false;
    }
    return wb_file_can_create(path); // better known now than after the first frame
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

void wb_record_end(wb_app *app)
{
    char path[WB_PATH_SIZE];
    if (app->options.record == NULL) return;
    int recorded = app->recorded;
    while (name_picture(app, path) && remove(path) == 0) app->recorded++;
    if (app->recorded > recorded)
        wb_note("--record: removed %d pictures of an earlier, longer recording",
                app->recorded - recorded);
    app->recorded = recorded;
}
