// --bench: the lesson's versions checked, timed in all cases, each by a process of its own, and
// reported. What the figures mean stands in bench/bench.h.
#include "lesson/modes.h"

#include "base/file.h"
#include "base/progress.h"
#include "bench/bench.h"
#include "bench/child.h"
#include "gl/clock.h"
#include "gl/context.h"
#include "lesson/mode_check.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static wb_bench bench;

/* ---- Checks ---- */

// Runs the lesson's own cases, with its own parameters, whatever the user set or loads.
static bool check_version(wb_app *app, const wb_variant *variant, int *cases)
{
    wb_options kept = app->options;
    app->options.has_sets = false;
    app->options.load_count = 0;
    app->options.frames = WB_FRAMES_NOT_GIVEN;
    wb_params_restore(app->lesson, &app->defaults);
    bool good = wb_check_variant(app, variant, cases) == WB_RIGHT;
    app->options = kept;
    return good;
}

// Of --quick: the first and the last version of the first part that is timed, or of the first that
// has a case for it.
static bool is_end_of_ladder(const wb_lesson *lesson, const wb_variant *variant)
{
    const wb_variant *first = NULL, *last = NULL;
    for (const wb_variant *v = lesson->variants; v->name != NULL; v++) {
        const wb_part *part = wb_part_of(lesson, v);
        if (v->kind != WB_VERSION || part->cost == NULL || part->bench_cases[0] == NULL) continue;
        bool is_chosen = first != NULL && wb_part_of(lesson, first)->quick_case != NULL;
        if (first == NULL || (part->quick_case != NULL && !is_chosen)) first = v;
        if (part == wb_part_of(lesson, first)) last = v;
    }
    return variant == first || variant == last;
}

static bool is_wanted(const wb_app *app, const wb_variant *variant)
{
    if (app->options.variant != NULL) return app->options.variant == variant;
    if (app->options.quick) return is_end_of_ladder(app->lesson, variant);
    return variant->kind == WB_VERSION || variant->kind == WB_PEER;
}

// Whether all versions are good.
static bool check_versions(wb_app *app)
{
    bool all_good = true;
    for (int place = 0; app->lesson->variants[place].name != NULL; place++) {
        const wb_variant *variant = &app->lesson->variants[place];
        if (!is_wanted(app, variant)) continue;
        if (bench.version_count == WB_BENCH_VERSIONS) {
            wb_error("--bench times up to %d versions; this lesson has more", WB_BENCH_VERSIONS);
            return false;
        }
        wb_bench_version *version = &bench.versions[bench.version_count++];
        *version = (wb_bench_version){
            .name = variant->name, .place = place, .on_cpu = variant->kind == WB_PEER};
        wb_progress_stage("checking %s", version->name);
        version->good = check_version(app, variant, &version->cases);
        wb_progress_clear();
        wb_bench_print_check(version);
        all_good = all_good && version->good;
    }
    return all_good;
}

static const wb_variant *variant_of(const wb_app *app, const wb_bench_version *version)
{
    return &app->lesson->variants[version->place];
}

static const wb_part *part_of(const wb_app *app, const wb_bench_version *version)
{
    return wb_part_of(app->lesson, variant_of(app, version));
}

/* ---- The process that times a version ---- */

enum { MAX_WORDS = 8 + 2 * (WB_MAX_PARAMS + WB_MAX_ASSIGNMENTS) };

static struct {
    char text[64 * MAX_WORDS + WB_MAX_ASSIGNMENTS * WB_PATH_SIZE];
    size_t used;
    char *words[MAX_WORDS + 1];
    int count;
} command;

static void add_word(const char *format, ...) WB_PRINTF_LIKE(1, 2);
static void add_word(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *word = command.text + command.used;
    int length = vsnprintf(word, sizeof command.text - command.used, format, arguments);
    va_end(arguments);
    if (length < 0 || command.used + (size_t)length >= sizeof command.text) return;
    command.used += (size_t)length + 1;
    command.words[command.count++] = word;
    command.words[command.count] = NULL;
}

