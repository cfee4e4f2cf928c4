/* The kernel debugger: one work group of a dispatch, line by line, all its invocations side by
 * side, forwards and backwards. The panel, the terminal and the tests are its users.
 *
 * It runs on a copy of the dispatch's memory. Work groups before the chosen one (in the order of
 * gl_WorkGroupID) run first and whole; then the group runs in lines: the lanes of a command that
 * are at the smallest instruction run together until they come to another line. Where lanes part,
 * a command moves those that are behind, so they meet again.
 *
 * A position is how many instructions of lanes have run. The past can be gone back to exactly: it
 * is run again, from the nearest copy of the group's state. After going back,
 * another command leaves the future that was there.
 *
 * Lines are those of the text that was compiled; lanes are gl_LocalInvocationIndex. Nothing here
 * calls OpenGL or prints, nothing is global, and a group that is not stepped through costs nothing.
 * If memory runs out, the program ends with a message (base/memory.h). */
#ifndef WB_MACHINE_DEBUG_H
#define WB_MACHINE_DEBUG_H

#include "machine/machine.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wb_debug wb_debug;

/* ---- A group ---- */

typedef struct wb_debug_desc {
    const wb_module *module;             // it and
    const wb_machine_dispatch *dispatch; // all that this points to outlive the debugger, unchanged
    uint32_t group[3];                   // gl_WorkGroupID
    int subgroup;                        // as in wb_machine_options
    bool fuse_fma;
} wb_debug_desc;

/* NULL, with the reason, if there is no such group or the dispatch is not possible. */
wb_debug *wb_debug_create(const wb_debug_desc *desc, wb_module_error *error);
void wb_debug_free(wb_debug *debug);

/* Runs the groups before the chosen one, for about that many instructions of lanes: true when the
 * group stands at its first line, false if it has to be called again. (It never gets there if a
 * group before waits for a later one.) Nothing below is for before that. */
bool wb_debug_approach(wb_debug *debug, uint64_t lane_instructions);

/* Runs the rest of the group and all groups after it, to the end of the dispatch. From then on only
 * the findings are there. */
wb_stop wb_debug_run_rest(wb_debug *debug);

/* ---- Lanes that a command moves ---- */

/* The `width` lanes (a power of two, or 0: all) among which `lane` is; at first all, with lane 0.
 * The others stay where they are. With operations over subgroups in the kernel the lanes of one
 * always run together. */
void wb_debug_select(wb_debug *debug, uint32_t lane, uint32_t width);
uint32_t wb_debug_selected(const wb_debug *debug); // the lane
/* The first lane and their number. */
uint32_t wb_debug_selection(const wb_debug *debug, uint32_t *count);

/* ---- Running ---- */

typedef enum wb_debug_until {
    WB_DEBUG_INTO,       // the next line, also in a function that is called
    WB_DEBUG_OVER,       // the next line that is not in a function called from here
    WB_DEBUG_OUT,        // where this function was called
    WB_DEBUG_LINE,       // the line wb_debug_goal.line
    WB_DEBUG_BARRIER,    // behind the next barrier() that all have reached; in front of the last
    WB_DEBUG_BREAKPOINT, // a breakpoint
    WB_DEBUG_FINDING,    // a finding, also a note, in the middle of its line
    WB_DEBUG_NAN,        // a float operation whose result is NaN; forwards only
    WB_DEBUG_END,        // the end of the group, whatever comes; its start
} wb_debug_until;

typedef struct wb_debug_goal {
    wb_debug_until until;
    int line; // of WB_DEBUG_LINE
} wb_debug_goal;

typedef enum wb_debug_stop {
    WB_DEBUG_ARRIVED,
    WB_DEBUG_AT_BREAKPOINT, // and not where one wanted to go
    WB_DEBUG_CHANGED,       // what is watched has changed, before it came there
    WB_DEBUG_FOUND,         // a finding or a NaN, which were asked for
    WB_DEBUG_WAITS,         // the lanes wait at a barrier() for others that are not selected
    WB_DEBUG_ENDED,         // the lanes have ended
    WB_DEBUG_START,         // there is nothing before this
    WB_DEBUG_LONG,          // not there yet, after a long time: the same again goes on
} wb_debug_stop;

