#include "lesson/modes.h"

#include "base/progress.h"
#include "gl/context.h"
#include "lesson/crash.h"
#include "lesson/guard.h"
#include "lesson/results.h"
#include "lesson/stepping.h"
#include "os/time.h"
#include "step/trace.h"

#include <limits.h>
#include <stdio.h>

static void show_progress(int done, int all, double start_s)
{
    double left_s = (wb_clock_seconds() - start_s) * (all - done) / done;
    wb_progress("frame %d of %d, %d %%, %.0f s left", done, all, 100 * done / all, left_s);
}

// Says how many elements of each buffer are wrong after a step, as the inspector finds.
static void verify_step(wb_app *app)
{
    long long first;
    size_t count;
    const wb_buffer *buffer;
    glMemoryBarrier(wb_buffers_read_bits()); // for what wb_app_inspect() reads
    for (int i = 0; (buffer = wb_buffer_at(i)) != NULL; i++)
        if (wb_app_inspect(app, buffer, 0, 0, NULL, &first, &count))
            printf("inspector: %zu of %s are wrong, first %lld\n", count, buffer->name, first);
}

// Runs up to `passes` passes of a step, with a picture after each. Returns how many have run; 0 on
// failure.
static int step_passes(wb_app *app, int passes)
{
    int done = 0;
    while (done < passes) {
        if (!wb_app_dispatch(app)) return 0;
        wb_app_draw(app);
        done++;
        if (!app->stepper.is_inside) break;
    }
    return done;
}

// Prints at how many places a frame stopped, and the pass that ran up to each, with the number of
// its dispatches unless that is 1.
static void print_stops(int stops)
{
    const wb_trace_pass *pass;
    printf("stops: %d:", stops);
    for (int i = 0; (pass = wb_trace_pass_at(true, i)) != NULL; i++) {
        printf("%s %s", i > 0 ? "," : "", pass->name);
        if (pass->dispatches != 1) printf(" (%d)", pass->dispatches);
    }
    printf("\n");
}

// For tests: a frame dispatch by dispatch. Every third one goes back from its end, and from its
// middle, before it is allowed to stay.
static bool step_in_parts(wb_app *app)
{
    bool goes_back = app->frame % 3 == 0;
    int passes = step_passes(app, INT_MAX);
    if (passes == 0) return false;
    print_stops(passes);
    if (goes_back) {
        wb_app_step_back(app);
        if (passes > 1 && step_passes(app, passes / 2) == 0) return false;
        wb_app_step_back(app);
        if (step_passes(app, INT_MAX) == 0) return false;
    }
    verify_step(app);
    return true;
}

int wb_run_headless(wb_app *app)
{
    int frames = wb_app_frames(app);
    int status = wb_app_start(app);
    if (status != WB_EXIT_GOOD) return status;
    printf("%s, variant %s\n%s\n", app->lesson->id, app->variant->name, wb_context_name());

    bool in_machine = app->options.kernels || app->options.counters; // whose time is no pass's
    wb_pass_timing(!in_machine);
    if (app->options.step_all) wb_trace_begin();
    double start_s = wb_clock_seconds();
    for (int i = 0; i < frames; i++) {
        wb_crash_expect_progress(!in_machine);
        if (!app->options.step_all)
            wb_app_step(app);
        else if (!step_in_parts(app))
            return WB_EXIT_FAILED;
        if (wb_guard_has_refused()) return WB_EXIT_FAILED;
        status = wb_record_frame(app);
        if (status != WB_EXIT_GOOD) return status;
        if (app->options.list_barriers)
            wb_app_draw(app); // the test wants all readers, as in a window
        show_progress(i + 1, frames, start_s);
    }
    wb_trace_end();
    glFinish();
    wb_crash_expect_progress(false);
    double seconds = wb_clock_seconds() - start_s;
    if (!wb_record_end(app)) return WB_EXIT_FAILED;
    wb_progress_clear();
    printf("%d frames in %.3f s: %.1f frames/s\n", frames, seconds, frames / seconds);
    if (!in_machine) wb_results_print_times(app);
    wb_app_report_refused(app);
    status = wb_results_write(app, seconds);
    wb_app_report_refused(app);
    return app->has_refused_call ? WB_EXIT_FAILED : status;
}
