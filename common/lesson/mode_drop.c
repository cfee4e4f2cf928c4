#include "lesson/modes.h"

#include "base/progress.h"
#include "lesson/barrier_run.h"
#include "lesson/crash.h"
#include "lesson/mode_check.h"
#include "lesson/task_list.h"

#include <stdio.h>
#include <string.h>

static wb_barriers_met met;   // by the variant
static wb_barriers_met tried; // left out of this variant, or of one before
static int left_out, missed;

/* ---- One run ---- */

// Whether the checker found nothing. The frames are drawn for the barriers that pictures need.
static bool run_frames(wb_app *app)
{
    if (!wb_app_barriers_begin(app)) return false;
    int frames = app->options.frames > 0 ? app->options.frames : 1;
    bool good = wb_target_create(&app->target, app->options.width, app->options.height) &&
                wb_app_start(app) == WB_EXIT_GOOD;
    for (int i = 0; good && i < frames && !app->seen_enough; i++) {
        wb_crash_expect_progress(true);
        wb_app_step(app);
        wb_app_draw(app);
    }
    if (good && !app->seen_enough) wb_app_draw(app); // as a window that stands still does
    wb_crash_expect_progress(false);
    wb_app_stop(app);
    wb_target_delete(&app->target);
    return wb_app_barriers_end(app) == 0 && good;
}

static bool run(wb_app *app)
{
    int cases;
    if (app->options.check) return wb_check_variant(app, app->variant, &cases) == WB_RIGHT;
    return run_frames(app);
}

/* ---- Leaving out ---- */

static void look_for_report(wb_severity severity, const char *text, void *user)
{
    wb_app *app = user;
    if (severity == WB_ERROR && strstr(text, "missing barrier") != NULL) app->seen_enough = true;
}

static void leave_out(wb_app *app, const char *barrier)
{
    wb_progress("without %s", barrier);
    app->options.drop_barrier = barrier;
    wb_message_redirect(look_for_report, app);
    bool good = run(app), reported = app->seen_enough;
    wb_message_redirect(NULL, NULL);
    app->seen_enough = false;
    app->options.drop_barrier = NULL;
    left_out++;
    if (reported && !good) return;
    missed++;
    printf("not noticed %s\n", barrier);
}

// "PASS:ORDINAL:ONE|OTHER" without ONE, and without OTHER.
static void leave_out_bits(wb_app *app, const char *barrier)
{
    char text[sizeof met.texts[0]];
    const char *bits = strrchr(barrier, ':') + 1;
    int place = (int)(bits - barrier);
    if (strchr(bits, '|') == NULL) return;
    while (*bits != '\0') {
        int length = (int)strcspn(bits, "|");
        snprintf(text, sizeof text, "%.*s%.*s", place, barrier, length, bits);
        leave_out(app, text);
        bits += length + (bits[length] == '|' ? 1 : 0);
    }
}

// Whether there were barriers in the chosen variant, and all were noticed.
static bool leave_out_each(wb_app *app)
{
    met = (wb_barriers_met){0};
    left_out = missed = 0;
    app->barriers_met = &met;
    run(app); // what is reported now is in correct code; the test sees it on stderr
    app->barriers_met = NULL;
    if (met.overflow) wb_error("--drop-each-barrier: more barriers than it can list");
    int repeated = 0;
    for (int i = 0; i < met.count; i++) {
        if (!wb_barriers_remember(&tried, met.texts[i])) {
            repeated++;
            continue;
        }
        leave_out(app, met.texts[i]);
        leave_out_bits(app, met.texts[i]);
    }
    wb_progress_clear();
    printf("%-16s %d barriers and bits left out, %d not noticed", app->variant->name, left_out,
           missed);
    if (repeated > 0) printf("; %d barriers as in a variant above", repeated);
    printf("\n");
    return missed == 0 && met.count > 0 && !met.overflow && !tried.overflow;
}

int wb_run_drop_each(wb_app *app)
{
    bool all_good = true;
    const wb_variant *wanted = app->options.variant;
    for (const wb_variant *v = app->lesson->variants; v->name != NULL; v++) {
        if (wanted != NULL ? v != wanted : v->kind != WB_VERSION && v->kind != WB_TASK) continue;
        const wb_task *task = wb_variant_task(app->lesson, v);
        if (task != NULL && (task->has_host || task->is_flawed)) continue; // see wb_task
        wb_app_choose(app, v);
        all_good = leave_out_each(app) && all_good;
    }
    return all_good ? WB_EXIT_GOOD : WB_EXIT_FAILED;
}
