/* --check of an exercise: is the learner's kernel right? */
#ifndef WB_LESSON_EXERCISE_H
#define WB_LESSON_EXERCISE_H

#include "lesson/app.h"

/* Checks it, prints how it went, and help if it is not solved: the task, hints, our solution, as
 * the command line asks for. Whether it is solved; with data or frames of one's own, which may be
 * too few to tell, whether it is right there. */
bool wb_exercise_check(wb_app *app, const wb_variant *variant);

/* Prints in a line whether it is solved: it is no fault of the lesson if not. */
void wb_exercise_tell(wb_app *app, const wb_variant *variant);

/* Runs the cases of a variant, which were right, in the kernel machine for a few seconds, the
 * smallest first. If there is a fault in a kernel, says so and returns false. True also, with a
 * note, without glslangValidator. */
bool wb_exercise_in_machine(wb_app *app, const wb_variant *variant);

#endif
