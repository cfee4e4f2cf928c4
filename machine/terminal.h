/* The kernel debugger in the terminal: a session of commands; and what its commands
 * (terminal_commands.c) and what they show (terminal_show.c) share. Only the session is for
 * others. */
#ifndef WB_MACHINE_TERMINAL_H
#define WB_MACHINE_TERMINAL_H

#include "machine/debug.h"
#include "machine/listing.h"

/* What is debugged: a dispatch and one of its work groups. All of it outlives the session. */
typedef struct wb_terminal_desc {
    const wb_kernel *kernel;
    const char *pass, *call; // "glDispatchCompute"
    wb_debug_desc debug;
    const char *commands; // the first ones, between semicolons; NULL: none
} wb_terminal_desc;

/* Steps through the group by those commands and then by lines of standard input, to their end or
 * "quit"; at a terminal, lines are edited and remembered where there is libedit. False if the
 * dispatch cannot be debugged, or in a script a command was wrong; with a message. */
bool wb_terminal_session(const wb_terminal_desc *desc);

/* Reads "3,2,0", or "3" for (3, 0, 0), as --group has it; false, with a message, if it is none. */
bool wb_terminal_read_group(const char *text, uint32_t group[3]);

/* ---- Within the terminal ---- */

typedef struct wb_terminal {
    const wb_kernel *kernel;
    const char *pass, *call_name;
    wb_debug_desc desc;
    wb_debug *debug;
    char last[200];   // the last command, which an empty line repeats
    const char *file; // of the last place that was shown
    uint32_t call;    // of the last place: its function
    int listed;       // the last line that `list` showed, of the kernel's text
    int told;         // how many findings have been told
    bool quits;
    bool failed; // a command could not be understood or carried out
} wb_terminal;

/* Carries out one command; what it shows goes to stdout, what is wrong with it to stderr. */
void wb_terminal_command(wb_terminal *in, const char *line);

/* Opens another group; false, with a message, if there is none. */
bool wb_terminal_open(wb_terminal *in, const uint32_t group[3]);

/* ---- debug_show.c ---- */

void wb_terminal_show_start(wb_terminal *in);
/* The place, after a command that stopped so. */
void wb_terminal_show_stop(wb_terminal *in, wb_debug_stop stop);
void wb_terminal_show_place(wb_terminal *in);
void wb_terminal_show_calls(const wb_terminal *in);
void wb_terminal_show_lanes(const wb_terminal *in);
/* What all selected lanes have, equal values once. False, with a message, if it means nothing. */
bool wb_terminal_show_values(const wb_terminal *in, const char *expression);
bool wb_terminal_show_value(const wb_terminal *in, const char *expression);
void wb_terminal_show_locals(const wb_terminal *in);
bool wb_terminal_show_shared(const wb_terminal *in, const char *name);
void wb_terminal_show_accesses(const wb_terminal *in);
void wb_terminal_show_findings(const wb_terminal *in);
bool wb_terminal_show_finding(const wb_terminal *in, int number);
bool wb_terminal_show_orders(const wb_terminal *in, int number);
void wb_terminal_show_breakpoints(const wb_terminal *in);
/* Lines first ... last of the kernel's text, as the compiler numbers them. */
void wb_terminal_show_lines(const wb_terminal *in, int first, int last);
void wb_terminal_show_counts(const wb_terminal *in);

#endif
