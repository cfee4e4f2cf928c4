// Tasks without code: what is right comes from a run.
#include "lesson/task_check.h"

#include "lesson/mode_check.h"
#include "lesson/task_list.h"
#include "watch/barrier_bits.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- Two answers ---- */

enum { MOST_WORDS = 16, MOST_WORD = 48 };

typedef struct words {
    char at[MOST_WORDS][MOST_WORD];
    int count;
} words;

static bool says_nothing(const char *word)
{
    static const char *const fillers[] = {
        "and",  "or",     "the",     "in",   "at",    "lane",    "lanes",    "cell", "cells", "row",
        "rows", "column", "columns", "line", "lines", "binding", "bindings", "bit",  "bits"};
    const char *letter = word;
    while (*letter != '\0' && !isalnum((unsigned char)*letter)) letter++;
    if (*letter == '\0') return true;
    for (size_t i = 0; i < sizeof fillers / sizeof *fillers; i++)
        if (strcasecmp(word, fillers[i]) == 0) return true;
    return false;
}

// GL_BUFFER_UPDATE_BARRIER_BIT becomes buffer_update.
static void strip(char *word)
{
    static const char *const ends[] = {"_barrier_bit", "_bit", "()", "."};
    for (char *c = word; *c != '\0'; c++)
        *c = *c == '-' && c != word ? '_' : (char)tolower((unsigned char)*c);
    if (strncmp(word, "gl_", 3) == 0) memmove(word, word + 3, strlen(word) - 2);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        size_t length = strlen(word), end = strlen(ends[i]);
        if (length > end && strcmp(word + length - end, ends[i]) == 0) word[length - end] = '\0';
    }
}

// 1,024 is a number, and 3,4 are two.
static bool is_in_number(const char *text, const char *comma)
{
    return *comma == ',' && comma > text && isdigit((unsigned char)comma[-1]) &&
           isdigit((unsigned char)comma[1]) && isdigit((unsigned char)comma[2]) &&
           isdigit((unsigned char)comma[3]) && !isdigit((unsigned char)comma[4]);
}

static void split(const char *text, words *w)
{
    const char *at = text;
    for (w->count = 0; *at != '\0' && w->count < MOST_WORDS;) {
        char *word = w->at[w->count];
        int length = 0;
        for (; *at != '\0' && (strchr(" ,;:/&\t\n", *at) == NULL || is_in_number(text, at)); at++)
            if (*at != ',' && length < MOST_WORD - 1) word[length++] = *at;
        word[length] = '\0';
        if (length > 0 && !says_nothing(word)) {
            strip(word);
            w->count++;
        }
        at += strspn(at, " ,;:/&\t\n");
    }
}

static bool is_same(const char *given, const char *right)
{
    char *given_end, *right_end;
    double a = strtod(given, &given_end), b = strtod(right, &right_end);
    if (*given_end != '\0' || *right_end != '\0') return strcmp(given, right) == 0;
    return fabs(a - b) <= (strchr(right, '.') != NULL ? 0.01 * fabs(b) : 0.0);
}

// `right` may have several spellings.
static bool is_one_of(const char *given, const char *right)
{
    char spelling[MOST_WORD];
    for (const char *at = right;; at += strcspn(at, "|") + 1) {
        snprintf(spelling, sizeof spelling, "%.*s", (int)strcspn(at, "|"), at);
        strip(spelling);
        if (is_same(given, spelling)) return true;
        if (strchr(at, '|') == NULL) return false;
    }
}

bool wb_answer_fits(const char *given, const char *right, bool any_order)
{
    words g, r;
    bool used[MOST_WORDS] = {false};
    split(given, &g);
    split(right, &r);
    if (g.count != r.count) return false;
    for (int i = 0; i < g.count; i++) {
        int k = any_order ? 0 : i, end = any_order ? r.count : i + 1;
        while (k < end && (used[k] || !is_one_of(g.at[i], r.at[k]))) k++;
        if (k == end) return false;
        used[k] = true;
    }
    return g.count > 0;
}

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
    if (task->shows != NULL) printf("see it:  %s\n", task->shows);
}

static const char *slip_of(const wb_task *task, const char *given)
{
    for (int i = 0; i < WB_MOST_SLIPS && task->slips[i].answer != NULL; i++)
        if (wb_answer_fits(given, task->slips[i].answer, task->any_order))
            return task->slips[i].but;
    return NULL;
}

// A barrier bit by the name that an answer has after strip().
static bool is_bit(const char *word)
{
    char name[MOST_WORD];
    for (int i = 0; i < WB_BARRIER_BITS; i++) {
        snprintf(name, sizeof name, "%s", wb_barrier_bit_at(i)->name);
        strip(name);
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
    words g, r;
    split(given, &g);
    split(right, &r);
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
        printf("to answer it: %s %s ...\n", by_script ? "./wb answer" : "--answer",
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
        print_not_yet(app, task, NULL);
        return false;
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
    if (!wb_answer_fits(given, a.text, task->any_order)) {
        if (!print_misfit(task, given, a.text)) print_not_yet(app, task, given);
        wb_task_keep(app->lesson, task, NULL);
        return false;
    }
    printf("solved   %-16s %s\n", task->name, given);
    print_why(task);
    wb_task_keep(app->lesson, task, given);
    return true;
}
