// An exercise is right if it equals the CPU oracle, if the kernel machine finds no fault in it, and
// if it does what the task is about.
#include "lesson/exercise.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "lesson/kernels.h"
#include "lesson/mode_check.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- What is printed ---- */

// Prints `file`, which lies below a directory of shaders, or beside one.
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

// The files that a learner edits: "shaders/01_dispatch/exercise_negative.comp and ...".
static const char *files_to_edit(const wb_variant *variant, char *text, size_t size)
{
    const char *host = variant->exercise->host;
    snprintf(text, size, "shaders/%s%s%s", variant->kernel, host != NULL ? " and " : "",
             host != NULL ? host : "");
    return text;
}

/* ---- An exercise in the kernel machine ---- */

// --kernels, --counters: the machine looks all the time, and its faults count.
static bool has_machine_looked(const wb_app *app)
{
    return app->options.kernels || app->options.counters;
}

static bool is_in_file(const wb_finding *f, const char *file)
{
    return (f->at.file != NULL && strcmp(f->at.file, file) == 0) ||
           (f->earlier.file != NULL && strcmp(f->earlier.file, file) == 0);
}

// Prints the first faults, beginning with those in the learner's own file: one mistake makes many.
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

static void drop_message(wb_severity severity, const char *text, void *user)
{
    (void)severity, (void)text, (void)user;
}

// Runs the cases in the machine. False, with a note, if the machine is missing.
static bool run_in_machine(wb_app *app, const wb_variant *variant)
{
    const char *lacking;
    wb_message_redirect(drop_message, NULL); // a time that was short enough may be too long now
    bool could_run = wb_check_in_machine(app, variant, &lacking);
    wb_message_redirect(NULL, NULL);
    if (could_run) return true;
    wb_note("%s, so the kernel was not looked into for races", lacking);
    return false;
}

static double ratio(uint64_t part, uint64_t whole)
{
    return whole > 0 ? (double)part / (double)whole : 0.0;
}

// How a right kernel misses what the task is about, with both numbers; NULL if it does not.
static const char *missed_point(const wb_app *app, const wb_variant *variant, char *text,
                                size_t size)
{
    const wb_exercise *e = variant->exercise;
    wb_machine_cost cost = wb_kernels_tally(variant->kernel).cost;
    bool could_run = wb_kernels_find("not-runnable", 0) == NULL; // in the machine
    if (cost.invocations == 0 && e->host != NULL && could_run) {
        snprintf(text, size, "no invocation of %s has run", variant->kernel);
        return text;
    }
    if (e->indirect != NULL && wb_kernels_tally(e->indirect).direct > 0) {
        snprintf(text, size, "%s gets its work groups from the CPU: glDispatchCompute",
                 e->indirect);
        return text;
    }
    const wb_finding *same = e->once ? wb_kernels_find("race-same-value", 0) : NULL;
    if (same != NULL) {
        snprintf(text, size, "%.*s", (int)strcspn(same->text, ";"), same->text);
        return text;
    }
    if (cost.invocations == 0 || cost.lane_places == 0) return NULL;
    const struct {
        double most, is;
        const char *format;
    } limits[] = {
        {e->most_loads, ratio(cost.loads, cost.invocations),
         "an invocation loads %.3g times from buffers; %.3g would do"},
        {e->most_atomics, ratio(cost.atomics, cost.invocations),
         "an invocation has %.3g atomics on buffers; %.3g would do"},
        {e->most_instructions, ratio(cost.lane_executions, cost.invocations),
         "an invocation takes %.0f instructions; %.3g would do"},
        {e->most_sectors, ratio(cost.sectors, cost.buffer_requests),
         "32 invocations touch %.1f sectors of 32 bytes at a time; %.3g would do"},
        {e->most_ways, ratio(cost.bank_ways, cost.shared_requests),
         "32 invocations want %.1f words of one bank at a time; %.3g would do"},
    };
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        if (limits[i].most <= 0.0 || limits[i].is <= limits[i].most) continue;
        snprintf(text, size, limits[i].format, limits[i].is, limits[i].most);
        return text;
    }
    double active = ratio(cost.lane_executions, cost.lane_places);
    double loads = ratio(cost.loads, cost.invocations);
    // Data of the user's own may be too little to keep a group busy
    if (wb_check_has_own_case(app)) return NULL;
    if (loads < e->least_loads) {
        snprintf(text, size, "of 100 invocations, %.0f load something", 100.0 * loads);
        return text;
    }
    if (active >= e->least_active) return NULL;
    snprintf(text, size, "at a time, %.1f %% of a group's invocations work on average",
             100.0 * active);
    return text;
}

