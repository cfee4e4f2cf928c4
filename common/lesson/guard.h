/* Keeps kernels from the driver that it might never come back from. A kernel that was edited
 * (gl/program.h says which) is looked into before its first dispatch: the kernel machine
 * runs the first, the middle and the last work group on copies of what the dispatch works on, for a
 * tenth of a second at most.
 *
 * It refuses
 * - a loop that does not end: nothing changes any more in it, an invocation has more than a
 *   thousand million instructions left in it at the pace that it has, or it comes no nearer to its
 *   end at all;
 * - a barrier() that not all invocations of a group reach, in the same turn of a loop;
 * - an index beyond an array in shared memory.
 * A loop that is only long runs; what comes after it is then not looked at. What the machine
 * cannot run goes to the driver, with a note.
 *
 * If a refused kernel was reloaded, the programs from before the reload go on. Otherwise nothing
 * is dispatched any more until the lesson starts anew. */
#ifndef WB_LESSON_GUARD_H
#define WB_LESSON_GUARD_H

#include <stdbool.h>

/* Between these two it looks. They need a current context, and wb_dispatch_begin() before them; the
 * second comes before wb_program_quit(). */
void wb_guard_begin(void);
void wb_guard_end(void);

/* Before the lesson starts, which makes its programs: dispatches reach the driver again. */
void wb_guard_start(void);
/* Before a step: without a new kernel, dispatches go straight to the driver. */
void wb_guard_step(void);

/* Whether a kernel was refused, since the start, that has no earlier form. */
bool wb_guard_has_refused(void);

#endif
