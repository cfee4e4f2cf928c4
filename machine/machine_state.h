/* The inside of a running machine, which machine.c, group.c, exec_*.c and report.c share. */
#ifndef WB_MACHINE_MACHINE_STATE_H
#define WB_MACHINE_MACHINE_STATE_H

#include "machine/machine.h"
#include "machine/operations.h"
#include "machine/race.h"

enum { WB_TEAM_LANES = 256, WB_MAX_TEAMS = WB_MAX_INVOCATIONS };

/* The best of these that the processor has is chosen when the program starts. */
#if defined(__x86_64__) && defined(__ELF__) && defined(__GNUC__) && !defined(__clang__) &&         \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define WB_CLONES __attribute__((target_clones("arch=x86-64-v4", "avx2", "default")))
#else
#define WB_CLONES
#endif

/* Before a loop over lanes whose rows do not overlap, or are the same. */
#if defined(__GNUC__) && !defined(__clang__)
#define WB_INDEPENDENT _Pragma("GCC ivdep")
#else
#define WB_INDEPENDENT
#endif

/* Two bits for each lane of a row: words 0 to 3 tell which values are undefined, words 4 to 7 which
 * depend on the order in which lanes and groups run (on a race or an atomic's result). */
typedef struct wb_flags {
    uint64_t bits[8];
} wb_flags;
enum { WB_UNDEFINED = 1, WB_TAINTED = 2 }; // the same of a word in memory

/* Where lanes are that do not run. */
enum { WB_PC_BARRIER = 0xFFFFFFFE, WB_PC_ENDED = 0xFFFFFFFF };

/* How far a value may be from what it is here: infinite for a whole number that may be any other.
 * `opener`: the instruction that has most of it, counted from 1; the top bit: it is a float. */
typedef struct wb_open {
    float bound;
    uint32_t opener;
} wb_open;

/* What a sum or product is made of that a compiler may put in another order. */
typedef struct wb_terms {
    int count; // 0: the value is none
    bool is_product;
    bool is_root, is_inverse; // sqrt(a), or 1 / a, which another one takes back
    float size;               // of a sum: its terms without their signs, added up
    float factors[4];         // of a product: the first ones
} wb_terms;

/* Of a word of memory, and who wrote it last. */
typedef struct wb_word_freedom {
    wb_open open;
    uint32_t writer, group, lane; // writer: an instruction, counted from 1; 0: none did
    uint64_t when;
} wb_word_freedom;

typedef struct wb_memory { // of a variable
    uint32_t *words;
    uint32_t count;
    uint8_t *flags;        // of each word: WB_UNDEFINED, WB_TAINTED; NULL: not needed
    bool *any_flags;       // whether some are set; NULL: take it that they are
    int region;            // of the race detector: 0 is shared memory; -1: nothing writes there
    uint32_t first;        // the variable's first unit in that region
    uint32_t each, texels; // units of a texel, texels of a unit: one of the two is 1
    const wb_machine_resource *resource; // NULL: nothing is bound
} wb_memory;

typedef struct wb_group wb_group;

/* Memory that overlaps no other: a buffer, whatever number of bindings show parts of it. */
typedef struct wb_region {
    uint8_t *data;
    size_t size;
    uint32_t units; // of the race detector: words, or texels if all that is bound there has such
    uint32_t unit_bytes;
    uint8_t *flags;
    bool any_flags, written, image;
    wb_word_freedom *free_words; // of each word, if that is asked for; NULL: nothing writes there
    int race;                    // the race detector's number for it; -1: nothing writes there
} wb_region;

/* Lanes that go round a loop in which nothing changes, until another changes a word. */
typedef struct wb_spin {
    uint32_t lanes;                  // how many they are; 0: they do not
    uint32_t pc;                     // of the access to the word, an instruction
    uint32_t lane, word;             // the first of them, and that word in its variable
    uint32_t other_team, other_lane; // of their group: one that is elsewhere; lane WB_NO_WORD: none
    uint32_t other_pc;
    bool other_waits; // at a barrier()
} wb_spin;

