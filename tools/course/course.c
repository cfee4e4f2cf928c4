#include "course.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/message.h"
#include "lesson/task_list.h"
#include "os/host.h"
#include "os/path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Reading ---- */

// Takes the next word off a line, which has tabs between its words.
static const char *take(char **line)
{
    char *word = *line, *end = word + strcspn(word, "\t");
    *line = *end != '\0' ? end + 1 : end;
    *end = '\0';
    return word;
}

static void add_lesson(course *c, int *capacity, char *line)
{
    c->lessons = wb_grow(c->lessons, capacity, c->lesson_count + 1, sizeof *c->lessons);
    course_lesson *l = &c->lessons[c->lesson_count++];
    l->id = take(&line);
    l->title = take(&line);
    l->page = take(&line);
    l->picture = take(&line);
}

static void add_task(course *c, int *capacity, const char *record, char *line)
{
    char key[200];
    c->tasks = wb_grow(c->tasks, capacity, c->task_count + 1, sizeof *c->tasks);
    course_task *t = &c->tasks[c->task_count++];
    t->lesson = take(&line);
    t->name = take(&line);
    t->label = take(&line);
    t->kind = take(&line);
    t->minutes = take(&line);
    t->title = take(&line);
    t->files = take(&line);
    t->page = take(&line);
    t->demand = take(&line);
    t->is_said = strcmp(t->kind, "predict") == 0 || strcmp(t->kind, "look") == 0;
    t->needs_compiler = strstr(t->files, ".c") != NULL && strstr(t->files, "lessons/") != NULL;
    snprintf(key, sizeof key, "\"%s.%s\"", t->lesson, t->name);
    t->is_solved = strstr(record, key) != NULL;
}

// Tasks stand behind their lesson.
static void count_tasks(course *c)
{
    const course_task *task = c->tasks, *end = c->tasks + c->task_count;
    for (course_lesson *l = c->lessons; l < c->lessons + c->lesson_count; l++) {
        l->tasks = task;
        for (; task < end && strcmp(task->lesson, l->id) == 0; task++) {
            l->task_count++;
            l->solved_count += task->is_solved;
        }
    }
}

// The record of solved tasks as it stands; "" before the first.
static char *read_record(void)
{
    char path[COURSE_PATH];
    wb_task_record(path, sizeof path);
    char *record = path[0] != '\0' && wb_path_is_readable(path) ? wb_file_read(path, NULL) : NULL;
    return record != NULL ? record : wb_or_end(calloc(1, 1));
}

static void read_lines(course *c)
{
    int lesson_capacity = 0, task_capacity = 0;
    char *record = read_record();
    for (char *line = c->text, *next; *line != '\0'; line = next) {
        next = line + strcspn(line, "\r\n");
        while (*next == '\r' || *next == '\n') *next++ = '\0';
        const char *kind = take(&line);
        if (strcmp(kind, "lesson") == 0) add_lesson(c, &lesson_capacity, line);
        if (strcmp(kind, "task") == 0) add_task(c, &task_capacity, record, line);
    }
    free(record);
    count_tasks(c);
}

bool course_read(course *c)
{
    char path[COURSE_PATH];
    course_free(c);
    if (!wb_file_find_above("course.txt", path, sizeof path)) {
        wb_error("there is no course.txt in the folder of this program, or above it\n"
                 "what to do: unpack all of the archive, and leave its files together");
        return false;
    }
    c->text = wb_file_read(path, NULL);
    if (c->text == NULL) return false;
    snprintf(c->folder, sizeof c->folder, "%.*s", (int)(strrchr(path, '/') - path), path);
    read_lines(c);
    return true;
}

void course_free(course *c)
{
    free(c->text);
    free(c->lessons);
    free(c->tasks);
    *c = (course){0};
}

/* ---- Finding ---- */

static bool is_whole(const course_lesson *l, const char *word)
{
    int number = atoi(word);
    bool is_number = word[0] != '\0' && strspn(word, "0123456789") == strlen(word);
    return is_number ? atoi(l->id) == number
                     : strcmp(l->id, word) == 0 || strcmp(l->id + 3, word) == 0;
}

const course_lesson *course_find(const course *c, const char *word)
{
    const course_lesson *partial = NULL;
    int count = 0;
    for (int i = 0; i < c->lesson_count; i++) {
        if (is_whole(&c->lessons[i], word)) return &c->lessons[i];
        if (strstr(c->lessons[i].id, word) == NULL) continue;
        partial = &c->lessons[i];
        count++;
    }
    if (count == 1) return partial;
    wb_error(count > 1 ? "more than one lesson has '%s' in its name\nwhat to do: " WB_SCRIPT " list"
                       : "there is no lesson '%s'\nwhat to do: " WB_SCRIPT " list",
             word);
    return NULL;
}

const course_task *course_next(const course *c)
{
    for (int i = 0; i < c->task_count; i++)
        if (!c->tasks[i].is_solved && !c->tasks[i].needs_compiler) return &c->tasks[i];
    return NULL;
}

void course_program(const course *c, const char *name, char *path)
{
    snprintf(path, COURSE_PATH, "%.1000s/bin/%.100s", c->folder, name);
}
