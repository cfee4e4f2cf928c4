/* The kernel debugger in the terminal: what its commands (debug_commands.c) and what they show
 * (debug_show.c) share. Not for others. */
#ifndef WB_LESSON_DEBUG_TERMINAL_H
#define WB_LESSON_DEBUG_TERMINAL_H

#include "machine/debug.h"
#include "step/kernel_catch.h"

typedef struct wb_debug_terminal {
    const wb_caught *caught;
    const wb_kernel *kernel; // of it
    wb_debug_desc desc;
    wb_debug *debug;
    char last[200];   // the last command, which an empty line repeats
    const char *file; // that the last place shown was in
    uint32_t call;    // and its function
    int listed;       // the last line that `list` showed, of the kernel's text
    int told;         // findings that have been told
    bool quits;
    bool failed; // a command could not be understood or carried out
} wb_debug_terminal;

/* Carries out one command; what it shows goes to stdout, what is wrong with it to stderr. */
void wb_debug_terminal_command(wb_debug_terminal *in, const char *line);

/* Opens another group; false, with a message, if there is none. */
bool wb_debug_terminal_open(wb_debug_terminal *in, const uint32_t group[3]);

/* ---- debug_show.c ---- */

void wb_debug_terminal_show_start(wb_debug_terminal *in);
/* The place, after a command that stopped so. */
void wb_debug_terminal_show_stop(wb_debug_terminal *in, wb_debug_stop stop);
void wb_debug_terminal_show_place(wb_debug_terminal *in);
void wb_debug_terminal_show_calls(const wb_debug_terminal *in);
void wb_debug_terminal_show_lanes(const wb_debug_terminal *in);
/* What all selected lanes have, equal values once. False, with a message, if it means nothing. */
bool wb_debug_terminal_show_values(const wb_debug_terminal *in, const char *expression);
bool wb_debug_terminal_show_value(const wb_debug_terminal *in, const char *expression);
void wb_debug_terminal_show_locals(const wb_debug_terminal *in);
bool wb_debug_terminal_show_shared(const wb_debug_terminal *in, const char *name);
void wb_debug_terminal_show_accesses(const wb_debug_terminal *in);
void wb_debug_terminal_show_findings(const wb_debug_terminal *in);
bool wb_debug_terminal_show_finding(const wb_debug_terminal *in, int number);
bool wb_debug_terminal_show_orders(const wb_debug_terminal *in, int number);
void wb_debug_terminal_show_breakpoints(const wb_debug_terminal *in);
/* Lines first ... last of the kernel's text, as the compiler numbers them. */
void wb_debug_terminal_show_lines(const wb_debug_terminal *in, int first, int last);
void wb_debug_terminal_show_counts(const wb_debug_terminal *in);

#endif
