// A kernel is right if it equals the CPU oracle, if the kernel machine finds no fault in it, and if
// it does what the task is about.
#include "lesson/task_check.h"

#include "base/file.h"
#include "base/text.h"
#include "gl/program.h"
#include "lesson/explain.h"
#include "lesson/kernels.h"
#include "lesson/mode_check.h"
#include "lesson/task_list.h"
#include "os/host.h"
#include "os/process.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Solutions ---- */

// Prints a file, whose name begins beside the directory of shaders, without what it was as shipped.
static bool print_file(const char *file)
{
    char name[300], path[1500];
    snprintf(name, sizeof name, "../%s", file);
    wb_program_find(name, path, sizeof path);
    char *text = wb_file_read(path, NULL), *end = NULL;
    if (text != NULL) end = strstr(text, "\n// --- as shipped ---");
    if (end != NULL) end[1] = '\0';
    if (text != NULL) printf("---- %s ----\n%s", file, text);
    free(text);
    return text != NULL;
}

static bool print_solution(const wb_app *app, const wb_task *task)
{
    char file[200];
    bool good = true;
    if (!task->is_host) {
        snprintf(file, sizeof file, "shaders/%s/solutions/%s.comp", app->lesson->id, task->name);
        good = print_file(file);
    }
    snprintf(file, sizeof file, "lessons/%s/solutions/%s.c", app->lesson->id, task->name);
    return (!task->is_host && !task->has_host) || (print_file(file) && good);
}

/* ---- In the kernel machine ---- */

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

// Whether it stands between the two marks of the learner's own lines, in the file whose text this
// is; without marks all lines are the learner's.
static bool is_in_gap(const wb_finding_place *at, const char *file, const char *text)
{
    const char *begin = text != NULL ? strstr(text, "--- your lines from here ---") : NULL;
    const char *end = begin != NULL ? strstr(begin, "--- to here ---") : NULL;
    if (at->file == NULL || strcmp(at->file, file) != 0) return false;
    int line = 1, first = 0, last = INT_MAX;
    for (const char *c = text; end != NULL && c < end; c++) {
        line += *c == '\n';
        if (c == begin) first = line;
        last = line;
    }
    return at->line > first && at->line < last;
}

// The answer is right, and this is told all the same of the learner's own lines: races that are no
// faults, what is computed without a defined result, and accesses beyond an image.
static void print_notes(const wb_variant *variant)
{
    const wb_findings *findings = wb_kernels_findings();
    char path[1500];
    wb_program_find(variant->kernel, path, sizeof path);
    char *text = wb_file_read(path, NULL);
    for (int i = 0; i < findings->count; i++) {
        const wb_finding *f = &findings->at[i];
        bool is_told = strcmp(f->code, "undefined-arithmetic") == 0 ||
                       strcmp(f->code, "out-of-bounds") == 0 || strncmp(f->code, "race", 4) == 0;
        if (f->severity != WB_ERROR && is_told &&
            (is_in_gap(&f->at, variant->kernel, text) ||
             is_in_gap(&f->earlier, variant->kernel, text)))
            wb_finding_print(f);
    }
    free(text);
}

// Runs the cases in the machine. False, with a note, if the machine is missing.
static bool run_in_machine(wb_app *app, const wb_variant *variant)
{
    const char *lacking;
    wb_message_redirect(wb_message_drop, NULL); // a time that was short enough may be too long now
    bool could_run = wb_check_in_machine(app, variant, &lacking);
    wb_message_redirect(NULL, NULL);
    if (could_run) return true;
    wb_note("%s, so the kernel was not looked into for races", lacking);
    return false;
}

// How a right kernel misses what the task is about, with both numbers; NULL if it does not.
static const char *missed_point(const wb_app *app, const wb_variant *variant, char *text,
                                size_t size)
{
    const wb_task *task = wb_variant_task(app->lesson, variant);
    wb_machine_cost cost = wb_kernels_tally(variant->kernel).cost;
    if (cost.invocations == 0) {
        snprintf(text, size, "no invocation of %s has run", variant->kernel);
        return text;
    }
    if (task->indirect != NULL && wb_kernels_tally(task->indirect).direct > 0) {
        snprintf(text, size, "%s gets its work groups from the CPU: glDispatchCompute",
                 task->indirect);
        return text;
    }
    const wb_finding *same = task->once ? wb_kernels_find("race-same-value", 0) : NULL;
    if (same != NULL) {
        snprintf(text, size, "%.*s", (int)strcspn(same->text, ";"), same->text);
        return text;
    }
    wb_limits limits = wb_task_limits(task);
    if (wb_check_has_own_case(app)) // it may be too little to keep a group busy
        limits.most_atomics = limits.least_loads = limits.least_active = 0.0;
    return wb_limits_missed(&limits, &cost, text, size);
}