typedef struct wb_team {
    uint32_t *rows;
    void *row_memory;   // in which they lie
    wb_flags *flags;    // of each row
    wb_open *open;      // of each row and lane, if that is asked for
    wb_terms *terms;    // likewise; NULL: sums stay as they are
    uint32_t width;     // of a row, in lanes
    uint32_t lanes;     // how many of them exist
    uint32_t first;     // their gl_LocalInvocationIndex starts here
    uint32_t pc;        // of the lanes that run
    uint32_t wait;      // the smallest pc of the others
    uint32_t low, high; // the lanes that run are among these
    bool dense;         // and are all of them
    uint32_t active;    // how many they are
    wb_flags active_bits;
    uint32_t choice; // the pc of the lanes to run next; WB_PC_ENDED: the smallest
    _Alignas(64) uint32_t mask[WB_TEAM_LANES]; // all bits for a lane that runs, or none
    uint32_t lane_pc[WB_TEAM_LANES];           // of the others; of those that run it is `pc`
    uint32_t resume[WB_TEAM_LANES];            // behind the barrier at which they wait
    uint32_t iterations[WB_TEAM_LANES];        // of all loops together
    uint32_t *turns; // of each loop with a barrier(), of each lane: how often it has gone round
    uint32_t local[3][WB_TEAM_LANES]; // gl_LocalInvocationID
    bool lost[WB_TEAM_LANES];         // may be elsewhere on a driver: an open value decided
    wb_spin spin;
    int slice;             // instructions of the one that the budget has cut,
    uint64_t slice_lanes;  // and how many lanes have run in it
    const uint16_t *order; // in which lanes access memory; NULL: ascending
    wb_group *group;
    wb_machine *machine;
} wb_team;

struct wb_group {
    wb_machine *machine;
    uint32_t number, id[3];
    wb_team *teams;
    void *team_memory; // in which they lie
    uint32_t team_count, next_team;
    uint32_t *shared;
    uint8_t *shared_flags;
    wb_word_freedom *free_words; // of shared memory
    wb_race_group *race;
    uint32_t barriers; // that all have passed
};

/* Where a run of the debugger's stops. */
typedef enum wb_steps {
    WB_STEPS_NONE, // nowhere
    WB_STEPS_LINE, // in front of another line, of the lanes that run
    WB_STEPS_INSTRUCTION,
} wb_steps;

typedef struct wb_instruction_counts {
    uint64_t executions, lanes;
    uint64_t requests, cost; // sectors, ways or collisions
} wb_instruction_counts;

/* Is told, right before, which words of a memory the lanes that run access: `word` has the first of
 * each lane, or WB_NO_WORD, and `span` says how many there are from it to the last. */
typedef void (*wb_watch)(void *user, const wb_team *team, const wb_instruction *i,
                         const wb_memory *memory, const uint32_t *word, uint32_t span);

/* What was found where: most findings come thousands of times. */
typedef struct wb_seen {
    const char *code; // NULL: nothing
    uint32_t instruction, other_instruction;
    int finding;
} wb_seen;
enum { WB_SEEN_COUNT = 256 };

/* Whether what an instruction loads gets into what another stores. */
typedef struct wb_reach {
    uint32_t load, store;
    bool reaches;
} wb_reach;

/* How two sites that nothing orders were judged last, and how often. */
typedef struct wb_judged {
    uint32_t first, second;
    wb_race_verdict asked, verdict;
    bool across;
    int count;
} wb_judged;
enum { WB_JUDGED_COUNT = 64 };

struct wb_machine {
    const wb_module *module;
    wb_machine_options options;
    wb_machine_dispatch dispatch;
    wb_machine_resource *resources;
    uint32_t lanes; // of a group
    uint64_t group_count, started;
    uint64_t group_first, group_step, group_end; // of several machines that share a dispatch: which
                                                 // groups this one runs
    bool parallel;                               // other machines work on the same memory
    wb_region *regions;
    int region_count;
    wb_memory *memory;       // of each variable; those in shared memory are completed by the group
    uint32_t *uniform_words; // for each row of the module's: the value of a uniform; NULL if none
    wb_group **groups;       // that are under way; behind them those that have their memory only
    int under_way, allocated, current;
    uint64_t stride, offset; // of the shuffled order of groups
    uint64_t budget;         // lane-instructions that are left
    uint64_t lane_instructions;
    uint16_t *orders; // of lanes, for each team
    wb_race *race;
    uint16_t *site_of;        // of each instruction; 0: none
    uint32_t *instruction_of; // of each site
    uint8_t *sites, *traits;  // traits: see verdict.c
    wb_judged judged[WB_JUDGED_COUNT];
    wb_reach *reach; // asked for so far
    int reach_count, reach_capacity;
    wb_instruction_counts *counts; // of each instruction
    wb_kernel_finding *findings;
    int finding_count, finding_capacity;
    wb_seen seen[WB_SEEN_COUNT]; // at a hash of the two instructions
    bool depends_on_order;
    int depends_line;
    uint64_t writes;   // as freedom.c counts them
    uint32_t lost_at;  // the instruction that opened what the first branch depended on; 0: none did
    uint64_t changes;  // stores, and atomic operations that leave another value
    int spin_patience; // instructions of a team, until it is asked whether it only spins
    uint8_t *decisive; // rows: see flow.h; NULL: not asked for yet
    uint32_t *spin_rows;  // what these held
    int stuck;            // groups in a row that only spin
    uint64_t stuck_since; // changes
    // how far to run
    wb_steps steps;
    bool at_findings; // it stops behind one, too
    int stop_line;
    bool stopping;  // a limit of this run has been reached
    wb_team *now;   // the team that runs, or ran last
    wb_watch watch; // NULL: none
    void *watch_user;
};

