// --check: every version must equal the CPU oracle, and every broken variant must not. The barrier
// checker watches all of it, and what it finds counts as a failure too; so does what the kernel
// machine finds, with --kernels and in an exercise.
#include "lesson/mode_check.h"

#include "base/file.h"
#include "gl/context.h"
#include "gl/log.h"
#include "lesson/barriers.h"
#include "lesson/crash.h"
#include "lesson/kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Against the oracle ---- */

// Compares one buffer with what the oracle has put into `expected`.
static wb_result compare(const wb_buffer *buffer, const void *expected)
{
    void *got = malloc((size_t)buffer->size_bytes + 1);
    if (got == NULL) {
        wb_error("--check: no memory for a copy of buffer %s", buffer->name);
        return WB_NOT_RUN;
    }
    wb_result result = WB_NOT_RUN;
    if (wb_buffer_read(buffer, got)) {
        wb_array array = wb_buffer_array(buffer, got);
        result = wb_result_of(buffer->pixels ? wb_check_pixels(buffer->name, &array, expected)
                                             : wb_check_equal(buffer->name, &array, expected));
    }
    free(got);
    return result;
}

// `compared` becomes true if the oracle has an answer for the buffer.
static wb_result verify_buffer(const wb_part *part, const wb_buffer *buffer, bool *compared)
{
    void *expected = malloc((size_t)buffer->size_bytes + 1);
    if (expected == NULL) {
        wb_error("--check: no memory for what buffer %s should hold", buffer->name);
        return WB_NOT_RUN;
    }
    wb_result result = WB_RIGHT;
    switch (part->expect(buffer->name, wb_frame(), expected)) {
    case WB_ANSWERED:
        *compared = true;
        result = compare(buffer, expected);
        break;
    case WB_NO_ANSWER: break;
    case WB_ANSWER_FAILED: result = WB_NOT_RUN; break;
    }
    free(expected);
    return result;
}

wb_result wb_verify_state(void)
{
    const wb_part *part = wb_current_part();
    wb_result result = WB_RIGHT;
    bool compared = false;
    for (int i = 0; result != WB_NOT_RUN && wb_buffer_at(i) != NULL; i++)
        if (wb_buffer_at(i)->state)
            result = wb_result_and(result, verify_buffer(part, wb_buffer_at(i), &compared));
    if (compared || result == WB_NOT_RUN) return result;
    wb_error("the oracle has no answer: nothing was compared");
    return WB_NOT_RUN;
}

static wb_result verify(const wb_part *part)
{
    if (part->verify != NULL) return part->verify();
    wb_reading_begins();
    wb_result result = wb_verify_state();
    wb_reading_ends();
    return result;
}

/* ---- One variant, all its cases ---- */

// How much memory each case of the variant took: what one can do with it takes as long.
static int64_t case_bytes[WB_MOST_CASES], last_bytes;

static int64_t count_bytes(void)
{
    int64_t sum = 0;
    for (int i = 0; wb_buffer_at(i) != NULL; i++) sum += wb_buffer_at(i)->size_bytes;
    return sum;
}

static wb_result run_frames(wb_app *app, int frames)
{
    int status = wb_app_start(app);
    app->wrong_usage = app->wrong_usage || status == WB_EXIT_USAGE;
    if (status != WB_EXIT_GOOD) return app->variant->refused ? WB_WRONG : WB_NOT_RUN;
    if (!wb_start_state_keep(app)) return WB_NOT_RUN;
    last_bytes = count_bytes();
    bool in_machine = app->options.kernels || app->options.counters; // which takes its time
    for (int i = 0; i < frames && !app->seen_enough; i++) {
        wb_crash_expect_progress(!in_machine);
        wb_app_step(app);
    }
    glFinish();
    wb_crash_expect_progress(false);
    wb_app_report_refused(app);
    if (app->seen_enough || app->has_refused_call) return WB_WRONG;
    wb_result result = verify(app->part);
    if (result == WB_NOT_RUN) return result;
    wb_reading_begins();
    result = wb_result_and(result, wb_result_of(wb_buffers_intact()));
    wb_reading_ends();
    return result;
}

