/* --check: every version against the oracle. */
#ifndef WB_MODE_CHECK_H
#define WB_MODE_CHECK_H

#include "lesson/app.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Checks what the command line asks for, and prints how it went. Returns an exit status. */
int wb_run_check(wb_app *app);

/* Runs the cases of one variant until one is not right, against the oracle and under the barrier
 * checker. `cases` becomes how many were right. */
wb_result wb_check_variant(wb_app *app, const wb_variant *variant, int *cases);

/* Runs the cases of a variant, which were right, in the kernel machine for a few seconds, the
 * smallest first. If there is a fault in a kernel, says so and returns false. True also, with a
 * note, without glslangValidator. */
bool wb_check_in_machine(wb_app *app, const wb_variant *variant);

#ifdef __cplusplus
}
#endif
#endif
