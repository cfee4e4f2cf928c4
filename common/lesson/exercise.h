/* --check of what learners write: an exercise, or a project (--check --project). */
#ifndef WB_LESSON_EXERCISE_H
#define WB_LESSON_EXERCISE_H

#include "lesson/app.h"

/* Checks the exercise, and prints how it went; if it is not solved, also help, as the command line
 * asks for it: the task, hints, our solution. Returns whether the exercise is solved; or, with the
 * user's own data or number of frames, which may be too little to tell, whether it is right there.
 */
bool wb_exercise_check(wb_app *app, const wb_variant *variant);

/* Prints what --watch begins with: the exercise's name, its files, and its task. */
void wb_exercise_introduce(const wb_variant *variant);

/* Prints that the exercise is not solved, and where it is; the reason has been printed. */
void wb_exercise_not_yet(const wb_variant *variant);

/* Prints in a line whether the exercise is solved. If not, the lesson is still good. */
void wb_exercise_tell(wb_app *app, const wb_variant *variant);

/* Runs the project's acceptance checks on the variant, which may be any, and prints for each
 * whether it is met, with what was measured. Whether all are met, and the kernel machine finds no
 * fault. */
bool wb_project_check(wb_app *app, const wb_variant *variant);

/* Prints in a line what there is to do in the project. */
void wb_project_tell(const wb_app *app, const wb_variant *variant);

#endif
