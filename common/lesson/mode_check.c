// --check: every version must equal the CPU oracle, and every broken variant must not, unless the
// kernel machine finds the fault that it names. The barrier checker watches all of it, and what it
// finds counts as a failure too; so does what the kernel machine finds, with --kernels.
#include "lesson/mode_check.h"

#include "base/text.h"
#include "gl/context.h"
#include "watch/log.h"
#include "lesson/barrier_run.h"
#include "lesson/crash.h"
#include "lesson/explain.h"
#include "lesson/guard.h"
#include "lesson/kernels.h"
#include "lesson/modes.h"
#include "lesson/results.h"
#include "lesson/task_check.h"
#include "lesson/task_list.h"
#include "os/host.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Against the oracle ---- */

// Says what went into the first number that is wrong.
static void tell_inputs(const wb_buffer *buffer, const uint32_t *got, const uint32_t *expected)
{
    char text[300] = "";
    size_t count = (size_t)buffer->size_bytes / 4, i = 0;
    while (i < count && got[i] == expected[i]) i++;
    if (i == count || wb_current_part()->inputs == NULL) return;
    wb_current_part()->inputs(buffer->name, i, wb_frame(), text, sizeof text);
    if (*text != '\0') wb_note("%s", text);
}

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
        if (result == WB_WRONG) tell_inputs(buffer, got, expected);
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

static wb_result verify(wb_app *app, void *user)
{
    (void)user;
    const wb_part *part = app->part;
    if (part->verify != NULL) return part->verify();
    wb_reading_begins();
    wb_result result = wb_verify_state();
    wb_reading_ends();
    return result;
}

/* ---- One variant, all its cases ---- */

enum { QUICK_CASES = 3 };

// Of all buffers in each case, when it was last right: a measure of how long it takes.
static int64_t case_bytes[WB_MOST_CASES], last_bytes;

static int64_t count_bytes(void)
{
    int64_t sum = 0;
    for (int i = 0; wb_buffer_at(i) != NULL; i++) sum += wb_buffer_at(i)->size_bytes;
    return sum;
}

// What a lesson's C makes of its parameters, the oracle would believe.
static wb_result check_params(const wb_app *app, const wb_param_values *before)
{
    const wb_param *p = app->lesson->params;
    for (int i = 0; p != NULL && p[i].name != NULL; i++) {
        if (wb_param_value(&p[i]) == before->values[i]) continue;
        wb_error("the parameter %s has been changed by the lesson's own code", p[i].name);
        return WB_WRONG;
    }
    return WB_RIGHT;
}

static wb_result run_frames(wb_app *app, int frames, wb_check_verdict verdict, void *user)
{
    int status = wb_app_start(app);
    app->wrong_usage = app->wrong_usage || status == WB_EXIT_USAGE;
    if (status != WB_EXIT_GOOD) return app->variant->refused ? WB_WRONG : WB_NOT_RUN;
    if (!wb_start_state_keep(app)) return WB_NOT_RUN;
    wb_param_values params;
    wb_params_keep(app->lesson, &params);
    last_bytes = count_bytes();
    bool in_machine = app->options.kernels || app->options.counters; // which takes its time
    for (int i = 0; i < frames && !app->seen_enough && !wb_guard_has_refused(); i++) {
        wb_crash_expect_progress(!in_machine);
        wb_app_step(app);
    }
    glFinish();
    wb_crash_expect_progress(false);
    wb_app_report_refused(app);
    if (app->seen_enough || app->has_refused_call) return WB_WRONG;
    if (app->variant->kind == WB_TASK && check_params(app, &params) != WB_RIGHT) return WB_WRONG;
    wb_result result = verdict(app, user);
    if (result == WB_NOT_RUN) return result;
    wb_reading_begins();
    result = wb_result_and(result, wb_result_of(wb_buffers_intact()));
    wb_reading_ends();
    return result;
}

const char *wb_check_debug_command(const wb_app *app, char *text, size_t size)
{
    int number = atoi(app->lesson->id);
    char part[100];
    const wb_param *p = app->lesson->params;
    snprintf(text, size, "--debug");
    if (number > 0) snprintf(text, size, WB_SCRIPT " debug %d", number);
    wb_text_append(text, size, " --variant %s", app->variant->name);
    for (int i = 0; p != NULL && p[i].name != NULL; i++)
        if (wb_param_value(&p[i]) != app->defaults.values[i])
            wb_text_append(text, size, " --set %s=%s", p[i].name,
                           p[i].names != NULL ? p[i].names[*p[i].at.i - (int)p[i].min]
                                              : wb_param_text(&p[i], part, sizeof part));
    for (int i = 0; i < app->options.load_count; i++)
        wb_text_append(text, size, " --load %s=%s", app->options.loads[i].name,
                       app->options.loads[i].value);
    if (app->options.seed != 1) wb_text_append(text, size, " --seed %" PRIu64, app->options.seed);
    return text;
}

