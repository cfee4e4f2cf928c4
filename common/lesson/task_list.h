/* The tasks of a lesson in their order, and which of them are solved.
 *
 * What is solved stands in one file for all lessons: "workbench/progress.json" in $XDG_DATA_HOME,
 * or in ~/.local/share. It is an object with a member for each solved task, "04_life.gas", whose
 * value is "solved", or the answer that was given. tools/tasks.py reads and writes it, too. */
#ifndef WB_LESSON_TASK_LIST_H
#define WB_LESSON_TASK_LIST_H

#include "lesson/lesson.h"
#include "machine/limits.h"

#include <stdio.h>

enum { WB_MOST_ANSWER = 200 }; // bytes of an answer, with its NUL

/* The task with this name, or with this number, which begins at 1; NULL if there is none. */
const wb_task *wb_find_task(const wb_lesson *lesson, const char *word);
int wb_task_number(const wb_lesson *lesson, const wb_task *task);

/* "4.2"; of a lesson without a number the task's name. The text lives until the next call. */
const char *wb_task_label(const wb_lesson *lesson, const wb_task *task);

/* "predict", "line"; "solved", "next", "open". */
const char *wb_task_kind_name(wb_task_kind kind);
const char *wb_task_state(const wb_lesson *lesson, const wb_task *task);

/* The variant of a task that is code, else NULL; and the task of a variant, else NULL. */
const wb_variant *wb_task_variant(const wb_lesson *lesson, const wb_task *task);
const wb_task *wb_variant_task(const wb_lesson *lesson, const wb_variant *variant);

/* The first task that is not solved; NULL if all are. */
const wb_task *wb_next_task(const wb_lesson *lesson);

/* The files to edit: "shaders/04_life/tasks/wide.comp and lessons/04_life/tasks/wide.c"; "" if
 * there are none. */
const char *wb_task_files(const wb_lesson *lesson, const wb_task *task, char *text, size_t size);

/* Whether C can be built: not in the folder that ./wb dist makes. */
#ifdef WB_DIST
enum { WB_CAN_BUILD = 0 };
#else
enum { WB_CAN_BUILD = 1 };
#endif

/* A text of a lesson, with the commands in it as a shell here takes them, until the next call. */
const char *wb_as_typed(const char *text);

/* What it may cost. Where the task says nothing of it, 3 % of a group's invocations have to work at
 * a time: one that does all alone has not understood what a group is for. */
wb_limits wb_task_limits(const wb_task *task);

/* Prints a line for each task, with its state. */
void wb_tasks_print(const wb_lesson *lesson);

/* The same as JSON: objects with commas between them. */
void wb_tasks_write_json(const wb_lesson *lesson, FILE *file);

/* The file with the record; "" if there is no home for it. */
void wb_task_record(char *path, size_t size);

/* Whether the task is on record as solved; and puts that on record, with the answer or "solved", or
 * takes it back (NULL). If the record cannot be written, a message says so, once. */
bool wb_task_is_solved(const wb_lesson *lesson, const wb_task *task);
void wb_task_keep(const wb_lesson *lesson, const wb_task *task, const char *answer);

#endif
