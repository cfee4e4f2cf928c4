// What the kernel machine finds in a case whose values are wrong.
#include "lesson/explain.h"

#include "base/memory.h"
#include "base/text.h"
#include "lesson/kernels.h"
#include "lesson/mode_check.h"
#include "lesson/task_list.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

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

// Runs the case that has failed, whose parameters are set, in the machine.
static wb_kernels_first look_inside(wb_app *app)
{
    enum { MOST_S = 4 }; // the learner waits for it
    if (!wb_kernels_possible(NULL)) return (wb_kernels_first){0};
    wb_kernels_take_back(0); // what was found before the last save
    wb_message_redirect(wb_message_drop, NULL);
    wb_kernels_begin(&(wb_kernels_desc){.quiet = true, .most_s = MOST_S});
    wb_check_case(app, "");
    wb_kernels_end();
    wb_message_redirect(NULL, NULL);
    return wb_kernels_first_finding();
}

static void print_finding(const wb_app *app, const wb_kernels_first *first)
{
    char command[2000];
    wb_note("what the kernel machine found on this case: %s\nto stop there: %s",
            first->finding->text, debug_command(app, first, command, sizeof command));
}

// A fault in a kernel that the learner has not written is a consequence of what is wrong.
static bool is_consequence(const wb_variant *variant, const wb_finding *f)
{
    return variant->kind == WB_TASK && f->at.file != NULL &&
           strcmp(f->at.file, variant->kernel) != 0 &&
           (f->earlier.file == NULL || strcmp(f->earlier.file, variant->kernel) != 0);
}

// Of a task in which every frame has an answer, the first frame that goes wrong says more than
// the last: what is wrong there comes in place of the messages.
static void look_earlier(wb_app *app, int cases, waiting *messages)
{
    bool own = wb_check_has_own_case(app);
    const char *what = own ? "the parameters given" : wb_cases_of(app->lesson, app->variant)[cases];
    bool has_answers = app->variant->kind == WB_TASK && app->part->verify == NULL;
    if (!has_answers || app->part->check_frames < 2 || app->options.frames > 0) return;
    for (int frames = 1; frames <= 2; frames++) {
        waiting early = {0};
        app->options.frames = frames;
        wb_message_redirect(keep_message, &early);
        bool is_wrong = wb_check_case(app, what) == WB_WRONG;
        wb_message_redirect(NULL, NULL);
        waiting *other = is_wrong ? messages : &early;
        for (int i = 0; i < other->count; i++) free(other->at[i].text);
        free(other->at);
        if (is_wrong) *messages = early;
        if (is_wrong) break;
    }
    app->options.frames = WB_FRAMES_NOT_GIVEN;
}

// Of a task with lines in C, whose dispatches and clears are the learner's as well: whether it goes
// wrong in a later frame only.
static void look_at_first(wb_app *app, waiting *messages)
{
    const wb_task *task = wb_variant_task(app->lesson, app->variant);
    if (task == NULL || !task->has_host || app->part->verify == NULL) return;
    if (app->part->check_frames < 2 || app->options.frames > 0) return;
    app->options.frames = 1;
    wb_message_redirect(wb_message_drop, NULL);
    bool is_right = wb_check_case(app, "") == WB_RIGHT;
    wb_message_redirect(NULL, NULL);
    app->options.frames = WB_FRAMES_NOT_GIVEN;
    if (is_right)
        keep_message(WB_NOTE,
                     "after the first frame alone the result is right: what is left of it when the "
                     "second begins?",
                     messages);
}

wb_result wb_check_explained(wb_app *app, const wb_variant *variant, int *cases)
{
    waiting messages = {0};
    if (app->options.kernels || app->options.counters) return wb_check_variant(app, variant, cases);
    wb_message_redirect(keep_message, &messages);
    wb_result result = wb_check_variant(app, variant, cases);
    wb_message_redirect(NULL, NULL);
    wb_kernels_first first = {0};
    if (result == WB_WRONG && !app->wrong_usage && !app->has_refused_call) {
        look_earlier(app, *cases, &messages);
        look_at_first(app, &messages);
        first = look_inside(app);
    }
    bool is_later = first.finding != NULL && is_consequence(variant, first.finding);
    if (first.finding != NULL && !is_later) print_finding(app, &first);
    print_messages(&messages);
    if (is_later) print_finding(app, &first);
    return result;
}