/* WB_DEBUG_BREAKPOINT and those above it stop at breakpoints, and behind a line that changes what
 * is watched. Back, of all the lines that ran before and moved a selected lane, the last one for
 * which the same holds: it is about to run. The lane that met a breakpoint's condition, got a NaN
 * or changed something becomes the selected one, if it is among those that the command moves. */
wb_debug_stop wb_debug_forward(wb_debug *debug, wb_debug_goal goal);
wb_debug_stop wb_debug_back(wb_debug *debug, wb_debug_goal goal);

/* What such a command looked for and did not come to, if it stopped so: "nothing was found up to
 * there". "" if it did, or looked for nothing. Returns `text`. */
const char *wb_debug_missed(const wb_debug *debug, wb_debug_goal goal, bool back,
                            wb_debug_stop stop, char *text, size_t size);

/* The lanes that are not selected run until each waits at a barrier() or has ended; with the
 * selected ones waiting, all are behind the barrier() then. WB_DEBUG_ARRIVED or WB_DEBUG_LONG. */
wb_debug_stop wb_debug_bring_others(wb_debug *debug);

/* How many instructions of lanes a command may take until WB_DEBUG_LONG; 200 million at first. */
void wb_debug_patience(wb_debug *debug, uint64_t lane_instructions);

uint64_t wb_debug_position(const wb_debug *debug); // 0 at the group's start
/* Any position up to the furthest so far, also in the middle of a line. */
void wb_debug_go_to(wb_debug *debug, uint64_t position);

/* ---- Breakpoints ---- */

typedef struct wb_debug_breakpoint {
    int number, line;
    char condition[96]; // "sum > 3", "isnan(v.x)", as in wb_debug_number(); "": none
    bool once;          // it goes when it is hit
    bool midway;        // it stops also where a function that the line calls has returned
    uint32_t lane;      // the first lane that was about to run the line, when it was hit last
} wb_debug_breakpoint;

/* With a condition, one of the lanes that are about to run the line has to meet it. Returns its
 * number (from 1), or 0, with the reason, if the condition cannot be understood there. If it names
 * what has no value yet before the line, `error` says so though there is a number; its line is then
 * where that gets a value, or 0. Of a loop on one line that calls functions, it stops midway. */
int wb_debug_break(wb_debug *debug, int line, const char *condition, bool once,
                   wb_module_error *error);
/* A breakpoint, or what is watched. False: there is none. */
bool wb_debug_delete(wb_debug *debug, int number);
/* The index-th that there is; NULL past the end. */
const wb_debug_breakpoint *wb_debug_breakpoint_at(const wb_debug *debug, int index);
/* The one that the last command stopped at; NULL if it did not. */
const wb_debug_breakpoint *wb_debug_breakpoint_hit(const wb_debug *debug);

/* Sets what another debugger of the same module has: breakpoints, and what is watched. */
void wb_debug_take_over(wb_debug *debug, const wb_debug *from);

/* The first line from `line` to `last` that has instructions; 0: none has. */
int wb_debug_line_with_code(const wb_debug *debug, int line, int last);

/* ---- Watching ---- */

typedef struct wb_debug_watched {
    int number; // counted with the breakpoints
    char expression[96];
    bool in_any;   // lane; or else
    uint32_t lane; // in this one
} wb_debug_watched;

/* Commands stop when the value of an expression, as wb_debug_evaluate() has it, is another one
 * behind a line than before it, in any lane or in the selected one. "?" (never written) and "-"
 * (not to be had: an index out of bounds) are values, too. Its names mean, whatever lane it is read
 * in and wherever that is, what they mean to the selected lane now. Returns its number, or 0, with
 * the reason. */
int wb_debug_watch(wb_debug *debug, const char *expression, bool in_any, wb_module_error *error);
/* The index-th that there is; NULL past the end. */
const wb_debug_watched *wb_debug_watched_at(const wb_debug *debug, int index);

typedef struct wb_debug_change {
    int number; // of what is watched
    char expression[96];
    uint32_t lane, lanes; // the first one that has another value, and how many have
    int line;             // that ran; or, back, that is about to run
    char before[80], after[80];
} wb_debug_change;

/* Made by the line at which the last command stopped; NULL: none. */
const wb_debug_change *wb_debug_changed(const wb_debug *debug);

/* ---- Where it stands ---- */

/* Where the selected lanes go on: the next line. */
typedef struct wb_debug_place {
    int line;       // 0: none of the selected lanes can run
    uint32_t call;  // an index into the module's calls
    uint32_t lanes; // of the selected ones, those that will run there
    bool inside;    // the line has begun: WB_DEBUG_FOUND, or a position in its middle
} wb_debug_place;

