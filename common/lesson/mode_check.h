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

#ifdef __cplusplus
}
#endif
#endif