static void write_command(const wb_app *app)
{
    memset(&command, 0, sizeof command);
    add_word("%s", app->lesson->id);
    add_word("--measure");
    if (app->options.quick) add_word("--quick");
    add_word("--variant=%s", app->variant->name);
    add_word("--seed=%llu", (unsigned long long)app->options.seed);
    for (const wb_param *p = app->lesson->params; p != NULL && p->name != NULL; p++) {
        add_word("--set");
        char value[WB_PARAM_TEXT];
        add_word("%s=%s", p->name, wb_param_text(p, value, sizeof value));
    }
    for (int i = 0; i < app->options.load_count; i++) {
        add_word("--load");
        add_word("%s=%s", app->options.loads[i].name, app->options.loads[i].value);
    }
}

// Times the current variant with the current parameters in a process of its own, and fills what is
// measured. Returns an exit status, with why in `message` if it is not WB_EXIT_GOOD.
static int measure(const wb_app *app, wb_bench_result *result, char *message, size_t size)
{
    size_t length;
    wb_bench_result measured;
    write_command(app);
    int status = wb_child_run(command.words, &measured, sizeof measured, &length, message, size);
    if (status == WB_EXIT_LACKING) return WB_EXIT_LACKING;
    if (status != WB_EXIT_GOOD || length != sizeof measured) return WB_EXIT_FAILED;
    measured.version = result->version;
    *result = measured;
    return WB_EXIT_GOOD;
}

/* ---- One version in one case ---- */

// Times the current variant. If a version that passed its check cannot start in this case, the
// machine is too small for it, or the case too large: it gets no figures, which is no failure.
// False, with a message, if there are none for another reason.
static bool time_version(wb_app *app, const wb_bench_version *version, wb_bench_case *one)
{
    wb_bench_result result = {.version = version};
    char message[1000] = "";
    int status = measure(app, &result, message, sizeof message);
    if (status != WB_EXIT_GOOD) {
        wb_progress_clear();
        wb_note("no figures for %s with %s: %.*s", version->name, one->parameters,
                (int)strcspn(message, "\n"), message);
        return status == WB_EXIT_LACKING;
    }
    if (result.buffer_bytes > one->buffer_bytes) one->buffer_bytes = result.buffer_bytes;
    wb_bench_derive(&bench, &result,
                    one->result_count > 0 ? &one->results[one->result_count - 1] : NULL);
    one->results[one->result_count++] = result;
    return true;
}

/* ---- How far it is ---- */

static struct {
    int begun, all; // timings
} progress;

// The case that --quick times, or the number-th of all; NULL behind the last.
static const char *case_at(const wb_app *app, const wb_part *part, int number)
{
    if (number >= (app->options.quick ? 1 : WB_MOST_CASES)) return NULL;
    if (app->options.quick && part->quick_case != NULL) return part->quick_case;
    return part->bench_cases[number];
}

static void count_timings(const wb_app *app)
{
    progress.begun = progress.all = 0;
    for (int i = 0; i < bench.version_count; i++) {
        const wb_part *part = part_of(app, &bench.versions[i]);
        int cases = 0;
        if (!bench.versions[i].good || part->cost == NULL) continue;
        while (case_at(app, part, cases) != NULL) cases++;
        progress.all += wb_check_has_own_case(app) ? 1 : cases;
    }
}

/* ---- How long it takes ---- */

static struct {
    double start_s, longest_case_s;
    bool is_over;
} minute;

// Whether a case more might not fit into a minute. That holds on a GPU, for a bench that leaves its
// results on the screen; a record and a chart are of all cases.
static bool is_minute_over(const wb_app *app)
{
    double left_s = minute.start_s + 60.0 - wb_clock_seconds();
    if (minute.is_over || wb_check_has_own_case(app) || app->options.json != NULL ||
        app->options.screenshot != NULL || wb_clock_choose() != WB_CLOCK_GPU)
        return minute.is_over;
    minute.is_over = left_s < 4.0 * minute.longest_case_s; // cases grow
    if (minute.is_over)
        wb_note("a minute is over: %d of %d timings were not begun. --json FILE times all; --set "
                "NAME=VALUE chooses one case",
                progress.all - progress.begun, progress.all);
    return minute.is_over;
}

