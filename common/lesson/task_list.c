#include "lesson/task_list.h"

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "os/host.h"
#include "os/path.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The list ---- */

const wb_task *wb_find_task(const wb_lesson *lesson, const char *word)
{
    const wb_task *t = lesson->tasks;
    for (int number = 1; t != NULL && t->name != NULL; t++, number++) {
        char *end;
        if (strcmp(t->name, word) == 0) return t;
        if (strtol(word, &end, 10) == number && *end == '\0') return t;
    }
    return NULL;
}

int wb_task_number(const wb_lesson *lesson, const wb_task *task)
{
    return (int)(task - lesson->tasks) + 1;
}

const char *wb_task_label(const wb_lesson *lesson, const wb_task *task)
{
    static char text[100];
    int number = atoi(lesson->id);
    if (number <= 0) return task->name;
    snprintf(text, sizeof text, "%d.%d", number, wb_task_number(lesson, task));
    return text;
}

const char *wb_task_kind_name(wb_task_kind kind)
{
    static const char *const names[] = {
        [WB_PREDICT] = "predict", [WB_LOOK] = "look",     [WB_REPAIR] = "repair",
        [WB_LINE] = "line",       [WB_EXTEND] = "extend", [WB_BLANK] = "blank"};
    return names[kind];
}

const char *wb_task_state(const wb_lesson *lesson, const wb_task *task)
{
    if (wb_task_is_solved(lesson, task)) return "solved";
    return task == wb_next_task(lesson) ? "next" : "open";
}

const wb_variant *wb_task_variant(const wb_lesson *lesson, const wb_task *task)
{
    for (const wb_variant *v = lesson->variants; v->name != NULL; v++)
        if (v->kind == WB_TASK && strcmp(v->name, task->name) == 0) return v;
    return NULL;
}

const wb_task *wb_variant_task(const wb_lesson *lesson, const wb_variant *variant)
{
    return variant->kind == WB_TASK ? wb_find_task(lesson, variant->name) : NULL;
}

const wb_task *wb_next_task(const wb_lesson *lesson)
{
    for (const wb_task *t = lesson->tasks; t != NULL && t->name != NULL; t++)
        if (!wb_task_is_solved(lesson, t)) return t;
    return NULL;
}

const char *wb_task_files(const wb_lesson *lesson, const wb_task *task, char *text, size_t size)
{
    const wb_variant *variant = wb_task_variant(lesson, task);
    snprintf(text, size, "%s%s", variant != NULL ? "shaders/" : "",
             variant != NULL ? variant->kernel : "");
    if (task->has_host || task->is_host)
        wb_text_append(text, size, "%slessons/%s/tasks/%s.c", task->has_host ? " and " : "",
                       lesson->id, task->name);
    return text;
}

_Static_assert(sizeof WB_SCRIPT == sizeof "./wb", "the one name takes the other's place");

const char *wb_as_typed(const char *text)
{
    static char typed[2000];
    snprintf(typed, sizeof typed, "%s", text);
    for (char *at = typed; (at = strstr(at, "./wb ")) != NULL; at++)
        memcpy(at, WB_SCRIPT, strlen(WB_SCRIPT));
    return typed;
}

void wb_tasks_print(const wb_lesson *lesson)
{
    for (const wb_task *t = lesson->tasks; t != NULL && t->name != NULL; t++) {
        const char *state = wb_task_state(lesson, t);
        printf("%s %-7s %-5s %-8s %3d min  %s\n", *state == 'n' ? ">" : " ", state,
               wb_task_label(lesson, t), wb_task_kind_name(t->kind), t->minutes, t->title);
    }
}

static void write_text(FILE *file, const char *name, const char *text)
{
    fprintf(file, "\"%s\": ", name);
    wb_json_string(file, text);
    fputs(", ", file);
}

static void write_slips(FILE *file, const wb_task *task)
{
    fputs("\"slips\": [", file);
    for (int i = 0; i < WB_MOST_SLIPS && task->slips[i].answer != NULL; i++) {
        fputs(i > 0 ? ", {" : "{", file);
        write_text(file, "answer", task->slips[i].answer);
        fputs("\"but\": ", file);
        wb_json_string(file, task->slips[i].but);
        fputc('}', file);
    }
    fputs("], ", file);
}

static void write_hints(FILE *file, const wb_task *task)
{
    fputs("\"hints\": [", file);
    for (int i = 0; i < WB_MOST_HINTS && task->hints[i] != NULL; i++) {
        if (i > 0) fputs(", ", file);
        wb_json_string(file, task->hints[i]);
    }
    fputs("], ", file);
}

wb_limits wb_task_limits(const wb_task *task)
{
    const double least_active = task->least_active > 0.0 ? task->least_active : 0.03;
    return (wb_limits){.most_loads = task->most_loads,
                       .most_atomics = task->most_atomics,
                       .most_instructions = task->most_instructions,
                       .most_sectors = task->most_sectors,
                       .most_ways = task->most_ways,
                       .least_loads = task->least_loads,
                       .least_active = least_active};
}