// Why the machine has no verdict on the kernel; NULL if it has one.
static const char *not_judged(const wb_variant *variant)
{
    wb_kernel_tally tally = wb_kernels_tally(variant->kernel);
    if (tally.refused != NULL) return tally.refused;
    if (tally.whole == 0 && !wb_kernels_complete())
        return "there it takes too long: not even the smallest dispatch comes to an end";
    if (wb_kernels_overspent())
        return "there it takes too long: the limit is 4,000 million instructions for all cases "
               "together";
    return NULL;
}

// Elsewhere the result has a tolerance, and a rounding may decide about it.
static bool is_exact(const wb_part *part, const wb_task *task)
{
    return task->exact || part->verify == NULL || part->verify == wb_verify_state;
}

static bool is_left_to_chance(const wb_task *task, const wb_variant *variant)
{
    return task->repeatable && wb_kernels_tally(variant->kernel).varies;
}

// Runs the cases of a task whose check has passed in the kernel machine, for a few seconds,
// the smallest case first. False, with the fault on stdout, if a kernel has one. Without
// glslangValidator: true, with a note.
static bool is_right_in_machine(wb_app *app, const wb_task *task, const wb_variant *variant)
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
    if (not_judged(variant) != NULL) {
        printf("NOT YET  %-16s right on this driver, perhaps by luck: the kernel machine cannot "
               "run the kernel\n         %s\n",
               variant->name, not_judged(variant));
        return false;
    }
    if (wb_kernels_tally(variant->kernel).is_open && is_exact(app->part, task)) {
        printf("NOT YET  %-16s right on this driver, but a rounding that GLSL leaves open decides "
               "about the result\n",
               variant->name);
        return false;
    }
    if (is_left_to_chance(task, variant)) {
        printf("NOT YET  %-16s right on this driver, but the kernel leaves something else where "
               "other invocations come first\n         %s\n",
               variant->name, wb_kernels_tally(variant->kernel).varying);
        return false;
    }
    if (!has_looked) print_notes(variant);
    if (missed_point(app, variant, missed, sizeof missed) == NULL) return true;
    printf("NOT YET  %-16s the result is right, but %s\n         %s\n", variant->name,
           task->but != NULL ? task->but : "few invocations do the work of all", missed);
    return false;
}

// What the user types to check the task, before further options: "./wb check 4.2". A lesson from
// outside the course has no number.
static const char *check_command(const wb_app *app, const wb_task *task, char *text, size_t size)
{
    snprintf(text, size, "%s%s",
             atoi(app->lesson->id) > 0 ? WB_SCRIPT " check " : "--check --task ",
             wb_task_label(app->lesson, task));
    return text;
}

// The user's own data, or fewer frames, may be too little to tell right from wrong: a line of one
// pixel is its own mirror image.
static bool is_whole_check(const wb_app *app)
{
    return !wb_check_has_own_case(app) && app->options.frames <= 0;
}

// For a task in which nothing wrong was found.
static void print_right(const wb_app *app, const wb_task *task, int cases)
{
    char command[120];
    if (is_whole_check(app))
        printf("solved   %-16s equals the CPU's result in %d case%s\n", task->name, cases,
               cases == 1 ? "" : "s");
    else
        printf("good     %-16s equals the CPU's result here; %s says whether it is solved\n",
               task->name, check_command(app, task, command, sizeof command));
}

// Of a task about doing less, how much is done.
static void print_cost(const wb_task *task, const wb_variant *variant)
{
    wb_machine_cost cost = wb_kernels_tally(variant->kernel).cost;
    if (task->most_instructions > 0.0 && cost.invocations > 0)
        printf("         an invocation takes %.0f instructions; at most %.0f are expected\n",
               (double)cost.lane_executions / (double)cost.invocations, task->most_instructions);
}

static int count_hints(const wb_task *task)
{
    int count = 0;
    while (count < WB_MOST_HINTS && task->hints[count] != NULL) count++;
    return count;
}

