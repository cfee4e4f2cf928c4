/* The debugger in the window: the dispatch that was caught, one of its work groups in the kernel
 * debugger (machine/debug.h), and what the last command has changed. The session passes on what
 * keys and panel ask for; the panel shows the debugger. Closed, it costs nothing. */
#ifndef WB_UI_DEBUGGER_H
#define WB_UI_DEBUGGER_H

#include "lesson/app.h"
#include "step/kernel_catch.h"

enum {
    WB_DEBUGGER_FIRST = -1, // as a pass: the one with the variant's kernel, or the first with any
    WB_DEBUGGER_NAMES = 64, // variables whose earlier values are kept
};

/* A line of the kernel's text. */
typedef struct wb_debugger_line {
    const char *text; // `length` bytes, without a NUL
    int length;
    const char *file;
    int number;    // in that file; 0: the line was put in
    bool has_code; // the debugger can stop there
} wb_debugger_line;

/* What the focused lane had before the last command. */
typedef struct wb_debugger_memory {
    const wb_variable *variable;
    char text[80];
} wb_debugger_memory;

/* Zeroed: closed. */
typedef struct wb_debugger {
    const wb_caught *caught; // NULL: closed, and nothing below is there
    const wb_kernel *kernel;
    wb_debug_desc desc;
    wb_debug *debug;
    int pass;                     // of the step, before which the lesson stands
    int dispatch, dispatch_count; // which of the pass, from 1, and how many it has
    bool is_there;                // the groups before have run, and the chosen one is at a line
    uint64_t approach;            // instructions of invocations in the groups before, about
    wb_debug_stop stop;
    int64_t version;         // changes whenever there is something new to see
    int cursor;              // the line that was clicked; 0: none
    char watched[96];        // an expression: its value in all lanes
    wb_debug_change change;  // by the line at which the last command stopped; number 0: none
    char missed[120];        // what the last command looked for and did not come to; "" if it did
    wb_debugger_line *lines; // of the kernel's text: number n is lines[n - 1]
    int line_count, line_capacity;
    wb_debugger_memory before[WB_DEBUGGER_NAMES];
    int before_count;
    int finding;            // that is shown: its number from 1; 0: none
    wb_debug_orders orders; // of that finding, if is_played
    bool is_played;
    char refusal[400];          // why it cannot be played, or a condition cannot be understood
    wb_debug_access *footprint; // of the group; see wb_debug_footprint()
    int footprint_count;
} wb_debugger;

/* Stops the lesson in front of the pass with that index in a step (if the lesson is already
 * further, goes back to the step's start before) and opens the first work group of the pass's
 * dispatch with that number, from 1. False, with a message, if that is not possible; then the
 * debugger is closed. */
bool wb_debugger_open(wb_debugger *debugger, wb_app *app, int pass, int dispatch);
/* Opens another dispatch of the same pass; as above. */
bool wb_debugger_choose_dispatch(wb_debugger *debugger, wb_app *app, int dispatch);
/* Opens another group of the dispatch; with a message if there is none. */
bool wb_debugger_choose(wb_debugger *debugger, const uint32_t group[3]);
void wb_debugger_close(wb_debugger *debugger);

/* Runs some of the groups before the chosen one. True if more of it is left to run. */
bool wb_debugger_approach(wb_debugger *debugger);

/* Goes to the first finding with that code, in whichever group it is, and, if it is a race, plays
 * it in both orders. NULL: to the first, whatever it is. If need be, runs the dispatch to its end.
 * False, with a message, if there is no such finding. */
bool wb_debugger_seek(wb_debugger *debugger, const char *code);

/* The rest is for a debugger that has reached its group (is_there). */

void wb_debugger_go(wb_debugger *debugger, wb_debug_goal goal, bool back);
void wb_debugger_bring_others(wb_debugger *debugger);
/* Which lanes a command moves, as wb_debug_select(). */
void wb_debugger_select(wb_debugger *debugger, uint32_t lane, uint32_t width);
/* Sets a breakpoint at the line, or takes away the one that is there. */
void wb_debugger_toggle_breakpoint(wb_debugger *debugger, int line);
/* Gives the line's breakpoint that condition; if it cannot be understood, `refusal` says why. */
void wb_debugger_set_condition(wb_debugger *debugger, int line, const char *condition);
/* Commands stop when the expression changes, in any lane or in the focused one; or, if that is so
 * already, do no longer. If it cannot be understood, `refusal` says why. */
void wb_debugger_toggle_watch(wb_debugger *debugger, const char *expression, bool in_any);
/* What is watched with that expression; NULL: nothing is. */
const wb_debug_watched *wb_debugger_watched(const wb_debugger *debugger, const char *expression,
                                            bool in_any);
void wb_debugger_delete(wb_debugger *debugger, int number);
void wb_debugger_play(wb_debugger *debugger, int finding);

/* The breakpoint at a line; NULL: none. */
const wb_debug_breakpoint *wb_debugger_breakpoint(const wb_debugger *debugger, int line);
/* Whether each lane has a variable of its own. */
bool wb_debugger_is_local(const wb_variable *variable);
/* The value of the focused lane's variable before the last command; NULL: not known. */
const char *wb_debugger_before(const wb_debugger *debugger, const wb_variable *variable);

/* The number of the invocation's lane in its group. */
uint32_t wb_debugger_lane(const wb_debugger *debugger, const wb_invocation *who);

/* ---- The picture ---- */

/* Whether a click on the picture chooses a group: it shows the dispatch, or memory that the group
 * accesses. */
bool wb_debugger_is_in_picture(const wb_debugger *debugger, const wb_app *app);

/* The group that works at the mouse; false: none. */
bool wb_debugger_group_at_mouse(const wb_debugger *debugger, const wb_app *app, uint32_t group[3]);

/* The x and y of the group that works on a cell, on the assumption that the dispatch covers the
 * cells evenly: along rows and columns, with x down the columns, or cell after cell. The marks on
 * the picture show whether it does. */
void wb_debugger_group_of_cell(const uint32_t groups[3], const uint32_t size[3],
                               const wb_cells *cells, int column, int row, uint32_t group[3]);

/* The picture's cells that an access of the footprint concerns: `*count` in a row from (*column,
 * *row) on. False if the picture does not show that memory. */
bool wb_debugger_cells(const wb_debugger *debugger, const wb_debug_access *access,
                       const wb_cells *cells, int *column, int *row, int *count);

/* The buffer with the place of what an access of the footprint concerns, see wb_part.places, and
 * the number of its element there; NULL: it has no place. */
const wb_buffer *wb_debugger_place(const wb_debugger *debugger, const wb_part *part,
                                   const wb_debug_access *access, size_t *element);

#endif
