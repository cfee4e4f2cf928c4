/* --check of what learners write: an exercise, or a project (--check --project). */
#ifndef WB_LESSON_EXERCISE_H
#define WB_LESSON_EXERCISE_H

#include "lesson/app.h"

/* Checks the exercise, and prints how it went; if it is not solved, also help, as the command line
 * asks for it: the task, hints, our solution. Returns whether the exercise is solved; or, with the
 * user's own data or number of frames, which may be too little to tell, whether it is right there.
 */
bool wb_exercise_check(wb_app *app, const wb_variant *variant);

/* Prints in a line whether the exercise is solved. If not, the lesson is still good. */
void wb_exercise_tell(wb_app *app, const wb_variant *variant);

/* Runs the cases of a variant whose check has passed in the kernel machine, for a few seconds, the
 * smallest case first. False, with the fault on stdout, if a kernel has one. Without
 * glslangValidator: true, with a note. */
bool wb_exercise_in_machine(wb_app *app, const wb_variant *variant);

/* Runs the project's acceptance checks on the variant, which may be any, and prints for each
 * whether it is met, with what was measured. Whether all are met, and the kernel machine finds no
 * fault. */
bool wb_project_check(wb_app *app, const wb_variant *variant);

/* Prints in a line what there is to do in the project. */
void wb_project_tell(const wb_app *app, const wb_variant *variant);

#endif