static bool is_left_to_chance(const wb_variant *variant)
{
    return variant->exercise->repeatable && wb_kernels_tally(variant->kernel).varies;
}

// Runs the cases of an exercise whose check has passed in the kernel machine, for a few seconds,
// the smallest case first. False, with the fault on stdout, if a kernel has one. Without
// glslangValidator: true, with a note.
static bool is_right_in_machine(wb_app *app, const wb_variant *variant)
{
    char missed[200];
    bool has_looked = has_machine_looked(app);
    if (!has_looked && !run_in_machine(app, variant)) return true;
    if (!has_looked && wb_kernels_findings()->faults > 0) {
        printf("NOT YET  %-16s right on this driver, but there is a fault in the kernel that "
               "another driver, or another run, will not forgive\n",
               variant->name);
        fflush(stdout);
        print_faults(variant);
        return false;
    }
    if (is_left_to_chance(variant)) {
        printf("NOT YET  %-16s right on this driver, but the kernel leaves something else where "
               "other invocations come first\n         %s\n",
               variant->name, wb_kernels_tally(variant->kernel).varying);
        return false;
    }
    if (missed_point(app, variant, missed, sizeof missed) == NULL) return true;
    printf("NOT YET  %-16s the result is right, but %s\n         %s\n", variant->name,
           variant->exercise->but, missed);
    return false;
}

// What the user types to check the exercise, before further options: "./wb check 3", with the
// variant's name unless it is the lesson's first exercise. A lesson from outside the course has no
// number.
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

// The user's own data, or fewer frames, may be too little to tell right from wrong: a line of one
// pixel is its own mirror image.
static bool is_whole_check(const wb_app *app)
{
    return !wb_check_has_own_case(app) && app->options.frames <= 0;
}