// Runs one case of the current variant. `what` says which, for the message that a failure needs.
static wb_result run_case(wb_app *app, const char *what)
{
    int faults = wb_kernels_findings()->faults, denials = wb_log_denials();
    wb_kernels_next_case();
    if (!wb_app_checker_begin(app)) return WB_NOT_RUN;
    int frames = app->part->check_frames > 0 ? app->part->check_frames : 1;
    if (app->options.frames > 0) frames = app->options.frames;
    wb_buffers_guard(!wb_kernels_listens()); // the machine sees the end by itself
    wb_result result = run_frames(app, frames);
    wb_buffers_guard(false);
    app->part->quit();
    wb_start_state_forget(app);
    bool faulty = app->variant->kind != WB_BROKEN && wb_kernels_findings()->faults > faults;
    faulty = faulty || wb_log_denials() > denials; // an assertion, in whatever variant
    if (wb_app_checker_end(app) > 0 || faulty) result = wb_result_and(result, WB_WRONG);
    if (result == WB_WRONG && !app->wrong_usage)
        wb_note("this was variant %s with %s, after %d frame%s", app->variant->name, what, frames,
                frames == 1 ? "" : "s");
    if (result == WB_NOT_RUN && !app->wrong_usage)
        wb_note("this was variant %s with %s", app->variant->name, what);
    return result;
}

// Whether the command line says what to check on, in place of the lesson's cases.
static bool has_own_case(const wb_app *app)
{
    return app->options.has_sets || app->options.load_count > 0;
}

wb_result wb_check_variant(wb_app *app, const wb_variant *variant, int *cases)
{
    wb_app_choose(app, variant);
    if (has_own_case(app)) {
        *cases = 1;
        return run_case(app, "the parameters given");
    }
    const char *const *all = wb_cases_of(app->lesson, variant);
    for (*cases = 0; *cases < WB_MOST_CASES && all[*cases] != NULL; ++*cases) {
        const char *text = all[*cases];
        wb_params_restore(app->lesson, &app->defaults);
        if (!wb_params_set(app->lesson, text)) return WB_NOT_RUN;
        wb_result result = run_case(app, text);
        if (result != WB_RIGHT) return result;
        case_bytes[*cases] = last_bytes;
    }
    if (*cases > 0) return WB_RIGHT;
    wb_error("there is no case for variant %s", variant->name);
    return WB_NOT_RUN;
}

/* ---- What the result means ---- */

static bool check_version(wb_app *app, const wb_variant *variant)
{
    int cases;
    wb_result result = wb_check_variant(app, variant, &cases);
    if (app->wrong_usage) return false; // not the variant's fault
    switch (result) {
    case WB_RIGHT:
        printf("good     %-16s equals the CPU's result in %d case%s\n", variant->name, cases,
               cases == 1 ? "" : "s");
        break;
    case WB_WRONG: printf("FAILED   %s\n", variant->name); break;
    case WB_NOT_RUN: printf("FAILED   %-16s could not run\n", variant->name); break;
    }
    return result == WB_RIGHT;
}

// Keeps the first line of the first message.
static void keep_first(wb_severity severity, const char *text, void *user)
{
    (void)severity;
    char *first = user;
    if (*first == '\0') snprintf(first, 200, "%.*s", (int)strcspn(text, "\n"), text);
}

// Whether the kernel machine has found in a broken variant what it has to find there. Its findings
// are taken back.
static bool is_named(const wb_app *app, const wb_variant *variant, int known)
{
    const wb_finding *found =
        variant->finding != NULL ? wb_kernels_find(variant->finding, known) : NULL;
    if (found != NULL)
        printf("         %-16s in the kernel machine: %.*s\n", "", (int)strcspn(found->text, "\n"),
               found->text);
    bool good = !app->options.kernels || variant->finding == NULL || found != NULL;
    if (!good)
        printf("FAILED   %-16s the kernel machine has not found: %s\n", variant->name,
               variant->finding);
    wb_kernels_take_back(known);
    return good;
}

