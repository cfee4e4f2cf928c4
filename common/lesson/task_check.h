/* --check of what learners do: a task, or a project (--check --project). */
#ifndef WB_LESSON_TASK_CHECK_H
#define WB_LESSON_TASK_CHECK_H

#include "lesson/app.h"

/* Checks the task, and prints how it went; if it is not solved, also help, as the command line asks
 * for it: what to do, hints, our solution. Returns whether it is solved, which goes on record; or,
 * with the user's own data or number of frames, which may be too little to tell, whether it is
 * right there. */
bool wb_task_check(wb_app *app, const wb_task *task);

/* The same of a task without code, with the answer that the command line gives; without the help.
 */
bool wb_task_answer(wb_app *app, const wb_task *task);

/* Prints the task's number and title, and its files; under --watch also what to do. */
void wb_task_introduce(const wb_app *app, const wb_task *task);

/* Prints that the task is not solved, and where it is; the reason has been printed. */
void wb_task_not_yet(const wb_app *app, const wb_task *task);

/* Runs the project's acceptance checks on the variant, which may be any, and prints for each
 * whether it is met, with what was measured. Whether all are met, and the kernel machine finds no
 * fault. */
bool wb_project_check(wb_app *app, const wb_variant *variant);

/* Prints in a line what there is to do in the project. */
void wb_project_tell(const wb_app *app, const wb_variant *variant);

#endif