wb_debug_place wb_debug_where(const wb_debug *debug);

typedef enum wb_debug_state {
    WB_DEBUG_RUNS,       // among those that a command would move next
    WB_DEBUG_READY,      // elsewhere, or not selected
    WB_DEBUG_AT_BARRIER, // waits
    WB_DEBUG_DONE,       // has ended
} wb_debug_state;

typedef struct wb_debug_lane {
    wb_debug_state state;
    int line; // the next one; of a barrier() the one that it waits at; 0: it has ended
    uint32_t call;
    uint32_t local[3]; // gl_LocalInvocationID
} wb_debug_lane;

uint32_t wb_debug_lane_count(const wb_debug *debug);
/* `lane` is below that count. */
wb_debug_lane wb_debug_lane_at(const wb_debug *debug, uint32_t lane);
/* All of them: lanes[lane]. */
void wb_debug_lanes(const wb_debug *debug, wb_debug_lane *lanes);

/* A function that a lane is in, and where in it. */
typedef struct wb_debug_frame {
    const char *function; // "main"
    int line;             // the next one, or of the call
    uint32_t call;        // an index into the module's calls
} wb_debug_frame;

/* The innermost first, up to `capacity`; returns how many there are. */
uint32_t wb_debug_calls(const wb_debug *debug, uint32_t lane, wb_debug_frame *frames,
                        uint32_t capacity);
/* How many lanes wait at a barrier(), and how many have ended. */
void wb_debug_count_lanes(const wb_debug *debug, uint32_t *waiting, uint32_t *ended);

/* ---- Variables ---- */

enum { WB_DEBUG_WORDS = 256 };

/* A value, scalar by scalar: of vectors and matrices the components, of arrays and structs what
 * they consist of, one after the other. */
typedef struct wb_debug_value {
    const wb_module *module;
    int type;                       // an index into the module's types; 0: `number` is all
    double number;                  // of an expression that is more than a name
    bool is_truth;                  // the number is 1 or 0, of a comparison
    uint32_t count;                 // of words; a double has two
    uint32_t words[WB_DEBUG_WORDS]; // the first ones
    bool undefined[WB_DEBUG_WORDS]; // they were never written
    int variable;                   // of the module; -1: an expression
    uint32_t word;                  // in shared memory or a block: the first; else WB_NO_WORD
} wb_debug_value;

/* The variables that a lane sees where it is, by their names: those of its function first, from
 * `first` on up to `capacity`; returns how many there are in all. What hides behind a name that
 * was declared anew is left out. */
uint32_t wb_debug_variables(const wb_debug *debug, uint32_t lane, const wb_variable **variables,
                            uint32_t capacity);
/* A whole variable of the list above. */
bool wb_debug_read(const wb_debug *debug, uint32_t lane, const wb_variable *variable,
                   wb_debug_value *value);

/* "tile[i + 1].x", "p.velocity", "lane", "gl_WorkGroupID.y", or a number as below: what a lane has
 * there, by the names of its function and of those that called it. False, with the reason and what
 * there is, if the text names nothing or an index is out of bounds. */
bool wb_debug_evaluate(const wb_debug *debug, uint32_t lane, const char *text,
                       wb_debug_value *value, wb_module_error *error);
/* Numbers: names as above, + - * / %, brackets, comparisons, && and ||, isnan(), isinf(). The
 * result of a comparison is 1 or 0. Where something undefined goes in, *undefined is set. */
bool wb_debug_number(const wb_debug *debug, uint32_t lane, const char *text, double *number,
                     bool *undefined, wb_module_error *error);

/* "0.5", "(1, 2, 3)", "{x = 1, y = ?}": ? is what was never written. Cut to `size`. Returns
 * `text`. */
const char *wb_debug_value_text(const wb_debug_value *value, char *text, size_t size);
/* The same of one word of memory, as wb_debug_access and wb_debug_word have it. */
const char *wb_debug_word_text(const wb_module *module, int variable, uint32_t word, uint32_t value,
                               char *text, size_t size);
/* "vec3", "uint[4]", "Particle". */
const char *wb_debug_type_text(const wb_module *module, int type, char *text, size_t size);

/* ---- Shared memory ---- */

