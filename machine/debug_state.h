/* The inside of the kernel debugger, which debug.c and debug_*.c share. */
#ifndef WB_MACHINE_DEBUG_STATE_H
#define WB_MACHINE_DEBUG_STATE_H

#include "base/memory.h"
#include "machine/debug.h"
#include "machine/machine_state.h"

/* Lanes first ... first + count - 1, or all but these. */
typedef struct wb_choice {
    uint32_t first, count;
    bool others;
} wb_choice;

/* From a position on, these lanes ran: with it the past can be run again. */
typedef struct wb_turn {
    uint64_t position;
    wb_choice choice;
} wb_turn;

/* Where in the past we are, but for what the machine knows of that. */
typedef struct wb_moment_of_group {
    int turn;            // an index into the turns
    bool inside;         // the line below is under way
    int line;            // that ran last
    uint32_t team;       // that runs it
    uint64_t line_start; // its position
    bool ended;          // the group
} wb_moment_of_group;

/* A piece of memory as it was at a checkpoint. */
typedef struct wb_block {
    uint8_t *at;
    uint32_t size;
    int copy; // where in the checkpoint's bytes
} wb_block;

typedef struct wb_checkpoint {
    uint64_t position;
    uint64_t executions; // of instructions by teams, until then
    wb_moment_of_group moment;
    uint8_t *state; // the group's own
    size_t state_size;
    wb_block *blocks; // of the dispatch's memory: what has been written since
    int block_count, block_capacity;
    uint8_t *bytes;
    int byte_count, byte_capacity;
} wb_checkpoint;

/* Memory of the dispatch that the group may change. */
typedef struct wb_area {
    uint8_t *data;
    size_t size;
    uintptr_t last; // block that is known to have been copied
} wb_area;

/* A variable's words in it: the values, what is undefined, and what the race detector keeps. */
typedef struct wb_areas {
    wb_area data, flags, races;
    size_t race_bytes; // of a word
} wb_areas;

typedef struct wb_writer {
    uint16_t lane;
    int32_t line;
} wb_writer;

typedef struct wb_copy { // of memory that the dispatch names
    const uint8_t *from;
    uint8_t *data;
    size_t size;
} wb_copy;

/* When there is a checkpoint. Zeroed: as usual; tests want more of them. */
typedef struct wb_debug_pace {
    uint64_t look;         // is it time? Asked after that many instructions of lanes. It is after
    uint64_t executions;   // that many by a team, or
    uint64_t instructions; // that many of lanes
    size_t room;           // bytes that all checkpoints may take
} wb_debug_pace;

/* A variable or a part of it. */
typedef struct wb_spot {
    int variable, type;
    bool in_memory;
    uint64_t at;   // a row; or a byte of the variable's memory
    uint32_t step; // in memory, between the components of a vector
    uint32_t matrix_stride;
    bool row_major;
} wb_spot;

/* What is watched. Fixed: a variable or a part of it whose place does not depend on other values.
 */
typedef struct wb_watched_value {
    wb_debug_watched shown;
    uint32_t pc; // where its names are looked up
    bool is_fixed;
    wb_spot spot;
    uint32_t count;       // of lanes whose value is kept; 1 if all have the same
    wb_debug_value *seen; // by lane; type -1: there is none to be had
} wb_watched_value;

struct wb_debug {
    wb_debug_desc desc;
    const wb_module *module;
    wb_machine *machine;
    wb_copy *copies;
    int copy_count;
    uint32_t number;  // of the group
    int resident;     // the machine's own option
    wb_group *group;  // NULL until it is there
    uint32_t *depths; // of each call
    bool *returns;    // of each instruction: its line goes on there, behind a call of a function
    uint32_t *first_uses; // of each variable: the instruction that writes it first
    // running
    uint32_t lane, width;
    uint64_t patience, furthest;
    wb_moment_of_group now;
    wb_turn *turns;
    int turn_count, turn_capacity;
    bool holds;                        // lanes that are not of the turn
    uint32_t held[WB_MAX_INVOCATIONS]; // where these are
    uint32_t held_ready;               // how many of them could run
    bool wants_finding, wants_nan;     // of the command
    bool has_nan;
    wb_debug_nan nan;
    wb_debug_breakpoint *breakpoints;
    int breakpoint_count, breakpoint_capacity, last_number;
    int hit; // the number of the one that was hit; 0: none
    wb_debug_breakpoint hit_point;
    wb_watched_value *watches;
    int watch_count, watch_capacity;
    wb_debug_change change; // number 0: none
    // looking
    wb_writer *writers; // of each word of shared memory
    wb_debug_access *accesses;
    int access_count, access_capacity;
    uint64_t *found_at; // positions of the findings
    int found_count, found_capacity;
    wb_debug_access *footprint; // while it is taken
    int footprint_count, footprint_capacity;
    wb_map *footprint_words;
    // the past
    wb_areas *areas; // of each variable
    wb_map saved;    // addresses of blocks that the newest checkpoint has
    wb_checkpoint *checkpoints;
    int checkpoint_count, checkpoint_capacity;
    wb_debug_pace pace;
    uint64_t next_look; // the position
};