// A broken variant has to be wrong; what is wrong is then only a remark. One that could not run has
// shown nothing.
static bool check_broken(wb_app *app, const wb_variant *variant)
{
    int cases, known = wb_kernels_findings()->count;
    char first[200] = "";
    wb_message_redirect(keep_first, first);
    wb_kernels_quiet(true);
    wb_result result = wb_check_variant(app, variant, &cases);
    wb_kernels_quiet(false);
    wb_message_redirect(NULL, NULL);
    switch (result) {
    case WB_RIGHT: printf("FAILED   %-16s is broken, but its check passes\n", variant->name); break;
    case WB_WRONG: printf("broken   %-16s fails, as it should: %s\n", variant->name, first); break;
    case WB_NOT_RUN: printf("FAILED   %-16s could not run: %s\n", variant->name, first); break;
    }
    return is_named(app, variant, known) && result == WB_WRONG;
}

// `file`, which lies below a directory of shaders, or beside one.
static bool print_file(const char *directory, const char *file)
{
    char name[300], path[1500];
    snprintf(name, sizeof name, "%s%s", directory, file);
    wb_program_find(name, path, sizeof path);
    char *text = wb_file_read(path, NULL);
    if (text != NULL) printf("---- %s ----\n%s", file, text);
    free(text);
    return text != NULL;
}

static bool print_solution(const wb_exercise *exercise)
{
    bool good = print_file("", exercise->solution);
    if (exercise->host_solution != NULL) good = print_file("../", exercise->host_solution) && good;
    return good;
}

static void print_solved(const wb_variant *variant, int cases)
{
    printf("solved   %-16s equals the CPU's result in %d case%s\n", variant->name, cases,
           cases == 1 ? "" : "s");
}

// The files that a learner edits: "shaders/01_dispatch/exercise_negative.comp and ...".
static const char *files_to_edit(const wb_variant *variant, char *text, size_t size)
{
    const char *host = variant->exercise->host;
    snprintf(text, size, "shaders/%s%s%s", variant->kernel, host != NULL ? " and " : "",
             host != NULL ? host : "");
    return text;
}

/* ---- An exercise in the kernel machine ---- */

static int compare_cases(const void *a, const void *b)
{
    int64_t x = case_bytes[*(const int *)a], y = case_bytes[*(const int *)b];
    return (x > y) - (x < y);
}

// From the smallest case to the largest, as long as there is time and no fault.
static void run_cases_in_machine(wb_app *app)
{
    int order[WB_MOST_CASES], count = 0;
    const char *const *all = wb_cases_of(app->lesson, app->variant);
    while (count < WB_MOST_CASES && all[count] != NULL) order[count] = count, count++;
    qsort(order, (size_t)count, sizeof *order, compare_cases);
    if (has_own_case(app)) {
        run_case(app, "the parameters given");
        return;
    }
    for (int i = 0; i < count && wb_kernels_complete(); i++) {
        wb_params_restore(app->lesson, &app->defaults);
        if (!wb_params_set(app->lesson, all[order[i]]) || run_case(app, all[order[i]]) != WB_RIGHT)
            return;
    }
}

static bool is_in_file(const wb_finding *f, const char *file)
{
    return (f->at.file != NULL && strcmp(f->at.file, file) == 0) ||
           (f->earlier.file != NULL && strcmp(f->earlier.file, file) == 0);
}

// The first ones, of which those in the learner's own file come first: one mistake makes many.
static void print_faults(const wb_variant *variant)
{
    enum { MOST = 2 };
    const wb_findings *findings = wb_kernels_findings();
    int printed = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < findings->count && printed < MOST; i++) {
            const wb_finding *f = &findings->at[i];
            if (f->severity != WB_ERROR || is_in_file(f, variant->kernel) != (pass == 0)) continue;
            wb_finding_print(f);
            printed++;
        }
    if (findings->faults > printed)
        wb_note("and %d more; all of them: --check --variant %s --kernels",
                findings->faults - printed, variant->name);
}

// Runs the cases in the machine, whose findings are those of this run then. False if there is none.
static bool look_inside(wb_app *app, const wb_variant *variant)
{
    enum { MOST_S = 4 };      // one waits for it
    enum { MOST_FRAMES = 2 }; // what the first leaves, the second reads; more only repeat it
    int frames = app->options.frames;
    const char *lacking;
    if (!wb_kernels_possible(&lacking)) {
        wb_note("%s, so the kernel was not looked into for races", lacking);
        return false;
    }
    wb_app_choose(app, variant);
    wb_kernels_take_back(0); // what was found before the last save
    const wb_exercise *e = variant->exercise;
    wb_kernels_begin(&(wb_kernels_wish){
        .quiet = true, .weighs = e->most_sectors > 0.0 || e->most_ways > 0.0, .most_s = MOST_S});
    if (frames < 0 || frames > MOST_FRAMES) app->options.frames = MOST_FRAMES;
    run_cases_in_machine(app);
    app->options.frames = frames;
    wb_kernels_end();
    return true;
}

