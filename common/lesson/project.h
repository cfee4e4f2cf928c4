/* --check --project: are the acceptance checks of a learner's project met? */
#ifndef WB_LESSON_PROJECT_H
#define WB_LESSON_PROJECT_H

#include "lesson/app.h"

/* Runs the lesson's acceptance checks on the variant, which may be any, and prints for each whether
 * it is met, with what was measured. Whether all are, and the kernel machine finds no fault. */
bool wb_project_check(wb_app *app, const wb_variant *variant);

/* Prints in a line what there is to do. */
void wb_project_tell(const wb_app *app, const wb_variant *variant);

#endif
