#include "lesson/modes.h"

#include "bench/bench.h"
#include "gl/clock.h"
#include "gl/errors.h"
#include "lesson/crash.h"
#include "lesson/stepping.h"

#include <stdio.h>

enum { FRAMES_BEFORE = 2 }; // not timed: a driver compiles at the first dispatch
static const double LIMIT_S = 1.5, QUICK_LIMIT_S = 0.5;

// Each dispatch stands in a pass of its own, and the timing of passes counts them.
static int count_dispatches(wb_app *app)
{
    int count = 0;
    wb_pass_times times;
    wb_pass_timing(true);
    wb_app_step(app);
    for (int i = 0; wb_pass_times_at(i, true, &times); i++) count += times.dispatches;
    wb_pass_timing(false); // its queries cannot run inside the stopwatch's
    return count;
}

static double run_frames(void *user, int frames)
{
    wb_app *app = user;
    int longest = app->lesson->frames > 10 * frames ? app->lesson->frames : 10 * frames;
    if (app->frame + frames > app->moment.frame + longest) {
        wb_app_return_to_moment(app);
        glFinish();
    }
    wb_stopwatch_start();
    for (int i = 0; i < frames; i++) wb_app_step(app);
    return wb_stopwatch_stop();
}

static double buffer_bytes(void)
{
    double bytes = 0.0;
    for (int i = 0; wb_buffer_at(i) != NULL; i++) bytes += (double)wb_buffer_at(i)->size_bytes;
    return bytes;
}

// A GPU's frames are short; what takes long there is a peer on the CPU with data for a GPU, and ten
// such frames would take longer than all the rest.
static double longest_frame(void)
{
    return wb_clock_choose() == WB_CLOCK_GPU ? 0.4 : 5.0;
}

static double time_frame(wb_app *app)
{
    double start_s = wb_clock_seconds();
    wb_crash_end_stalls();
    wb_crash_expect_progress(true);
    wb_app_step(app);
    glFinish();
    wb_crash_expect_progress(false);
    return wb_clock_seconds() - start_s;
}

// Runs a frame, to see whether there is time for many; one more if it was a little too slow,
// because some drivers compile kernels when they first run.
static bool is_quick(wb_app *app)
{
    double most_s = longest_frame(), time_s = time_frame(app);
    if (time_s > most_s && time_s < 3.0 * most_s && wb_clock_choose() == WB_CLOCK_GPU)
        time_s = time_frame(app);
    if (time_s > most_s) wb_error("one frame takes %.1f s on this machine", time_s);
    return time_s <= most_s;
}

static int measure(wb_app *app)
{
    wb_bench_result result = {.cost = app->part->cost(), .buffer_bytes = buffer_bytes()};
    if (result.cost.items <= 0.0) {
        wb_error("%s does not do what this case asks", app->variant->name);
        return WB_EXIT_LACKING;
    }
    snprintf(result.item, sizeof result.item, "%s", result.cost.item);
    if (!is_quick(app)) return WB_EXIT_LACKING;
    for (int i = 0; i < FRAMES_BEFORE; i++) wb_app_step(app);
    result.dispatches = count_dispatches(app);
    if (!wb_app_keep_moment(app)) return WB_EXIT_LACKING;
    glFinish();
    if (app->variant->kind == WB_PEER) wb_stopwatch_use(WB_CLOCK_CPU);
    wb_errors_take();
    double limit_s = app->options.quick ? QUICK_LIMIT_S : LIMIT_S;
    bool good = wb_measure(run_frames, app, limit_s, &result.timing) &&
                wb_errors_end("while it was timed"); // what is refused takes no time at all
    wb_stopwatch_quit();
    if (!good) return WB_EXIT_FAILED;
    fwrite(&result, sizeof result, 1, stdout);
    return WB_EXIT_GOOD;
}

int wb_run_measure(wb_app *app)
{
    int status = wb_app_start(app) == WB_EXIT_GOOD ? measure(app) : WB_EXIT_LACKING;
    wb_app_stop(app);
    return status;
}