// What a right kernel does that the task did not mean, with both numbers; NULL if it does not.
static const char *missed_point(const wb_variant *variant, char *text, size_t size)
{
    const wb_exercise *e = variant->exercise;
    wb_machine_cost cost = wb_kernels_cost(variant->kernel);
    if (cost.invocations == 0 || cost.lane_places == 0) return NULL;
    double all = (double)cost.invocations, loads = (double)cost.loads / all;
    double atomics = (double)cost.atomics / all;
    double sectors =
        cost.buffer_requests > 0 ? (double)cost.sectors / (double)cost.buffer_requests : 0;
    double ways =
        cost.shared_requests > 0 ? (double)cost.bank_ways / (double)cost.shared_requests : 0;
    double active = (double)cost.lane_executions / (double)cost.lane_places;
    if (e->most_loads > 0.0 && loads > e->most_loads)
        snprintf(text, size, "an invocation loads %.3g times from buffers; %.3g would do", loads,
                 e->most_loads);
    else if (e->most_atomics > 0.0 && atomics > e->most_atomics)
        snprintf(text, size, "an invocation has %.3g atomics on buffers; %.3g would do", atomics,
                 e->most_atomics);
    else if (e->most_sectors > 0.0 && sectors > e->most_sectors)
        snprintf(text, size,
                 "32 invocations touch %.1f sectors of 32 bytes at a time; %.3g would do", sectors,
                 e->most_sectors);
    else if (e->most_ways > 0.0 && ways > e->most_ways)
        snprintf(text, size, "32 invocations want %.1f words of one bank at a time; %.3g would do",
                 ways, e->most_ways);
    else if (active < e->least_active)
        snprintf(text, size, "at a time, %.1f %% of a group's invocations work on average",
                 100.0 * active);
    else
        return NULL;
    return text;
}

bool wb_check_in_machine(wb_app *app, const wb_variant *variant)
{
    char missed[200];
    bool has_looked = app->options.kernels || app->options.counters; // all the time; faults count
    if (!has_looked && !look_inside(app, variant)) return true;
    if (!has_looked && wb_kernels_findings()->faults > 0) {
        printf("NOT YET  %-16s right on this driver, but there is a fault in the kernel that "
               "another driver, or another run, will not forgive\n",
               variant->name);
        fflush(stdout);
        print_faults(variant);
        return false;
    }
    if (missed_point(variant, missed, sizeof missed) == NULL) return true;
    printf("NOT YET  %-16s the result is right, but %s\n         %s\n", variant->name,
           variant->exercise->but, missed);
    return false;
}

// What a person types to check the exercise, before further options: "./wb check 3", with the
// variant's name unless it is the lesson's first exercise. A lesson from elsewhere has no number.
static const char *check_command(const wb_app *app, const wb_variant *variant, char *text,
                                 size_t size)
{
    int number = atoi(app->lesson->id);
    bool first = variant == wb_find_exercise(app->lesson);
    char door[32] = "--check";
    if (number > 0) snprintf(door, sizeof door, "./wb check %d", number);
    snprintf(text, size, "%s%s%s", door, first ? "" : " --variant ", first ? "" : variant->name);
    return text;
}

static int count_hints(const wb_exercise *exercise)
{
    int count = 0;
    while (count < WB_MOST_HINTS && exercise->hints[count] != NULL) count++;
    return count;
}