// The case, and a line to paste that opens it in the debugger, after all frames but the last.
static void note_case(const wb_app *app, const char *what, int frames)
{
    char command[2000], before[40] = "";
    wb_check_debug_command(app, command, sizeof command);
    if (frames > 1) snprintf(before, sizeof before, " --frames %d", frames - 1);
    wb_note("this was variant %s with %s, after %d frame%s\nto look into it: %s%s",
            app->variant->name, what, frames, frames == 1 ? "" : "s", command, before);
}

wb_result wb_check_run(wb_app *app, const char *what, int frames, wb_check_verdict verdict,
                       void *user)
{
    int faults = wb_kernels_findings()->faults, denials = wb_log_denials();
    wb_kernels_next_case();
    if (!wb_app_barriers_begin(app)) return WB_NOT_RUN;
    wb_buffers_guard(!wb_kernels_listens() &&
                     app->options.capture == NULL); // the machine sees the end by itself
    wb_result result = run_frames(app, frames, verdict, user);
    wb_buffers_guard(false);
    app->part->quit();
    wb_start_state_forget(app);
    bool faulty = app->variant->kind != WB_BROKEN && wb_kernels_findings()->faults > faults;
    faulty = faulty || wb_log_denials() > denials; // an assertion, in whatever variant
    if (wb_app_barriers_end(app) > 0 || faulty) result = wb_result_and(result, WB_WRONG);
    if (wb_guard_has_refused()) frames = (int)app->frame;
    if (result == WB_WRONG && !app->wrong_usage) note_case(app, what, frames);
    if (result == WB_NOT_RUN && !app->wrong_usage)
        wb_note("this was variant %s with %s", app->variant->name, what);
    return result;
}

wb_result wb_check_case(wb_app *app, const char *what)
{
    int frames = app->part->check_frames > 0 ? app->part->check_frames : 1;
    if (app->options.frames > 0) frames = app->options.frames;
    return wb_check_run(app, what, frames, verify, NULL);
}

bool wb_check_has_own_case(const wb_app *app)
{
    return app->options.has_sets || app->options.load_count > 0;
}

wb_result wb_check_variant(wb_app *app, const wb_variant *variant, int *cases)
{
    wb_app_choose(app, variant);
    if (wb_check_has_own_case(app)) {
        *cases = 1;
        return wb_check_case(app, "the parameters given");
    }
    const char *const *all = wb_cases_of(app->lesson, variant);
    int most = app->options.quick ? QUICK_CASES : WB_MOST_CASES;
    for (*cases = 0; *cases < most && all[*cases] != NULL; ++*cases) {
        const char *text = all[*cases];
        wb_params_restore(app->lesson, &app->defaults);
        if (!wb_params_set(app->lesson, text)) return WB_NOT_RUN;
        wb_result result = wb_check_case(app, text);
        if (result != WB_RIGHT) return result;
        case_bytes[*cases] = last_bytes;
    }
    if (*cases > 0) return WB_RIGHT;
    wb_error("there is no case for variant %s", variant->name);
    return WB_NOT_RUN;
}

/* ---- The same in the kernel machine ---- */

static int compare_cases(const void *a, const void *b)
{
    int64_t x = case_bytes[*(const int *)a], y = case_bytes[*(const int *)b];
    return (x > y) - (x < y);
}

static bool has_found(const wb_variant *variant)
{
    return variant->finding != NULL && wb_kernels_find(variant->finding, 0) != NULL;
}

// From the smallest to the largest, while there is time and no fault.
static void run_cases_in_machine(wb_app *app)
{
    int order[WB_MOST_CASES], count = 0;
    const char *const *all = wb_cases_of(app->lesson, app->variant);
    while (count < WB_MOST_CASES && all[count] != NULL) order[count] = count, count++;
    qsort(order, (size_t)count, sizeof *order, compare_cases);
    if (wb_check_has_own_case(app)) {
        wb_check_case(app, "the parameters given");
        return;
    }
    for (int i = 0; i < count && wb_kernels_complete() && !has_found(app->variant); i++) {
        wb_params_restore(app->lesson, &app->defaults);
        if (!wb_params_set(app->lesson, all[order[i]]) ||
            wb_check_case(app, all[order[i]]) != WB_RIGHT)
            return;
    }
}

