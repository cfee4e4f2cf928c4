// Tasks without code: what is right comes from a run.
#include "lesson/task_check.h"

#include "base/answer.h"
#include "lesson/mode_check.h"
#include "lesson/task_list.h"
#include "os/host.h"
#include "watch/barrier_bits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The right one ---- */

typedef struct asked {
    const wb_task *task;
    char text[WB_MOST_ANSWER];
} asked;

static wb_result ask(wb_app *app, void *user)
{
    asked *a = user;
    (void)app;
    return a->task->answer(a->text, sizeof a->text) ? WB_RIGHT : WB_NOT_RUN;
}

static bool find_right(wb_app *app, asked *a)
{
    const wb_task *task = a->task;
    const wb_variant *variant = wb_find_variant(app->lesson, task->runs);
    const char *settings = task->settings != NULL ? task->settings : "";
    wb_app_choose(app, variant);
    wb_params_restore(app->lesson, &app->defaults);
    return wb_params_set(app->lesson, settings) &&
           wb_check_run(app, settings, task->frames, ask, a) == WB_RIGHT;
}

static void print_why(const wb_task *task)
{
    printf("why:     %s\n", task->why);
    if (task->shows != NULL) printf("see it:  %s\n", wb_as_typed(task->shows));
}

static const char *slip_of(const wb_task *task, const char *given)
{
    for (int i = 0; i < WB_MOST_SLIPS && task->slips[i].answer != NULL; i++)
        if (wb_answer_fits(given, task->slips[i].answer, task->any_order))
            return task->slips[i].but;
    return NULL;
}

// A barrier bit by the name that an answer has after wb_answer_strip().
static bool is_bit(const char *word)
{
    char name[WB_MOST_WORD];
    for (int i = 0; i < WB_BARRIER_BITS; i++) {
        snprintf(name, sizeof name, "%s", wb_barrier_bit_at(i)->name);
        wb_answer_strip(name);
        if (strcmp(word, name) == 0) return true;
    }
    return strcmp(word, "client_mapped_buffer") == 0; // of OpenGL 4.4
}

static void print_bits(void)
{
    for (int i = 0; i < WB_BARRIER_BITS; i++) {
        const char *name = wb_barrier_bit_at(i)->name + strlen("GL_");
        int length = (int)(strlen(name) - strlen("_BARRIER_BIT"));
        printf("%s%.*s", i > 0 ? ", " : "bits:    ", length, name);
    }
    puts(", CLIENT_MAPPED_BUFFER (from OpenGL 4.4)");
}

// True, with the message, if the answer is not of the right one's form: another number of values,
// or a word that is no barrier bit where one is asked for.
static bool print_misfit(const wb_task *task, const char *given, const char *right)
{
    wb_answer_words g, r;
    wb_answer_split(given, &g);
    wb_answer_split_right(right, &r);
    if (g.count != r.count) {
        printf("NOT YET  %-16s %d value%s needed, not %d\n", task->name, r.count,
               r.count == 1 ? " is" : "s are", g.count);
        return true;
    }
    for (int i = 0; i < g.count; i++) {
        if (!is_bit(r.at[i]) || is_bit(g.at[i])) continue;
        printf("NOT YET  %-16s %s is no bit of glMemoryBarrier\n", task->name, g.at[i]);
        print_bits();
        return true;
    }
    return false;
}

static void print_not_yet(const wb_app *app, const wb_task *task, const char *given)
{
    const char *slip = given != NULL ? slip_of(task, given) : NULL;
    const char *label = wb_task_label(app->lesson, task);
    bool by_script = atoi(app->lesson->id) > 0;
    printf("NOT YET  %-16s ", task->name);
    if (given == NULL)
        printf("to answer it: %s %s ...\n", by_script ? WB_SCRIPT " answer" : "--answer",
               by_script ? label : "...");
    else
        printf("%s is not what comes of it%s%s\n", given, slip != NULL ? ": " : "",
               slip != NULL ? slip : "");
}

bool wb_task_answer(wb_app *app, const wb_task *task)
{
    asked a = {.task = task};
    const char *given = app->options.answer;
    if (given == NULL && !app->options.give_up) {
        bool is_solved = wb_task_is_solved(app->lesson, task);
        if (is_solved)
            printf("solved   %s\n", task->name);
        else
            print_not_yet(app, task, NULL);
        return is_solved;
    }
    if (!find_right(app, &a)) {
        wb_error("%s: what is right could not be found out", task->name);
        return false;
    }
    if (app->options.give_up) {
        printf("answer:  %s\n", a.text);
        print_why(task);
        return true;
    }
    if (!wb_answer_fits(given, a.text, task->any_order)) { // what was solved stays solved
        if (slip_of(task, given) != NULL || !print_misfit(task, given, a.text))
            print_not_yet(app, task, given);
        return false;
    }
    printf("solved   %-16s %s\n", task->name, given);
    print_why(task);
    wb_task_keep(app->lesson, task, given);
    return true;
}
