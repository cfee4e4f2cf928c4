#include "lesson/modes.h"

#include "base/progress.h"
#include "lesson/crash.h"
#include "machine/terminal.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const wb_caught *wb_debug_catch(wb_app *app)
{
    char reason[600], name[WB_LABEL_SIZE];
    const wb_options *o = &app->options;
    int frames = o->frames >= 0 ? o->frames : 0;
    for (int i = 0; i < frames; i++) {
        wb_progress("frame %d of %d", i + 1, frames);
        wb_crash_expect_progress(true);
        wb_app_step(app);
    }
    wb_progress_clear();
    wb_catch_desc desc = {.kernel = app->variant->kernel};
    if (o->pass != NULL) {
        snprintf(name, sizeof name, "%s", o->pass);
        char *colon = strrchr(name, ':');
        if (colon != NULL && isdigit((unsigned char)colon[1])) {
            *colon = '\0';
            desc.number = atoi(colon + 1);
        }
        desc.pass = name;
    }
    wb_catch_begin(&desc);
    wb_crash_expect_progress(true);
    wb_app_step(app);
    wb_crash_expect_progress(false);
    const wb_caught *caught = wb_catch_end(reason, sizeof reason);
    if (caught == NULL) wb_error("%s", reason);
    return caught;
}

int wb_run_debug(wb_app *app)
{
    int status = wb_app_start(app);
    if (status != WB_EXIT_GOOD) return status;
    const wb_caught *caught = wb_debug_catch(app);
    bool good = caught != NULL;
    if (good)
        good = wb_terminal_session(
            &(wb_terminal_desc){.kernel = caught->capture.kernel,
                                .pass = caught->pass,
                                .call = caught->call,
                                .debug = wb_caught_desc(caught, app->options.group),
                                .commands = app->options.commands});
    wb_catch_forget();
    return good ? WB_EXIT_GOOD : WB_EXIT_USAGE;
}
