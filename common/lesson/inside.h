/* The kernel stepper in the terminal: what its commands (inside_commands.c) and what they show
 * (inside_show.c) share. Not for others. */
#ifndef WB_INSIDE_H
#define WB_INSIDE_H

#include "spirv/debug.h"
#include "step/kernel_catch.h"

typedef struct wb_inside {
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
} wb_inside;

/* Carries out one command; what it shows goes to stdout, what is wrong with it to stderr. */
void wb_inside_command(wb_inside *in, const char *line);

/* Opens another group; false, with a message, if there is none. */
bool wb_inside_open(wb_inside *in, const uint32_t group[3]);

/* ---- inside_show.c ---- */

void wb_inside_show_start(wb_inside *in);
/* The place, after a command that stopped so. */
void wb_inside_show_stop(wb_inside *in, wb_debug_stop stop);
void wb_inside_show_place(wb_inside *in);
void wb_inside_show_calls(const wb_inside *in);
void wb_inside_show_lanes(const wb_inside *in);
/* What all selected lanes have, equal values once. False, with a message, if it means nothing. */
bool wb_inside_show_values(const wb_inside *in, const char *expression);
bool wb_inside_show_value(const wb_inside *in, const char *expression);
void wb_inside_show_locals(const wb_inside *in);
bool wb_inside_show_shared(const wb_inside *in, const char *name);
void wb_inside_show_accesses(const wb_inside *in);
void wb_inside_show_findings(const wb_inside *in);
bool wb_inside_show_finding(const wb_inside *in, int number);
bool wb_inside_show_orders(const wb_inside *in, int number);
void wb_inside_show_breakpoints(const wb_inside *in);
/* Lines first ... last of the kernel's text, as the compiler numbers them. */
void wb_inside_show_lines(const wb_inside *in, int first, int last);
void wb_inside_show_counts(const wb_inside *in);

#endif
