/* What kernels say: WB_LOG(value) and WB_ASSERT(condition) of shaders/log/log.glsl.
 *
 * Their records go into a buffer at storage binding 15, which is read and emptied after each
 * dispatch of a program that has them; such a dispatch is waited for. What was logged is printed as
 * wb_note(), the first lines of it; an assertion that does not hold is a finding, "assertion". Both
 * come in the order of the kernel's lines and of the invocations, so that they are the same in
 * every run, unless there was no room for all. */
#ifndef WB_WATCH_LOG_H
#define WB_WATCH_LOG_H

#include "base/finding.h"

/* Listens from now on if a program has been made that logs; to be called before each step. False,
 * with a message, if the driver has too few bindings. With a current context, between
 * wb_dispatch_begin() and wb_dispatch_end(). */
bool wb_log_begin(void);

/* The assertions that did not hold, each once. */
const wb_findings *wb_log_findings(void);

/* How often one did not, in all dispatches so far. */
int wb_log_denials(void);

/* The index-th line that the last dispatch logged; NULL past the end. */
const char *wb_log_line(int index);

/* Forgets all, and deletes the buffer. */
void wb_log_quit(void);

#endif
