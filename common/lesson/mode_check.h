/* --check: a variant against the oracle, under the barrier checker. */
#ifndef WB_LESSON_MODE_CHECK_H
#define WB_LESSON_MODE_CHECK_H

#include "base/message.h"
#include "lesson/app.h"

/* Runs the cases of one variant, of --quick the first three, until one is not right. `cases`
 * becomes how many were right. */
wb_result wb_check_variant(wb_app *app, const wb_variant *variant, int *cases);

/* The task that the command line asks to check, by name, as a variant, or because it is the next;
 * and the one variant: the task's, or another. NULL: none, or all of them. */
const wb_task *wb_check_task(const wb_app *app);

/* The next task is asked for, and there is none that is open. */
bool wb_check_all_solved(const wb_app *app);
const wb_variant *wb_check_only(const wb_app *app);

/* Whether the command line says what to check on, in place of the lesson's cases. */
bool wb_check_has_own_case(const wb_app *app);

/* Runs one case of the chosen variant, whose parameters are set. `what` names the case, for the
 * message that a failure needs. */
wb_result wb_check_case(wb_app *app, const char *what);

/* The same for a number of frames, after which `verdict` says whether the state is right. */
typedef wb_result (*wb_check_verdict)(wb_app *app, void *user);
wb_result wb_check_run(wb_app *app, const char *what, int frames, wb_check_verdict verdict,
                       void *user);

/* What the user types to open the chosen variant in the debugger, with the parameters as they are.
 * Returns `text`. */
const char *wb_check_debug_command(const wb_app *app, char *text, size_t size);

/* Runs the cases of a variant whose check has passed once more, in the kernel machine as well, from
 * the smallest to the largest: until one is not right, the variant's `finding` has been found, or a
 * few seconds have passed. wb_kernels_findings() are then those of this run, and not printed. False
 * without glslangValidator; *lacking then says what is missing, as wb_kernels_possible() does. */
bool wb_check_in_machine(wb_app *app, const wb_variant *variant, const char **lacking);

/* For wb_message_redirect(): keeps the first line of the first message in `user`, a char[200] that
 * holds "" at first. */
void wb_check_keep_first(wb_severity severity, const char *text, void *user);

#endif