// What it may cost, in the order of machine/limits.h.
static void write_limits(FILE *file, const wb_task *t)
{
    wb_limits l = wb_task_limits(t);
    fprintf(file, "\"limits\": [%g, %g, %g, %g, %g, %g, %g], \"once\": %s, \"repeatable\": %s, ",
            l.most_loads, l.most_atomics, l.most_instructions, l.most_sectors, l.most_ways,
            l.least_loads, l.least_active, t->once ? "true" : "false",
            t->repeatable ? "true" : "false");
}

void wb_tasks_write_json(const wb_lesson *lesson, FILE *file)
{
    char files[400];
    for (const wb_task *t = lesson->tasks; t != NULL && t->name != NULL; t++) {
        const wb_variant *variant = wb_task_variant(lesson, t);
        fputs(t > lesson->tasks ? ",\n    {" : "\n    {", file);
        write_text(file, "name", t->name);
        write_text(file, "kind", wb_task_kind_name(t->kind));
        write_text(file, "title", t->title);
        write_text(file, "demand", t->demand);
        write_text(file, "state", wb_task_state(lesson, t));
        write_text(file, "kernel", variant != NULL ? variant->kernel : NULL);
        write_text(file, "files", wb_task_files(lesson, t, files, sizeof files));
        write_text(file, "shows", t->shows);
        write_text(file, "why", t->why);
        write_text(file, "but", t->but);
        write_hints(file, t);
        write_slips(file, t);
        write_limits(file, t);
        fprintf(file, "\"any_order\": %s, ", t->any_order ? "true" : "false");
        fprintf(file, "\"host\": %s, \"number\": %d, \"minutes\": %d}",
                t->has_host || t->is_host ? "true" : "false", wb_task_number(lesson, t),
                t->minutes);
    }
}

/* ---- What is solved ---- */

void wb_task_record(char *path, size_t size)
{
    *path = '\0';
    if (wb_path_data(path, size)) wb_text_append(path, size, "/workbench/progress.json");
}

static char *read_record(void)
{
    char path[WB_PATH_SIZE];
    wb_task_record(path, sizeof path);
    return *path != '\0' && wb_path_is_readable(path) ? wb_file_read(path, NULL) : NULL;
}

// The next string in quotation marks, without escapes, which the record does not need. Returns what
// is behind it, or NULL.
static const char *next_string(const char *text, char *string, size_t size)
{
    const char *begin = strchr(text, '"'), *end = begin != NULL ? strchr(begin + 1, '"') : NULL;
    if (end == NULL) return NULL;
    snprintf(string, size, "%.*s", (int)(end - begin - 1), begin + 1);
    return end + 1;
}

static void key_of(const wb_lesson *lesson, const wb_task *task, char *key, size_t size)
{
    snprintf(key, size, "%s.%s", lesson->id, task->name);
}

bool wb_task_is_solved(const wb_lesson *lesson, const wb_task *task)
{
    char wanted[WB_MOST_ANSWER], key[WB_MOST_ANSWER], value[WB_MOST_ANSWER];
    char *record = read_record();
    bool found = false;
    key_of(lesson, task, wanted, sizeof wanted);
    for (const char *at = record; at != NULL && !found;) {
        at = next_string(at, key, sizeof key);
        if (at != NULL) at = next_string(at, value, sizeof value);
        found = at != NULL && strcmp(key, wanted) == 0;
    }
    free(record);
    return found;
}

static void write_member(FILE *file, const char *key, const char *value)
{
    bool is_first = ftell(file) < 2;
    fprintf(file, "%s\n  \"%s\": \"%s\"", is_first ? "{" : ",", key, value);
}

// All members but that of the key.
static void copy_record(FILE *file, const char *record, const char *without)
{
    char key[WB_MOST_ANSWER], value[WB_MOST_ANSWER];
    for (const char *at = record; at != NULL;) {
        at = next_string(at, key, sizeof key);
        if (at != NULL) at = next_string(at, value, sizeof value);
        if (at != NULL && strcmp(key, without) != 0) write_member(file, key, value);
    }
}

void wb_task_keep(const wb_lesson *lesson, const wb_task *task, const char *answer)
{
    static wb_output output;
    static bool has_failed;
    char key[WB_MOST_ANSWER], path[WB_PATH_SIZE], plain[WB_MOST_ANSWER];
    if (has_failed || (answer == NULL && !wb_task_is_solved(lesson, task))) return;
    char *record = read_record();
    key_of(lesson, task, key, sizeof key);
    wb_task_record(path, sizeof path);
    if (*path != '\0') wb_path_make_directories_above(path);
    has_failed = *path == '\0' || !wb_file_create(&output, path);
    if (!has_failed) {
        copy_record(output.stream, record, key);
        if (answer != NULL) {
            snprintf(plain, sizeof plain, "%s", answer);
            for (char *c = plain; *c != '\0'; c++)
                if (*c == '"' || *c == '\\' || !isprint((unsigned char)*c)) *c = ' ';
            write_member(output.stream, key, plain);
        }
        fprintf(output.stream, "%s\n}\n", ftell(output.stream) < 2 ? "{" : "");
        has_failed = !wb_file_commit(&output);
    }
    free(record);
    if (has_failed) wb_note("it is not kept that %s is solved", key);
}