enum { WB_DEBUG_NO_LANE = 0xFFFF };

typedef struct wb_debug_word {
    uint32_t value;
    int variable; // that it belongs to (see wb_module_name_word()); -1: none
    bool written;
    uint16_t lane; // that wrote it last; or WB_DEBUG_NO_LANE
    int line;      // where
    int bank;      // of 32
} wb_debug_word;

uint32_t wb_debug_shared_count(const wb_debug *debug); // words
/* `word` is below that count. */
wb_debug_word wb_debug_shared_at(const wb_debug *debug, uint32_t word);

/* ---- The dispatch's memory ---- */

/* The memory of the dispatch's resource with that index, as the group has left it so far; as large
 * as in the dispatch. */
const void *wb_debug_memory(const wb_debug *debug, int resource);

/* ---- Accesses to memory ---- */

typedef enum wb_debug_access_kind {
    WB_DEBUG_READ,
    WB_DEBUG_WRITE,
    WB_DEBUG_ATOMIC,
} wb_debug_access_kind;

/* A lane's access to shared memory, a block or an image. wb_module_name_word() names the word. */
typedef struct wb_debug_access {
    wb_debug_access_kind kind;
    int variable;   // of the module
    uint32_t word;  // of the variable's memory, as in wb_module_name_word(); of an image: the texel
    uint32_t words; // from there on, one instruction's
    uint32_t lane;
    int line;
    uint32_t instruction; // of the module: those of one run together
    uint32_t value;       // of the first word: what was read or written; 0 of an image
} wb_debug_access;

/* The accesses of the line that ran last, or is under way: the first thousands. Valid until the
 * next command. */
const wb_debug_access *wb_debug_accesses(const wb_debug *debug, int *count);

/* The accesses that the next line would make: as the above, for the caller to free; NULL if
 * there is none. Nothing has run then. */
wb_debug_access *wb_debug_next_accesses(wb_debug *debug, int *count);

/* Every word that the group accesses from its start to its end: one access for each word, a write
 * if any is one, of the first lane that does it. Takes as long as the group; the caller frees it.
 * NULL if there is none. */
wb_debug_access *wb_debug_footprint(wb_debug *debug, int *count);

/* What the group's lines have cost so far: counts[line - 1], up to line_count. */
void wb_debug_line_counts(const wb_debug *debug, wb_line_counts *counts, int line_count);

/* ---- Findings ---- */

/* This group's findings so far, in the order in which they were found. */
int wb_debug_finding_count(const wb_debug *debug);
const wb_kernel_finding *wb_debug_finding(const wb_debug *debug, int index);
/* Right behind it. */
uint64_t wb_debug_finding_position(const wb_debug *debug, int index);

/* The NaN of the last command that stopped with one. */
typedef struct wb_debug_nan {
    uint32_t lane;  // the first
    uint32_t lanes; // that have it
    int line;
    const char *operation; // "FDiv"
    bool came_in;          // with an operand, which was one before
    float operands[3];
    int operand_count;
} wb_debug_nan;

const wb_debug_nan *wb_debug_nan_found(const wb_debug *debug); // NULL: none

/* ---- A race in both orders ---- */

/* What one of the two did, and what it got. */
typedef struct wb_debug_turn {
    wb_debug_access access;
    uint32_t group[3];
    bool undefined; // it read what was never written
} wb_debug_turn;

/* The two accesses one after the other, each by a lane alone; then both finish their lines. */
typedef struct wb_debug_order {
    wb_debug_turn first, second;
    uint32_t before, after; // the word that they meet at
    bool before_undefined, after_undefined;
} wb_debug_order;

typedef struct wb_debug_orders {
    wb_debug_order order[2]; // [0]: the earlier access of the finding comes first
    int variable;
    uint32_t word;
    char object[100]; // what the word is called
    bool same;        // all of it is the same in both: for these values it made no difference
} wb_debug_orders;

/* Plays a finding that is a race in both orders, on copies of the dispatch's memory: each group
 * runs up to the last barrier() before its access, then the two lanes alone. If that comes to the
 * same, other words at which the same two instructions meet are tried, and one that differs is
 * taken instead. False, with the reason, if it is no race, or cannot be played. */
bool wb_debug_play(wb_debug *debug, const wb_kernel_finding *finding, wb_debug_orders *orders,
                   wb_module_error *error);

#ifdef __cplusplus
}
#endif
#endif