// The task, the hints that were asked for, and how to get one more.
static void print_help(const wb_app *app, const wb_variant *variant)
{
    const wb_exercise *exercise = variant->exercise;
    char command[120];
    int hints = count_hints(exercise), shown = 0;
    printf("task:    %s\n", exercise->task);
    for (; shown < hints && shown < app->options.hints; shown++)
        printf("hint %d:  %s\n", shown + 1, exercise->hints[shown]);
    check_command(app, variant, command, sizeof command);
    if (shown < hints) {
        printf("         %s hint: %s", shown > 0 ? "one more" : "a", command);
        for (int i = 0; i <= shown; i++) printf(" --hint");
        printf("; our");
    } else {
        printf("         our");
    }
    printf(" solution: %s --give-up\n", command);
}

static bool check_exercise(wb_app *app, const wb_variant *variant)
{
    int cases;
    char command[120], files[200];
    const wb_exercise *exercise = variant->exercise;
    if (app->options.give_up) return print_solution(exercise);
    wb_result result = wb_check_variant(app, variant, &cases);
    if (app->wrong_usage) return false;
    if (result != WB_RIGHT) {
        printf("NOT YET  %-16s %s\n", variant->name, files_to_edit(variant, files, sizeof files));
    } else if (wb_check_in_machine(app, variant)) {
        print_solved(variant, cases);
        if (app->options.solution) return print_solution(exercise);
        printf("         compare with ours: %s --solution\n",
               check_command(app, variant, command, sizeof command));
        return true;
    }
    print_help(app, variant);
    return false;
}

// Whether an exercise is solved, in a line; it is no fault of the lesson if not.
static void tell_exercise(wb_app *app, const wb_variant *variant)
{
    int cases, known = wb_kernels_findings()->count;
    char first[200] = "", command[120], missed[200], files[200];
    wb_message_redirect(keep_first, first);
    wb_kernels_quiet(true);
    bool good = wb_check_variant(app, variant, &cases) == WB_RIGHT;
    if (good && !app->options.kernels && !app->options.counters && look_inside(app, variant))
        good = wb_kernels_findings()->faults == 0;
    good = good && missed_point(variant, missed, sizeof missed) == NULL;
    wb_kernels_quiet(false);
    wb_message_redirect(NULL, NULL);
    wb_kernels_take_back(known);
    if (good)
        print_solved(variant, cases);
    else
        printf("open     %-16s %s\n         %-16s %s, then %s --variant %s\n", variant->name,
               variant->exercise->task, "", files_to_edit(variant, files, sizeof files),
               check_command(app, wb_find_exercise(app->lesson), command, sizeof command),
               variant->name);
}

// One variant of all that there are, exercises excepted. Returns whether it is as it should be.
static bool check_in_turn(wb_app *app, const wb_variant *variant)
{
    if (variant->kind != WB_BROKEN) return check_version(app, variant);
    if (has_own_case(app)) return true; // a pitfall need not show on just any data
    return check_broken(app, variant);
}

// What is the learner's comes last: a driver may not survive it.
static bool check_all(wb_app *app)
{
    bool all_good = true;
    const wb_variant *v;
    for (v = app->lesson->variants; v->name != NULL && !app->wrong_usage; v++) {
        if (v->kind == WB_EXERCISE) continue;
        all_good = check_in_turn(app, v) && all_good;
        fflush(stdout);
    }
    if (has_own_case(app)) return all_good;
    for (v = app->lesson->variants; v->name != NULL && !app->wrong_usage; v++) {
        if (v->kind == WB_EXERCISE) tell_exercise(app, v);
        fflush(stdout);
    }
    return all_good;
}

int wb_run_check(wb_app *app)
{
    const wb_options *options = &app->options;
    const wb_variant *exercise = wb_find_exercise(app->lesson), *only = options->variant;
    bool about_exercise = options->hints > 0 || options->solution || options->give_up;
    if (about_exercise && only == NULL) only = exercise;
    if (about_exercise && (only == NULL || only->kind != WB_EXERCISE)) {
        wb_error("--hint, --solution and --give-up are for the exercise");
        return WB_EXIT_USAGE;
    }
    printf("%s\n", wb_context_name());
    bool good;
    if (only == NULL)
        good = check_all(app);
    else if (only->kind == WB_EXERCISE)
        good = check_exercise(app, only);
    else
        good = check_version(app, only); // also a broken one that was asked for: one sees it fail
    if (app->wrong_usage) return WB_EXIT_USAGE;
    return good ? WB_EXIT_GOOD : WB_EXIT_FAILED;
}
