#include "lesson/bench.h"

#include "gl/context.h"
#include "gl/clock.h"
#include "lesson/chart.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { FRAMES_BEFORE = 3 }; // after each start, not timed: a driver compiles at the first dispatch
static const double LIMIT_S = 1.5;
static const double NOTABLE_WRITES = 0.1; // of all bytes

static wb_bench bench;

// A line that is rewritten in place, only where a person sees it.
static void show_progress(const char *format, ...) WB_PRINTF_LIKE(1, 2);
static void show_progress(const char *format, ...)
{
    if (!isatty(STDERR_FILENO)) return;
    va_list arguments;
    va_start(arguments, format);
    fputc('\r', stderr);
    vfprintf(stderr, format, arguments);
    fputs("\033[K", stderr);
    va_end(arguments);
}

static void clear_progress(void)
{
    show_progress("%s", "");
}

/* ---- Checks ---- */

// Runs the lesson's own cases, with its own parameters, whatever the user set or loads.
static bool check_version(wb_app *app, int variant, int *cases)
{
    wb_options kept = app->options;
    app->options.has_sets = false;
    app->options.load_count = app->options.frames = 0;
    wb_params_restore(app->lesson, &app->defaults);
    bool good = wb_check_variant(app, variant, cases);
    app->options = kept;
    return good;
}

static bool is_wanted(const wb_app *app, int variant)
{
    const wb_variant *v = &app->lesson->variants[variant];
    if (app->options.variant >= 0) return app->options.variant == variant;
    return v->broken == NULL && v->exercise == NULL;
}

// Whether all versions are good.
static bool check_versions(wb_app *app)
{
    bool all_good = true;
    for (int v = 0; app->lesson->variants[v].name != NULL; v++) {
        if (!is_wanted(app, v)) continue;
        if (bench.check_count == WB_BENCH_VERSIONS) {
            wb_error("--bench times up to %d versions; this lesson has more", WB_BENCH_VERSIONS);
            return false;
        }
        wb_bench_check *check = &bench.checks[bench.check_count++];
        check->version = &app->lesson->variants[v];
        show_progress("checking %s", check->version->name);
        check->good = check_version(app, v, &check->cases);
        clear_progress();
        wb_bench_print_check(check);
        all_good = all_good && check->good;
    }
    return all_good;
}

/* ---- One version in one case ---- */

static bool start(wb_app *app)
{
    if (wb_app_start(app) != WB_EXIT_GOOD) return false;
    for (int i = 0; i < FRAMES_BEFORE; i++) wb_app_step(app);
    glFinish();
    return true;
}

static bool run_is_over(const wb_app *app, int frames)
{
    int64_t longest = app->lesson->frames > 10 * frames ? app->lesson->frames : 10 * frames;
    return app->frame + frames > FRAMES_BEFORE + longest;
}

static double run_frames(void *user, int frames)
{
    wb_app *app = user;
    if (run_is_over(app, frames)) {
        wb_app_stop(app);
        if (!start(app)) return -1.0;
    }
    wb_stopwatch_start();
    for (int i = 0; i < frames; i++) wb_app_step(app);
    return wb_stopwatch_stop();
}

// Each stands in a pass of its own, and the timing of passes counts them.
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

static double buffer_bytes(void)
{
    double bytes = 0.0;
    for (int i = 0; wb_buffer_at(i) != NULL; i++) bytes += (double)wb_buffer_at(i)->size_bytes;
    return bytes;
}

// Keeps the first message of a start that fails.
static void keep_message(wb_severity severity, const char *text, void *user)
{
    char *message = user;
    if (severity == WB_ERROR && *message == '\0') snprintf(message, 1000, "%s", text);
}

// A version that passed its check and cannot start in this case finds this machine too small: it
// gets no figures, which is no failure.
static bool can_start(wb_app *app, const wb_bench_case *one)
{
    char message[1000] = "";
    wb_message_redirect(keep_message, message);
    bool good = start(app);
    wb_message_redirect(NULL, NULL);
    if (good) return true;
    clear_progress();
    wb_note("no figures for %s with %s: %.*s", app->lesson->variants[app->variant].name,
            one->parameters, (int)strcspn(message, "\n"), message);
    return false;
}