typedef void (*wb_execute)(wb_team *team, const wb_instruction *i);

/* ---- team.c ---- */

/* Runs a team until all its lanes wait or have ended (true), or its time is up, or the run stops.
 */
bool wb_team_run(wb_team *team);
bool wb_team_can_run(const wb_team *team); // some lanes neither wait nor have ended
void wb_team_release(wb_team *team);       // those that wait at a barrier
/* A lane that waits at the same barrier() as another, but in another turn of a loop around it;
 * WB_TEAM_LANES: there is none. */
uint32_t wb_team_other_turn(const wb_team *team, const wb_team *other, uint32_t other_lane);

/* ---- spin.c ---- */

typedef enum wb_spin_answer { WB_SPIN_NO, WB_SPIN_PROVEN, WB_SPIN_ENDED } wb_spin_answer;
/* Whether the lanes that run do nothing but wait for another to change a word: as long as that does
 * not happen, they go on for ever. To find out, `step` carries out up to some thousand
 * instructions; WB_SPIN_ENDED: it has returned false, for no lane can run any more. */
wb_spin_answer wb_spin_ask(wb_team *team, bool (*step)(wb_team *team));
/* No group can go on any more. */
void wb_spin_report_stuck(wb_group *group);

wb_execute wb_execute_of(int operation);

/* ---- flags.c ---- */

/* After an operation on rows: what of its results is undefined or depends on the order, where that
 * is not simply what one of its operands is. */
void wb_propagate_flags(wb_team *team, const wb_instruction *i, int operands);

/* ---- group.c ---- */

wb_group *wb_group_create(wb_machine *machine);
void wb_group_free(wb_group *group);
void wb_group_begin(wb_group *group, uint32_t number);
typedef enum wb_group_state { WB_GROUP_ENDED, WB_GROUP_SPINS, WB_GROUP_STOPPED } wb_group_state;
wb_group_state wb_group_run(wb_machine *machine, wb_group *group);
/* When all its lanes wait or have ended: those that wait go on. False if all have ended. */
bool wb_group_release(wb_group *group);

/* ---- machine.c ---- */

/* Puts one more group under way; false if there is none left, or no room. */
bool wb_machine_start_group(wb_machine *machine);
void wb_machine_end_group(wb_machine *machine, int index);

/* ---- report.c, for parallel.c ---- */

/* Adds another machine's findings to those of this one. */
void wb_report_merge(wb_machine *machine, const wb_machine *other);

/* ---- exec_*.c ---- */

#define WB_DECLARE(name, ...) void wb_exec_##name(wb_team *team, const wb_instruction *i);
WB_OPERATIONS_PLAIN(WB_DECLARE)
WB_OPERATIONS_CHECKED(WB_DECLARE)
WB_OPERATIONS_DOUBLE(WB_DECLARE)
WB_OPERATIONS_MEMORY(WB_DECLARE)
#undef WB_DECLARE

/* What an atomic operation, or a sum over a subgroup, makes of two words. */
uint32_t wb_combine(int kind, uint32_t old, uint32_t value);
/* A row decides about an address or a branch: reports those that are undefined, and notes that
 * there are some that depend on the order. */
void wb_check_decision(wb_team *team, const wb_instruction *i, uint32_t row, const char *what);
/* The texels of an image at the instruction's coordinates; WB_NO_WORD, reported, outside of it. */
void wb_find_texels(wb_team *team, const wb_instruction *i, const wb_memory *memory,
                    uint32_t *texel);