bool wb_check_in_machine(wb_app *app, const wb_variant *variant, const char **lacking)
{
    enum { MOST_S = 4 };      // the learner waits for it
    enum { MOST_FRAMES = 2 }; // what the first leaves, the second reads; more only repeat it
    // Of a task, whose verdict must not depend on the computer. Ours take 700 million at most
    static const double task_s = 20.0;
    static const uint64_t task_instructions = UINT64_C(4000000000);
    int frames = app->options.frames;
    if (!wb_kernels_possible(lacking)) return false;
    wb_app_choose(app, variant);
    wb_kernels_take_back(0); // what was found before the last save
    const wb_task *t = wb_variant_task(app->lesson, variant);
    wb_kernels_begin(
        &(wb_kernels_desc){.compares = t != NULL,
                           .is_strict = t != NULL,
                           .quiet = true,
                           .weighs = t != NULL && (t->most_sectors > 0.0 || t->most_ways > 0.0),
                           .most_s = t != NULL ? task_s : MOST_S,
                           .most_instructions = t != NULL ? task_instructions : 0,
                           .spender = variant->kernel});
    if (frames < 0 || frames > MOST_FRAMES) app->options.frames = MOST_FRAMES;
    wb_program_silence(true); // what a kernel has said of itself, it has said by now
    run_cases_in_machine(app);
    wb_program_silence(false);
    app->options.frames = frames;
    wb_kernels_end();
    return true;
}

/* ---- What the result means ---- */

static int first_line(const char *text)
{
    return (int)strcspn(text, "\n");
}

/* What the kernel machine knows of a broken variant that names a finding. */
typedef struct named {
    bool looked;             // it has run the variant's cases
    const char *lacking;     // why it has not, where it should have; otherwise NULL
    const wb_finding *found; // the first that the variant names; NULL: none
} named;

// Of the findings after the first `known`. Values that are right may be so by luck: then the
// machine runs the cases, unless it has done so already.
static named look_into(wb_app *app, const wb_variant *variant, wb_result result, int known)
{
    const char *lacking;
    named n = {.looked = app->options.kernels || app->options.counters};
    if (variant->finding == NULL) return n;
    if (!n.looked && result == WB_RIGHT) {
        n.looked = wb_check_in_machine(app, variant, &lacking);
        if (!n.looked) n.lacking = lacking;
    }
    if (n.looked) n.found = wb_kernels_find(variant->finding, known);
    return n;
}

static void print_not_judged(const wb_variant *variant, const char *lacking)
{
    printf("skipped  %-16s right, perhaps by luck; not judged: %s\n", variant->name, lacking);
}

// For a broken variant that was asked for by name and has the right values: says what keeps it from
// being good, and whether it is a failure. False if nothing does, as in one that was mended.
static bool tell_luck(wb_app *app, const wb_variant *variant, bool *fails)
{
    named n = look_into(app, variant, WB_RIGHT, 0);
    *fails = n.found != NULL;
    if (n.lacking != NULL) print_not_judged(variant, n.lacking);
    if (n.found == NULL) return n.lacking != NULL;
    printf("FAILED   %-16s right by luck: %.*s\n", variant->name, first_line(n.found->text),
           n.found->text);
    fflush(stdout);
    if (!app->options.kernels && !app->options.counters) wb_finding_print(n.found);
    return true;
}

