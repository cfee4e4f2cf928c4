#include "bench/bench.h"

#include "gl/context.h"
#include "gl/clock.h"
#include "bench/chart.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

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

static void derive_figures(wb_bench_result *result, const wb_bench_result *before)
{
    double bytes = result->cost.read_bytes + result->cost.written_bytes;
    bool copies = result->cost.written_bytes >= NOTABLE_WRITES * bytes;
    const wb_roof_kernel *roof = copies ? &bench.roof.copy : &bench.roof.read;
    result->roof = copies ? "copy" : "read";
    result->items_per_s = result->cost.items / result->timing.median_s;
    result->gb_per_s = 1e-9 * bytes / result->timing.median_s;
    result->flops_per_s = result->cost.flops / result->timing.median_s;
    result->share = result->gb_per_s / roof->gb_per_s;
    double arithmetic = result->flops_per_s / bench.roof.arithmetic.flops_per_s;
    if (arithmetic > result->share) { // the nearer roof is the one that counts
        result->roof = "arithmetic";
        result->share = arithmetic;
    }
    if (result->version->on_cpu) {
        result->roof = "CPU";
        result->share = 0.0;
    }
    result->dispatch_bound =
        !result->version->on_cpu &&
        result->dispatches * bench.roof.dispatch.median_s >= 0.5 * result->timing.median_s;
    if (before == NULL || before->items_per_s <= 0.0) return;
    result->gain = result->items_per_s / before->items_per_s;
    result->gain_over = before->version;
}

// Times the current variant. False, with a message, if there can be no figures though there should.
// A version that passed its check and cannot start in this case finds this machine too small: it
// gets no figures, which is no failure.
static bool time_version(wb_app *app, wb_bench_case *one)
{
    wb_bench_result result = {.version = &app->lesson->variants[app->variant]};
    char message[1000] = "";
    int status = wb_bench_measure(app, &result, message, sizeof message);
    if (status != WB_EXIT_GOOD) {
        clear_progress();
        wb_note("no figures for %s with %s: %.*s", result.version->name, one->parameters,
                (int)strcspn(message, "\n"), message);
        return status == WB_EXIT_LACKING;
    }
    if (result.buffer_bytes > one->buffer_bytes) one->buffer_bytes = result.buffer_bytes;
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
        if (!wb_params_case_is_for(parameters, bench.checks[i].version)) continue;
        app->variant = (int)(bench.checks[i].version - app->lesson->variants);
        show_progress("timing %s with %s", bench.checks[i].version->name, one->parameters);
        all_good = time_version(app, one) && all_good;
        clear_progress();
    }
    if (one->result_count > 0) wb_bench_print_case(one);
    return all_good;
}

// The user's own case, once for each part that has versions.
static bool time_given(wb_app *app)
{
    bool all_good = true;
    char values[480], text[512];
    const char *last = NULL;
    wb_params_text(app->lesson, values, sizeof values);
    for (int i = 0; i < bench.check_count; i++) {
        const char *part = bench.checks[i].version->part;
        if (i > 0 && (part == last || strcmp(part, last) == 0)) continue;
        last = part;
        snprintf(text, sizeof text, "%s%s%s", part != NULL ? part : "", part != NULL ? ": " : "",
                 values);
        all_good = time_case(app, text) && all_good;
    }
    return all_good;
}

// Whether a version that is to be timed belongs to the case.
static bool is_for_any(const char *parameters)
{
    for (int i = 0; i < bench.check_count; i++)
        if (wb_params_case_is_for(parameters, bench.checks[i].version)) return true;
    return false;
}

static bool time_cases(wb_app *app, const wb_param_values *given)
{
    const char *const *cases = app->lesson->bench_cases;
    if (app->options.has_sets || app->options.load_count > 0 || cases == NULL) {
        wb_params_restore(app->lesson, given);
        return time_given(app);
    }
    bool all_good = true;
    for (int i = 0; cases[i] != NULL; i++) {
        if (!is_for_any(cases[i])) continue;
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