static void derive_figures(wb_bench_result *result, const wb_bench_result *before)
{
    double bytes = result->cost.read_bytes + result->cost.written_bytes;
    bool copies = result->cost.written_bytes >= NOTABLE_WRITES * bytes;
    const wb_roof_kernel *roof = copies ? &bench.roof.copy : &bench.roof.read;
    result->roof = copies ? "copy" : "read";
    result->items_per_s = result->cost.items / result->timing.median_s;
    result->gb_per_s = 1e-9 * bytes / result->timing.median_s;
    result->share = result->gb_per_s / roof->gb_per_s;
    result->dispatch_bound =
        result->dispatches * bench.roof.dispatch.median_s >= 0.5 * result->timing.median_s;
    if (before == NULL || before->items_per_s <= 0.0) return;
    result->gain = result->items_per_s / before->items_per_s;
    result->gain_over = before->version;
}

// Times the current variant. False, with a message, if there can be no figures though there should.
static bool time_version(wb_app *app, wb_bench_case *one)
{
    wb_bench_result result = {.version = &app->lesson->variants[app->variant]};
    while (glGetError() != GL_NO_ERROR) continue;
    if (!can_start(app, one)) {
        wb_app_stop(app);
        return true;
    }
    result.cost = app->lesson->cost();
    result.dispatches = count_dispatches(app);
    if (buffer_bytes() > one->buffer_bytes) one->buffer_bytes = buffer_bytes();
    bool good = wb_measure(run_frames, app, LIMIT_S, &result.timing);
    GLenum error = glGetError(); // a dispatch that is refused takes no time at all
    wb_app_stop(app);
    if (good && error != GL_NO_ERROR)
        wb_error("%s with %s: OpenGL error 0x%04X while it was timed, so there are no figures",
                 result.version->name, one->parameters, error);
    if (!good || error != GL_NO_ERROR) return false;
    derive_figures(&result, one->result_count > 0 ? &one->results[one->result_count - 1] : NULL);
    one->results[one->result_count++] = result;
    return true;
}

/* ---- All versions in all cases ---- */

// The parameters are set, as `parameters` says.
static bool time_case(wb_app *app, const char *parameters)
{
    bool all_good = true;
    wb_bench_case *one = &bench.cases[bench.case_count++];
    snprintf(one->parameters, sizeof one->parameters, "%s", parameters);
    for (int i = 0; i < bench.check_count; i++) {
        if (!bench.checks[i].good) continue;
        app->variant = (int)(bench.checks[i].version - app->lesson->variants);
        show_progress("timing %s with %s", bench.checks[i].version->name, one->parameters);
        all_good = time_version(app, one) && all_good;
        clear_progress();
    }
    if (one->result_count > 0) wb_bench_print_case(&bench, one);
    return all_good;
}

static bool time_cases(wb_app *app, const wb_param_values *given)
{
    const char *const *cases = app->lesson->bench_cases;
    if (app->options.has_sets || app->options.load_count > 0 || cases == NULL) {
        wb_params_restore(app->lesson, given);
        char text[512];
        return time_case(app, wb_params_text(app->lesson, text, sizeof text));
    }
    bool all_good = true;
    for (int i = 0; cases[i] != NULL; i++) {
        if (bench.case_count == WB_BENCH_CASES) {
            wb_error("--bench times up to %d cases; this lesson has more", WB_BENCH_CASES);
            return false;
        }
        wb_params_restore(app->lesson, &app->defaults);
        all_good = wb_params_set(app->lesson, cases[i]) && time_case(app, cases[i]) && all_good;
    }
    return all_good;
}

static bool has_figures(void)
{
    for (int i = 0; i < bench.case_count; i++)
        if (bench.cases[i].result_count > 0) return true;
    return false;
}

static bool write_files(const wb_options *options)
{
    bool good = options->json == NULL || wb_bench_write_json(&bench, options->json);
    if (options->screenshot != NULL && has_figures())
        good = wb_chart_write(&bench, options->screenshot) && good;
    return good;
}

int wb_run_bench(wb_app *app)
{
    if (app->lesson->cost == NULL) {
        wb_error("--bench: %s does not say what a frame costs, so it cannot be timed",
                 app->lesson->id);
        return WB_EXIT_USAGE;
    }
    bench = (wb_bench){.app = app, .time = time(NULL)};
    wb_param_values given;
    wb_params_keep(app->lesson, &given);
    wb_pass_timing(false);
    wb_bench_print_header(&bench);

    bool good = check_versions(app);
    show_progress("measuring the memory bandwidth");
    bool has_roof = wb_roof_measure(&bench.roof);
    clear_progress();
    if (has_roof) wb_bench_print_roof(&bench);
    good = has_roof && time_cases(app, &given) && good;
    good = write_files(&app->options) && good && has_figures();
    wb_stopwatch_quit();
    return good ? WB_EXIT_GOOD : WB_EXIT_FAILED;
}