/* ---- All versions of a part in all its cases ---- */

// The parameters are set, as `parameters` says.
static bool time_case(wb_app *app, const wb_part *part, const char *parameters)
{
    if (bench.case_count == WB_BENCH_CASES) {
        wb_error("--bench times up to %d cases; this lesson has more", WB_BENCH_CASES);
        return false;
    }
    bool all_good = true;
    wb_bench_case *one = &bench.cases[bench.case_count++];
    snprintf(one->parameters, sizeof one->parameters, "%s%s%s",
             part->name != NULL ? part->name : "", part->name != NULL ? ": " : "", parameters);
    for (int i = 0; i < bench.version_count; i++) {
        const wb_bench_version *version = &bench.versions[i];
        if (!version->good || part_of(app, version) != part) continue;
        wb_app_choose(app, variant_of(app, version));
        wb_progress_stage("timing %d of %d: %s with %s", ++progress.begun, progress.all,
                          version->name, one->parameters);
        all_good = time_version(app, version, one) && all_good;
        wb_progress_clear();
    }
    if (one->result_count > 0) wb_bench_print_case(one);
    return all_good;
}

// The user's own case, or all cases of the part.
static bool time_part(wb_app *app, const wb_part *part, const wb_param_values *given)
{
    char parameters[480];
    bool all_good = true;
    if (wb_check_has_own_case(app)) {
        wb_params_restore(app->lesson, given);
        return time_case(app, part, wb_params_text(app->lesson, parameters, sizeof parameters));
    }
    const char *text;
    for (int i = 0; (text = case_at(app, part, i)) != NULL && !is_minute_over(app); i++) {
        double begun_s = wb_clock_seconds();
        wb_params_restore(app->lesson, &app->defaults);
        all_good = wb_params_set(app->lesson, text) && time_case(app, part, text) && all_good;
        minute.longest_case_s = fmax(minute.longest_case_s, wb_clock_seconds() - begun_s);
    }
    return all_good;
}

// Each part that has versions, in the order of the lesson.
static bool time_parts(wb_app *app, const wb_param_values *given)
{
    bool all_good = true;
    for (int i = 0; i < bench.version_count; i++) {
        const wb_part *part = part_of(app, &bench.versions[i]);
        if (i > 0 && part == part_of(app, &bench.versions[i - 1])) continue;
        if (part->cost != NULL) all_good = time_part(app, part, given) && all_good;
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

// Whether there is anything that says what a frame costs.
static bool can_be_timed(const wb_lesson *lesson)
{
    for (const wb_variant *v = lesson->variants; v->name != NULL; v++)
        if (wb_part_of(lesson, v)->cost != NULL) return true;
    wb_error("--bench: %s does not say what a frame costs, so it cannot be timed", lesson->id);
    return false;
}

int wb_run_bench(wb_app *app)
{
    if (!can_be_timed(app->lesson)) return WB_EXIT_USAGE;
    bench = (wb_bench){.lesson = app->lesson->id,
                       .title = app->lesson->title,
                       .seed = app->options.seed,
                       .time = time(NULL)};
    wb_param_values given;
    wb_params_keep(app->lesson, &given);
    minute.start_s = wb_clock_seconds();
    wb_pass_timing(false);
    wb_bench_print_header(&bench);

    bool good = check_versions(app);
    wb_progress_stage("measuring the memory bandwidth");
    bool has_roof = wb_roof_measure(&bench.roof);
    wb_progress_clear();
    if (has_roof) wb_bench_print_roof(&bench);
    count_timings(app);
    good = has_roof && time_parts(app, &given) && good;
    good = write_files(&app->options) && good && has_figures();
    wb_stopwatch_quit();
    return good ? WB_EXIT_GOOD : WB_EXIT_FAILED;
}
