// --check: every version must equal the CPU oracle, and every broken variant must not. The barrier
// checker watches all of it, and what it finds counts as a failure too; so does what the kernel
// machine finds, with --kernels and in an exercise.
#include "lesson/mode_check.h"

#include "base/file.h"
#include "gl/context.h"
#include "gl/log.h"
#include "lesson/barriers.h"
#include "lesson/kernels.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Against the oracle ---- */

// Compares one buffer with what the oracle has put into `expected`.
static wb_result compare(const wb_buffer *buffer, const void *expected)
{
    void *got = malloc((size_t)buffer->size_bytes + 1);
    if (got == NULL) {
        wb_error("--check: no memory for a copy of buffer %s", buffer->name);
        return WB_NOT_RUN;
    }
    wb_buffer_read(buffer, got);
    wb_array array = wb_buffer_array(buffer, got);
    wb_result result = wb_result_of(wb_check_equal(buffer->name, &array, expected));
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
    for (int i = 0; wb_buffer_at(i) != NULL; i++)
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
    for (int i = 0; i < frames && !app->seen_enough; i++) wb_app_step(app);
    return app->seen_enough ? WB_WRONG : verify(app->part);
}

// Runs one case of the current variant. `what` says which, for the message that a failure needs.
static wb_result run_case(wb_app *app, const char *what)
{
    int faults = wb_kernels_findings()->faults, denials = wb_log_denials();
    wb_kernels_next_case();
    if (!wb_app_checker_begin(app)) return WB_NOT_RUN;
    int frames = app->part->check_frames > 0 ? app->part->check_frames : 1;
    if (app->options.frames > 0) frames = app->options.frames;
    wb_result result = run_frames(app, frames);
    app->part->quit();
    wb_start_state_forget(app);
    bool faulty = app->variant->kind != WB_BROKEN && wb_kernels_findings()->faults > faults;
    faulty = faulty || wb_log_denials() > denials; // an assertion, in whatever variant
    if (wb_app_checker_end(app) > 0 || faulty) result = wb_result_and(result, WB_WRONG);
    if (result != WB_RIGHT && !app->wrong_usage)
        wb_note("this was variant %s with %s, after %d frame%s", app->variant->name, what, frames,
                frames == 1 ? "" : "s");
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
    for (*cases = 0; *cases < WB_MOST_CASES && app->part->cases[*cases] != NULL; ++*cases) {
        const char *text = app->part->cases[*cases];
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

static bool print_solution(const wb_exercise *exercise)
{
    char path[1500];
    wb_program_find(exercise->solution, path, sizeof path);
    char *text = wb_file_read(path, NULL);
    if (text != NULL) printf("---- %s ----\n%s", exercise->solution, text);
    free(text);
    return text != NULL;
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
    while (count < WB_MOST_CASES && app->part->cases[count] != NULL) order[count] = count, count++;
    qsort(order, (size_t)count, sizeof *order, compare_cases);
    if (has_own_case(app)) {
        run_case(app, "the parameters given");
        return;
    }
    for (int i = 0; i < count && wb_kernels_complete(); i++) {
        wb_params_restore(app->lesson, &app->defaults);
        if (!wb_params_set(app->lesson, app->part->cases[order[i]]) ||
            run_case(app, app->part->cases[order[i]]) != WB_RIGHT)
            return;
    }
}

static bool is_in_file(const wb_finding *f, const char *file)
{
    return (f->at.file != NULL && strcmp(f->at.file, file) == 0) ||
           (f->earlier.file != NULL && strcmp(f->earlier.file, file) == 0);
}

// The first ones, of which those in the learner's own file come first: one mistake makes many.
static void print_faults(const char *kernel)
{
    enum { MOST = 2 };
    const wb_findings *findings = wb_kernels_findings();
    int printed = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < findings->count && printed < MOST; i++) {
            const wb_finding *f = &findings->at[i];
            if (f->severity != WB_ERROR || is_in_file(f, kernel) != (pass == 0)) continue;
            wb_finding_print(f);
            printed++;
        }
    if (findings->faults > printed)
        wb_note("and %d more; all of them: --check --variant exercise --kernels",
                findings->faults - printed);
}

bool wb_check_in_machine(wb_app *app, const wb_variant *variant)
{
    enum { MOST_S = 4 };      // one waits for it
    enum { MOST_FRAMES = 2 }; // what the first leaves, the second reads; more only repeat it
    int frames = app->options.frames;
    const char *lacking;
    if (app->options.kernels || app->options.counters)
        return true; // it has been there all the time
    if (!wb_kernels_possible(&lacking)) {
        wb_note("%s, so the kernel was not looked into for races", lacking);
        return true;
    }
    wb_app_choose(app, variant);
    wb_kernels_take_back(0); // what was found before the last save
    wb_kernels_begin(&(wb_kernels_wish){.quiet = true, .most_s = MOST_S});
    if (frames < 0 || frames > MOST_FRAMES) app->options.frames = MOST_FRAMES;
    run_cases_in_machine(app);
    app->options.frames = frames;
    wb_kernels_end();
    if (wb_kernels_findings()->faults == 0) return true;
    printf("NOT YET  %-16s right on this driver, but there is a fault in the kernel that another "
           "driver, or another run, will not forgive\n",
           variant->name);
    fflush(stdout);
    print_faults(variant->kernel);
    return false;
}

// Of a process that has an exercise under way: a driver does not survive an index far beyond a
// shared array, for one.
static void tell_crash(int signal_number)
{
    static const char text[] =
        "\nerror: the driver crashed while it ran a kernel\n"
        "what to do: --kernels looks into each kernel before the driver runs it, and says what is "
        "wrong\n";
    (void)signal_number;
    ssize_t written = write(STDERR_FILENO, text, sizeof text - 1);
    (void)written; // there is nothing else to be done; the signal comes again, and ends the program
}

static void listen_for_crashes(void)
{
    struct sigaction action = {.sa_handler = tell_crash, .sa_flags = (int)SA_RESETHAND}, now;
    // A sanitizer has a handler of its own.
    if (sigaction(SIGSEGV, NULL, &now) == 0 && now.sa_handler == SIG_DFL)
        sigaction(SIGSEGV, &action, NULL);
}

static bool check_exercise(wb_app *app, const wb_variant *variant)
{
    int cases;
    listen_for_crashes();
    const wb_exercise *exercise = variant->exercise;
    if (app->options.give_up) return print_solution(exercise);
    if (wb_check_variant(app, variant, &cases) == WB_RIGHT) {
        if (!wb_check_in_machine(app, variant)) return false;
        printf("solved   %-16s equals the CPU's result in %d case%s\n", variant->name, cases,
               cases == 1 ? "" : "s");
        if (app->options.solution) return print_solution(exercise);
        printf("         compare with ours: --check --solution\n");
        return true;
    }
    if (app->wrong_usage) return false;
    printf("NOT YET  %-16s shaders/%s\n", variant->name, variant->kernel);
    printf("task:    %s\nhint:    %s\n", exercise->task, exercise->hints[0]);
    if (app->options.hint)
        printf("hint:    %s\n", exercise->hints[1]);
    else
        printf("         one more hint: --check --hint; the solution: --check --give-up\n");
    return false;
}

// One variant of all that there are. Returns whether it is as it should be.
static bool check_in_turn(wb_app *app, const wb_variant *variant)
{
    if (variant->kind == WB_EXERCISE) {
        printf("to do    %-16s %s\n", variant->name, variant->exercise->task);
        return true;
    }
    if (variant->kind != WB_BROKEN) return check_version(app, variant);
    if (has_own_case(app)) return true; // a pitfall need not show on just any data
    return check_broken(app, variant);
}

static bool check_all(wb_app *app)
{
    bool all_good = true;
    for (const wb_variant *v = app->lesson->variants; v->name != NULL && !app->wrong_usage; v++) {
        all_good = check_in_turn(app, v) && all_good;
        fflush(stdout);
    }
    return all_good;
}

int wb_run_check(wb_app *app)
{
    const wb_options *options = &app->options;
    const wb_variant *exercise = wb_find_exercise(app->lesson), *only = options->variant;
    bool about_exercise = options->hint || options->solution || options->give_up;
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
