// --record: the pictures of a run, numbered without gaps, as programs that make videos want them.
#include "lesson/record.h"

#include "base/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static void name_picture(const wb_app *app, char *path, size_t size)
{
    snprintf(path, size, "%s/frame_%05d.png", app->options.record, app->recorded);
}

bool wb_record_begin(wb_app *app)
{
    const wb_options *options = &app->options;
    char path[1024];
    wb_output output;
    app->recorded = 0;
    if (options->record == NULL) return true;
    if (mkdir(options->record, 0777) != 0 && errno != EEXIST) {
        wb_error("--record %s: the directory cannot be made: %s", options->record, strerror(errno));
        return false;
    }
    name_picture(app, path, sizeof path);
    if (!wb_file_create(&output, path)) return false; // better known now than after the first frame
    wb_file_abandon(&output);
    return true;
}

int wb_record_frame(wb_app *app)
{
    const wb_options *options = &app->options;
    int every = options->every > 0 ? options->every : 1;
    if (options->record == NULL || app->frame % every != 0) return WB_EXIT_GOOD;
    char path[1024];
    wb_image image = {0};
    name_picture(app, path, sizeof path);
    wb_app_draw(app);
    bool good = wb_target_read(&app->target, &image) && wb_image_write(&image, path);
    wb_image_free(&image);
    app->recorded++;
    return good ? WB_EXIT_GOOD : WB_EXIT_FAILED;
}