static bool check_version(wb_app *app, const wb_variant *variant)
{
    int cases;
    wb_result result = wb_check_explained(app, variant, &cases);
    if (app->wrong_usage) return false; // not the variant's fault
    bool fails, is_broken = variant->kind == WB_BROKEN;
    if (result == WB_RIGHT && is_broken && tell_luck(app, variant, &fails)) return !fails;
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

void wb_check_keep_first(wb_severity severity, const char *text, void *user)
{
    (void)severity;
    char *first = user;
    if (*first == '\0') snprintf(first, 200, "%.*s", first_line(text), text);
}

// Prints what the machine has found of what the variant names, after a line about its values. False
// if the machine has looked for it in vain.
static bool print_named(const wb_variant *variant, const named *n, bool right)
{
    if (n->found != NULL && !right)
        printf("         %-16s in the kernel machine: %.*s\n", "", first_line(n->found->text),
               n->found->text);
    bool good = !n->looked || variant->finding == NULL || n->found != NULL;
    if (!good)
        printf("FAILED   %-16s the kernel machine has not found: %s\n", variant->name,
               variant->finding);
    return good;
}

// For a broken variant with the right values. Whether that is as it should be.
static bool print_broken_right(const wb_variant *variant, const named *n)
{
    if (n->found != NULL)
        printf("broken   %-16s right by luck: %.*s\n", variant->name, first_line(n->found->text),
               n->found->text);
    else if (n->lacking != NULL)
        print_not_judged(variant, n->lacking);
    else
        printf("FAILED   %-16s is broken, but its check passes\n", variant->name);
    return n->found != NULL || n->lacking != NULL;
}

// A broken variant has to be wrong, and what is wrong is then only a remark; or to have the fault
// that it names, which this driver forgives. A variant that could not run has shown nothing.
static bool check_broken(wb_app *app, const wb_variant *variant)
{
    int cases, known = wb_kernels_findings()->count;
    char first[200] = "";
    bool good = false;
    wb_message_redirect(wb_check_keep_first, first);
    wb_kernels_quiet(true);
    wb_result result = wb_check_variant(app, variant, &cases);
    named n = look_into(app, variant, result, known);
    wb_kernels_quiet(false);
    wb_message_redirect(NULL, NULL);
    switch (result) {
    case WB_RIGHT: good = print_broken_right(variant, &n); break;
    case WB_WRONG:
        printf("broken   %-16s fails, as it should: %s\n", variant->name, first);
        good = true;
        break;
    case WB_NOT_RUN: printf("FAILED   %-16s could not run: %s\n", variant->name, first); break;
    }
    good = print_named(variant, &n, result == WB_RIGHT) && good;
    wb_kernels_take_back(known); // what was found on purpose
    return good;
}

// One version or broken variant. Returns whether it is as it should be.
static bool check_in_turn(wb_app *app, const wb_variant *variant)
{
    if (variant->kind != WB_BROKEN) return check_version(app, variant);
    if (wb_check_has_own_case(app)) return true; // a pitfall need not show on just any data
    return check_broken(app, variant);
}

// What learners have written is only listed: a driver may not survive it.
static bool check_all(wb_app *app)
{
    bool all_good = true;
    const wb_variant *v;
    for (v = app->lesson->variants; v->name != NULL && !app->wrong_usage; v++) {
        if (v->kind == WB_TASK || v->kind == WB_PROJECT) continue;
        all_good = check_in_turn(app, v) && all_good;
        fflush(stdout);
    }
    if (wb_check_has_own_case(app) || app->wrong_usage) return all_good;
    wb_tasks_print(app->lesson);
    for (v = app->lesson->variants; v->name != NULL; v++)
        if (v->kind == WB_PROJECT) wb_project_tell(app, v);
    return all_good;
}

static bool is_about_task(const wb_options *options)
{
    return options->hints > 0 || options->solution || options->give_up || options->answer != NULL;
}

bool wb_check_all_solved(const wb_app *app)
{
    const wb_options *o = &app->options;
    bool is_named = o->task != NULL || o->variant != NULL || o->project;
    bool takes_next = o->next || (o->watch && !is_named);
    return takes_next && app->lesson->tasks != NULL && wb_next_task(app->lesson) == NULL;
}

const wb_task *wb_check_task(const wb_app *app)
{
    const wb_options *options = &app->options;
    if (options->task != NULL) return options->task;
    if (options->variant != NULL) return wb_variant_task(app->lesson, options->variant);
    if (options->project || (!options->next && !is_about_task(options) && !options->watch))
        return NULL;
    const wb_task *next = wb_next_task(app->lesson);
    return next != NULL || wb_check_all_solved(app) ? next : app->lesson->tasks;
}

const wb_variant *wb_check_only(const wb_app *app)
{
    const wb_options *options = &app->options;
    const wb_task *task = wb_check_task(app);
    if (task != NULL) return wb_task_variant(app->lesson, task);
    if (options->variant != NULL) return options->variant;
    return options->project ? wb_find_project(app->lesson) : NULL;
}

static bool check_task(wb_app *app, const wb_task *task)
{
    bool lists = app->options.next && !app->options.watch;
    if (lists) wb_tasks_print(app->lesson);
    if (task == NULL) {
        printf("all tasks of this lesson are solved\n");
        return true;
    }
    if (lists) wb_task_introduce(app, task);
    return wb_task_check(app, task);
}

int wb_run_check(wb_app *app)
{
    const wb_options *options = &app->options;
    const wb_task *task = wb_check_task(app);
    const wb_variant *only = wb_check_only(app);
    if (is_about_task(options) && task == NULL) {
        wb_error("--hint, --solution, --give-up and --answer are for tasks");
        return WB_EXIT_USAGE;
    }
    if (!app->checked_before) printf("%s\n", wb_context_name());
    bool good;
    if (task != NULL || wb_check_all_solved(app))
        good = check_task(app, task);
    else if (only == NULL)
        good = check_all(app);
    else if (only->kind == WB_PROJECT || options->project)
        good = wb_project_check(app, only);
    else
        good = check_version(app, only); // a broken one, too: the user sees it fail
    if (app->wrong_usage) return WB_EXIT_USAGE;
    bool written = task == NULL || wb_results_take_task(app, task, good);
    return good && written ? WB_EXIT_GOOD : WB_EXIT_FAILED;
}