// The task, the hints that were asked for, and how to get one more.
static void print_help(const wb_app *app, const wb_task *task)
{
    char command[120];
    int hints = count_hints(task), shown = 0;
    bool stands_above = app->options.watch && !app->checked_before;
    if (!stands_above) printf("task:    %s\n", task->demand);
    for (; shown < hints && shown < app->options.hints; shown++)
        printf("hint %d:  %s\n", shown + 1, wb_as_typed(task->hints[shown]));
    check_command(app, task, command, sizeof command);
    if (shown < hints) {
        printf("         %s hint: %s", shown > 0 ? "one more" : "a", command);
        for (int i = 0; i <= shown; i++) printf(" --hint");
        printf("; our");
    } else {
        printf("         our");
    }
    printf(" solution: %s --give-up\n", command);
}

void wb_task_introduce(const wb_app *app, const wb_task *task)
{
    char files[400];
    printf("%s %s, %s: %s\n", app->options.watch ? "watching" : "task",
           wb_task_label(app->lesson, task), wb_task_kind_name(task->kind), task->title);
    if (*wb_task_files(app->lesson, task, files, sizeof files) != '\0')
        printf("file:    %s\n", files);
    if (app->options.watch) printf("task:    %s\n", task->demand);
}

void wb_task_not_yet(const wb_app *app, const wb_task *task)
{
    char files[400];
    printf("NOT YET  %-16s %s\n", task->name,
           wb_task_files(app->lesson, task, files, sizeof files));
}

static void print_next(const wb_app *app)
{
    char command[120];
    const wb_task *next = wb_next_task(app->lesson);
    if (next == NULL)
        printf("         all tasks of this lesson are solved\n");
    else
        printf("next:    %s %s: %s\n", wb_task_label(app->lesson, next), next->title,
               check_command(app, next, command, sizeof command));
}

/* ---- The check ---- */

static bool check_kernel(wb_app *app, const wb_task *task, const wb_variant *variant)
{
    int cases;
    // The driver and the machine are to judge the same kernel.
    wb_program_plain(wb_kernels_possible(NULL) ? variant->kernel : NULL);
    wb_result result = wb_check_explained(app, variant, &cases);
    bool good = result == WB_RIGHT && is_right_in_machine(app, task, variant);
    wb_program_plain(NULL);
    if (app->wrong_usage) return false;
    if (result != WB_RIGHT) wb_task_not_yet(app, task);
    if (good) print_right(app, task, cases);
    if (good) print_cost(task, variant);
    if (is_whole_check(app)) wb_task_keep(app->lesson, task, good ? "solved" : NULL);
    return good;
}

// A program of its own, with a check of its own.
static bool check_host(const wb_app *app, const wb_task *task)
{
    char name[200], path[1500];
    snprintf(name, sizeof name, "../lessons/%s/check.py", app->lesson->id);
    wb_program_find(name, path, sizeof path);
    const char *words[] = {"python3", "-B", path, NULL};
    int status = wb_process_run(&(wb_process_desc){.program = words[0], .words = words});
    if (status == WB_PROCESS_NOT_THERE)
        wb_error("%s: python3 could not be started, which checks this task", task->name);
    wb_task_keep(app->lesson, task, status == 0 ? "solved" : NULL);
    return status == 0;
}

// Whether the task is one for a compiler, and there is none.
static bool is_for_elsewhere(const wb_task *task)
{
    if (WB_CAN_BUILD || (!task->has_host && !task->is_host)) return false;
    printf("NOT YET  %-16s it has C to write: do it in the repository, with a compiler\n",
           task->name);
    return true;
}

bool wb_task_check(wb_app *app, const wb_task *task)
{
    char command[120];
    if (is_for_elsewhere(task)) return false;
    const wb_variant *variant = wb_task_variant(app->lesson, task);
    bool is_code = variant != NULL || task->is_host;
    if (is_code && app->options.give_up) return print_solution(app, task);
    bool good = variant != NULL ? check_kernel(app, task, variant)
                : task->is_host ? check_host(app, task)
                                : wb_task_answer(app, task);
    if (app->wrong_usage) return false;
    if (!good) print_help(app, task);
    if (!good || !is_whole_check(app) || app->options.give_up) return good;
    if (is_code && app->options.solution) return print_solution(app, task);
    if (is_code)
        printf("         compare with ours: %s --solution\n",
               check_command(app, task, command, sizeof command));
    print_next(app);
    return true;
}