// For an exercise in which nothing wrong was found.
static void print_right(const wb_app *app, const wb_variant *variant, int cases)
{
    char command[120];
    if (is_whole_check(app))
        printf("solved   %-16s equals the CPU's result in %d case%s\n", variant->name, cases,
               cases == 1 ? "" : "s");
    else
        printf("good     %-16s equals the CPU's result here; whether it is solved, says %s\n",
               variant->name, check_command(app, variant, command, sizeof command));
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
    bool stands_above = app->options.watch && !app->checked_before;
    if (!stands_above) printf("task:    %s\n", exercise->task);
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

void wb_exercise_introduce(const wb_variant *variant)
{
    char files[200];
    printf("watching %-16s %s\ntask:    %s\n", variant->name,
           files_to_edit(variant, files, sizeof files), variant->exercise->task);
}

void wb_exercise_not_yet(const wb_variant *variant)
{
    char files[200];
    printf("NOT YET  %-16s %s\n", variant->name, files_to_edit(variant, files, sizeof files));
}

/* ---- Why values are wrong ---- */

/* Messages that wait for what explains them. */
typedef struct waiting {
    struct {
        wb_severity severity;
        char *text;
    } * at;
    int count, capacity;
} waiting;

static void keep_message(wb_severity severity, const char *text, void *user)
{
    waiting *w = user;
    w->at = wb_grow(w->at, &w->capacity, w->count + 1, sizeof *w->at);
    w->at[w->count].severity = severity;
    w->at[w->count++].text = wb_or_end(strdup(text));
}

static void print_messages(waiting *w)
{
    for (int i = 0; i < w->count; i++) {
        wb_message_print(w->at[i].severity, w->at[i].text);
        free(w->at[i].text);
    }
    free(w->at);
}

// What the user types to stop at the finding, in the case whose parameters are set.
static const char *debug_command(const wb_app *app, const wb_kernels_first *first, char *text,
                                 size_t size)
{
    wb_check_debug_command(app, text, size);
    if (first->frame > 0) wb_text_append(text, size, " --frames %" PRId64, first->frame);
    if (first->pass != NULL) wb_text_append(text, size, " --pass \"%s", first->pass);
    if (first->pass != NULL && first->number > 1) wb_text_append(text, size, ":%d", first->number);
    if (first->pass != NULL) wb_text_append(text, size, "\"");
    wb_text_append(text, size, " --group %u,%u,%u --do \"until finding\"", first->group[0],
                   first->group[1], first->group[2]);
    return text;
}

// Runs the case that has failed, whose parameters are set, in the machine, and prints what that
// finds first. Nothing, if it finds nothing.
static void explain(wb_app *app)
{
    enum { MOST_S = 4 }; // the learner waits for it
    char command[2000];
    if (!wb_kernels_possible(NULL)) return;
    wb_kernels_take_back(0); // what was found before the last save
    wb_message_redirect(drop_message, NULL);
    wb_kernels_begin(&(wb_kernels_desc){.quiet = true, .most_s = MOST_S});
    wb_check_case(app, "");
    wb_kernels_end();
    wb_message_redirect(NULL, NULL);
    wb_kernels_first first = wb_kernels_first_finding();
    if (first.finding != NULL)
        wb_note("what the kernel machine found on this case: %s\nto stop there: %s",
                first.finding->text, debug_command(app, &first, command, sizeof command));
}

// The exercise against the oracle; why it is wrong is printed before what is wrong.
static wb_result check_and_explain(wb_app *app, const wb_variant *variant, int *cases)
{
    waiting messages = {0};
    if (has_machine_looked(app)) return wb_check_variant(app, variant, cases);
    wb_message_redirect(keep_message, &messages);
    wb_result result = wb_check_variant(app, variant, cases);
    wb_message_redirect(NULL, NULL);
    if (result == WB_WRONG && !app->wrong_usage) explain(app);
    print_messages(&messages);
    return result;
}

bool wb_exercise_check(wb_app *app, const wb_variant *variant)
{
    int cases;
    char command[120];
    const wb_exercise *exercise = variant->exercise;
    if (app->options.give_up) return print_solution(exercise);
    wb_result result = check_and_explain(app, variant, &cases);
    if (app->wrong_usage) return false;
    if (result != WB_RIGHT) {
        wb_exercise_not_yet(variant);
    } else if (is_right_in_machine(app, variant)) {
        print_right(app, variant, cases);
        if (!is_whole_check(app)) return true;
        if (app->options.solution) return print_solution(exercise);
        printf("         compare with ours: %s --solution\n",
               check_command(app, variant, command, sizeof command));
        return true;
    }
    print_help(app, variant);
    return false;
}

void wb_exercise_tell(wb_app *app, const wb_variant *variant)
{
    int cases, known = wb_kernels_findings()->count;
    char first[200] = "", command[120], missed[200], files[200];
    wb_message_redirect(wb_check_keep_first, first);
    wb_kernels_quiet(true);
    bool good = wb_check_variant(app, variant, &cases) == WB_RIGHT;
    if (good && !app->options.kernels && !app->options.counters && run_in_machine(app, variant))
        good = wb_kernels_findings()->faults == 0;
    good = good && !is_left_to_chance(variant) &&
           missed_point(app, variant, missed, sizeof missed) == NULL;
    wb_kernels_quiet(false);
    wb_message_redirect(NULL, NULL);
    wb_kernels_take_back(known);
    if (good)
        print_right(app, variant, cases);
    else
        printf("open     %-16s %s\n         %-16s %s, then %s --variant %s\n", variant->name,
               variant->exercise->task, "", files_to_edit(variant, files, sizeof files),
               check_command(app, wb_find_exercise(app->lesson), command, sizeof command),
               variant->name);
}
