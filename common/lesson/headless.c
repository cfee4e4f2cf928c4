// Runs without a window: so many frames, with a line of progress.
#include "lesson/app.h"

#include "gl/context.h"

#include <stdio.h>
#include <unistd.h>

// A line that is rewritten in place, at most ten times a second, and only where a person sees it.
static void show_progress(int done, int all, double start_s)
{
    static double last_s;
    double now_s = wb_clock_seconds();
    if (!isatty(STDERR_FILENO) || now_s - start_s < 0.5 || now_s - last_s < 0.1) return;
    last_s = now_s;
    double left_s = (now_s - start_s) * (all - done) / done;
    fprintf(stderr, "\rframe %d of %d, %d %%, %.0f s left \033[K", done, all, 100 * done / all,
            left_s);
}

static void clear_progress(void)
{
    if (isatty(STDERR_FILENO)) fprintf(stderr, "\r\033[K");
}

int wb_run_headless(wb_app *app)
{
    int frames = app->options.frames > 0 ? app->options.frames : app->lesson->frames;
    int status = wb_app_start(app);
    if (status != WB_EXIT_GOOD) return status;
    printf("%s, variant %s\n%s\n", app->lesson->id, app->lesson->variants[app->variant].name,
           wb_context_name());

    wb_pass_timing(true);
    double start_s = wb_clock_seconds();
    for (int i = 0; i < frames; i++) {
        wb_app_step(app);
        if (app->options.barriers) wb_app_draw(app); // the test wants all readers, as in a window
        show_progress(i + 1, frames, start_s);
    }
    glFinish();
    double seconds = wb_clock_seconds() - start_s;
    clear_progress();
    printf("%d frames in %.3f s: %.1f frames/s\n", frames, seconds, frames / seconds);
    wb_results_print_times(app);
    return wb_results_write(app, seconds);
}