/* Tells the race detector of them. */
void wb_tell_texels(wb_team *team, const wb_instruction *i, const wb_memory *memory,
                    const uint32_t *texel, bool writes);

/* ---- memory.c: false if memory runs out ---- */

/* Bindings that overlap become one region. */
bool wb_memory_make_regions(wb_machine *machine);
/* Finds for each variable what is bound; after the race detector has got its regions. */
bool wb_memory_connect(wb_machine *machine);
bool wb_memory_fill_uniforms(wb_machine *machine);
/* The memory of a variable as the team's group sees it. */
wb_memory wb_memory_of(const wb_team *team, uint32_t variable);

/* ---- report.c ---- */

wb_invocation wb_invocation_of(const wb_machine *machine, uint32_t group, uint32_t lane);
void wb_report_arithmetic(wb_team *team, const wb_instruction *i, uint32_t lane, const char *text);
/* Of a function whose result GLSL leaves undefined under a condition; `k`: the component. */
void wb_report_domain(wb_team *team, const wb_instruction *i, uint32_t lane, uint32_t k,
                      const char *condition);
void wb_report_index(wb_team *team, const wb_instruction *i, uint32_t lane, uint32_t index,
                     uint32_t length);
void wb_report_bounds(wb_team *team, const wb_instruction *i, uint32_t lane, uint32_t word,
                      uint32_t count, bool writes);
void wb_report_format(wb_team *team, const wb_instruction *i, uint32_t lane,
                      const wb_texel_format *declared, const wb_texel_format *bound);
void wb_report_undefined(wb_team *team, const wb_instruction *i, uint32_t lane, const char *what);
void wb_report_divergence(wb_machine *machine, const wb_group *group);
void wb_report_loop(wb_team *team, const wb_instruction *i, uint32_t lane, bool endless);
/* Of a loop that is left by `i`: after `turns` turns it needs that many more. */
void wb_report_no_end(wb_team *team, const wb_instruction *i, uint32_t lane, uint64_t turns,
                      double left);
void wb_report_race(const wb_race_conflict *conflict, void *machine);
void wb_report_spin(wb_team *team, const wb_spin *spin, bool forever);

/* ---- Lanes ---- */

// Of an image: in which of the race detector's units, from memory->first on, a texel begins.
static inline uint32_t wb_unit_of_texel(const wb_memory *memory, uint32_t texel)
{
    return texel * memory->each / memory->texels;
}

static inline uint32_t *wb_row(const wb_team *team, uint32_t row)
{
    return team->rows + (size_t)row * team->width;
}

static inline bool wb_flag(const wb_flags *flags, uint32_t lane, int tainted)
{
    return (flags->bits[(lane >> 6) + (tainted ? 4 : 0)] >> (lane & 63) & 1) != 0;
}

static inline bool wb_any_flag(const wb_team *team, uint32_t row, int tainted)
{
    const uint64_t *f = team->flags[row].bits + (tainted ? 4 : 0), *m = team->active_bits.bits;
    return ((f[0] & m[0]) | (f[1] & m[1]) | (f[2] & m[2]) | (f[3] & m[3])) != 0;
}

/* The first lane that runs and has the flag; only if wb_any_flag(). */
static inline uint32_t wb_first_flag(const wb_team *team, uint32_t row, int tainted)
{
    uint32_t lane = 0;
    while (lane + 1 < team->lanes &&
           !(team->mask[lane] != 0 && wb_flag(&team->flags[row], lane, tainted)))
        lane++;
    return lane;
}

static inline void wb_set_flags(wb_team *team, uint32_t row, const wb_flags *value)
{
    wb_flags *f = &team->flags[row];
    for (int i = 0; i < 8; i++)
        f->bits[i] = (f->bits[i] & ~team->active_bits.bits[i]) |
                     (value->bits[i] & team->active_bits.bits[i]);
}

/* Runs the statement for all lanes that run, in the order that the options want. */
#define WB_FOR_LANES_IN_ORDER(team, lane)                                                          \
    for (uint32_t at_ = (team)->order != NULL ? 0 : (team)->low,                                   \
                  end_ = (team)->order != NULL ? (team)->lanes : (team)->high, lane;               \
         at_ < end_ && (lane = (team)->order != NULL ? (team)->order[at_] : at_, true); at_++)     \
        if ((team)->mask[lane] != 0)

#endif