/* ---- debug_run.c ---- */

typedef enum wb_line_end {
    WB_LINE_RAN,    // to its end
    WB_LINE_INSIDE, // it was stopped in its middle
    WB_LINE_STUCK,  // no lane of the turn can run
} wb_line_end;

/* Runs one line of the turn's lanes, but at the position `limit` no further. */
wb_line_end wb_debug_run_line(wb_debug *d, uint64_t limit);
/* From now on the lanes of the present turn run. */
void wb_debug_hold(wb_debug *d);
void wb_debug_let_go(wb_debug *d);
/* Lanes that a command moves. */
wb_choice wb_debug_chosen(const wb_debug *d);
bool wb_debug_is_among(wb_choice choice, uint32_t lane);
/* Where a lane is; above WB_PC_BARRIER - 1 it cannot run. */
uint32_t wb_debug_pc(const wb_debug *d, uint32_t lane);
wb_team *wb_debug_team(const wb_debug *d, uint32_t *lane);
/* The smallest instruction of those among `choice`. */
uint32_t wb_debug_front(const wb_debug *d, wb_choice choice);

/* What a command wants, at its start. */
typedef struct wb_wish {
    wb_debug_goal goal;
    wb_choice choice;
    uint32_t depth, barriers;
    bool back;
} wb_wish;

wb_wish wb_debug_wish(const wb_debug *d, wb_debug_goal goal, bool back);
/* Between two lines: whether it is met here. */
bool wb_debug_is_met(const wb_debug *d, const wb_wish *wish);
/* The breakpoint at which the lanes are; NULL: none. */
wb_debug_breakpoint *wb_debug_breakpoint_here(wb_debug *d, const wb_wish *wish);
void wb_debug_hit(wb_debug *d, wb_debug_breakpoint *b);
/* The command has stopped for that lane. */
void wb_debug_focus(wb_debug *d, uint32_t lane);

/* ---- debug_watch.c ---- */

/* Values from now on are compared with those of now. */
void wb_debug_take_values(wb_debug *d);
/* Whether one is another than at the last look; then d->change says which. *effort grows by about
 * as many instructions as it took. */
bool wb_debug_look_at_values(wb_debug *d, uint64_t *effort);
void wb_debug_free_watches(wb_debug *d);
bool wb_debug_unwatch(wb_debug *d, int number);

/* ---- debug_past.c ---- */

void wb_debug_begin_past(wb_debug *d);
void wb_debug_free_past(wb_debug *d);
/* A checkpoint, if it is time for one. */
void wb_debug_look_at_time(wb_debug *d);
/* Copies memory that is about to be changed. */
void wb_debug_save_words(wb_debug *d, const wb_instruction *i, uint32_t word, uint32_t span,
                         const wb_memory *memory, bool writes);

/* ---- debug_value.c ---- */

void wb_debug_find_first_uses(wb_debug *d);
/* A variable of the function that a lane at `pc` is in, or of a caller; -1: there is none. *member:
 * as wb_module_find() has it. */
int wb_debug_find_variable(const wb_debug *d, const char *name, uint32_t call, uint32_t pc,
                           int *member);

wb_spot wb_spot_of(const wb_module *m, int variable);
wb_spot wb_spot_member(const wb_module *m, wb_spot s, uint32_t index);
/* An element of an array, a column, a component. */
wb_spot wb_spot_element(const wb_module *m, wb_spot s, uint64_t index);
/* How many elements there are to choose from. */
uint64_t wb_spot_length(const wb_debug *d, const wb_spot *s);
void wb_spot_read(const wb_debug *d, uint32_t lane, const wb_spot *s, wb_debug_value *value);
double wb_debug_number_of(const wb_module *m, int type, const uint32_t *words); // of a scalar

/* ---- debug_expression.c ---- */

/* Whether a breakpoint's condition means something in its line, whatever the values there; and
 * whether it stops midway. */
bool wb_debug_read_condition(const wb_debug *d, wb_debug_breakpoint *b, wb_module_error *error);
/* As wb_debug_evaluate(), with names as they are looked up at an instruction. */
bool wb_debug_evaluate_at(const wb_debug *d, uint32_t lane, uint32_t pc, const char *text,
                          wb_debug_value *value, wb_module_error *error);
/* Whether the text means something there, whatever the values; and if it is a variable or a part of
 * it whose place does not depend on other values, that. */
bool wb_debug_find_place(const wb_debug *d, uint32_t pc, const char *text, bool *is_fixed,
                         wb_spot *spot, wb_module_error *error);

/* ---- debug_look.c ---- */

/* The instruction at which a lane is, waits, or has ended. */
uint32_t wb_debug_place_of(const wb_debug *d, uint32_t lane);

wb_debug_access wb_debug_describe(const wb_team *team, const wb_instruction *i,
                                  const wb_memory *memory, uint32_t word, uint32_t span,
                                  uint32_t lane);
void wb_debug_note_access(void *debug, const wb_team *team, const wb_instruction *i,
                          const wb_memory *memory, const uint32_t *word, uint32_t span);

#endif
