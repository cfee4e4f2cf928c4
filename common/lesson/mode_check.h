/* --check: every version against the oracle. */
#ifndef WB_LESSON_MODE_CHECK_H
#define WB_LESSON_MODE_CHECK_H

#include "base/message.h"
#include "lesson/app.h"

/* Checks what the command line asks for, and prints how it went. Returns an exit status. */
int wb_run_check(wb_app *app);

/* Runs the cases of one variant until one is not right, against the oracle and under the barrier
 * checker. `cases` becomes how many were right. */
wb_result wb_check_variant(wb_app *app, const wb_variant *variant, int *cases);

/* Whether the command line says what to check on, in place of the lesson's cases. */
bool wb_check_has_own_case(const wb_app *app);

/* Runs one case of the variant that was chosen, whose parameters are set, against the oracle and
 * under the barrier checker. `what` says which case, for the message that a failure needs. */
wb_result wb_check_case(wb_app *app, const char *what);

/* The same for so many frames, after which `verdict` says whether the state is right. */
typedef wb_result (*wb_check_verdict)(wb_app *app, void *user);
wb_result wb_check_run(wb_app *app, const char *what, int frames, wb_check_verdict verdict,
                       void *user);

/* How much memory that case of the last variant that was right took: what one can do with it takes
 * as long. */
int64_t wb_check_bytes(int number);

/* For wb_message_redirect(): keeps the first line of the first message in `user`, char[200] that
 * begin with a 0. */
void wb_check_keep_first(wb_severity severity, const char *text, void *user);

#endif
