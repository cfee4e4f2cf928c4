/* What interrupts a program from outside, or from below: crashes, a time that is over, Ctrl-C. The
 * functions given here run at any moment, in the midst of others, so that of this library they may
 * call wb_signal_print() alone, and of C _Exit(). */
#ifndef WB_OS_SIGNAL_H
#define WB_OS_SIGNAL_H

#include <stdbool.h>

/* Prints to stderr. If that fails, there is nothing left to do. */
void wb_signal_print(const char *text);

/* Calls `tell` if this process crashes, before it ends; `no_room`: a file is mapped, and the disk
 * has no room for it. What has a handler already, such as a sanitizer's, keeps it. */
void wb_signal_on_crash(void (*tell)(bool no_room));

/* Calls `tell` once so many seconds have passed without another call of this; 0: no more. */
void wb_signal_after(int seconds, void (*tell)(void));

/* From here on the first Ctrl-C is only noted, for the second function to tell; one more ends the
 * program. */
void wb_signal_take_interrupt(void);
bool wb_signal_is_interrupted(void);

#endif
