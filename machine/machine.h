/* The kernel machine: runs one dispatch of a module on memory that it is given, invocation by
 * invocation, and says what is wrong with the kernel.
 *
 * The invocations of a work group run in teams of up to 256; in a team, those that are at the same
 * instruction run together. Between two barriers a team runs until all its invocations wait or have
 * ended, then the next team runs. Work groups run one after the other in an order that the options
 * choose; one that spins is set aside for the next. The same module, dispatch and options give the
 * same run, whatever the machine.
 *
 * Nothing here calls OpenGL or prints, and nothing is global: several machines can live at once. */
#ifndef WB_MACHINE_MACHINE_H
#define WB_MACHINE_MACHINE_H

#include "base/message.h"
#include "machine/module.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- A dispatch ---- */

typedef enum wb_mip { WB_MIP_NONE, WB_MIP_NEAREST, WB_MIP_LINEAR } wb_mip;
typedef enum wb_wrap { WB_WRAP_REPEAT, WB_WRAP_CLAMP, WB_WRAP_MIRROR, WB_WRAP_BORDER } wb_wrap;

/* What is bound at a binding. The machine works on `data` itself. Resources may overlap: two
 * bindings of one buffer are known as one memory. */
typedef struct wb_machine_resource {
    wb_space space; // WB_SPACE_STORAGE, _UNIFORM, _IMAGE or _TEXTURE
    int binding;
    void *data;        // aligned to 4 bytes
    size_t size;       // in bytes; what is bound, not more
    const char *label; // of the buffer or texture, for messages; NULL: as the kernel calls it
    const uint8_t *undefined; // for each word whether it is still unwritten; NULL: all are
                              // written
    // of an image or texture:
    wb_texel_format format;
    int width, height, depth;  // of the first level; depth, layers or faces at least 1
    int levels;                // of a texture, one after the other in `data`; 0 means 1
    bool linear, linear_small; // magnified; minified
    wb_mip mip;                // how levels are chosen
    wb_wrap wrap[3];
    int compare; // OpenGL's GL_NEVER (1) to GL_ALWAYS (8), by which depths are compared; 0: not
    float border[4];
} wb_machine_resource;

/* The value of a uniform outside blocks, as words: a bool is 0 or 1, a matrix its columns, an array
 * its elements. A member of a structure is a uniform of its own (wb_module_uniform_location). */
typedef struct wb_machine_uniform {
    int location;
    const uint32_t *words;
    uint32_t count;
    uint32_t elements; // of an array, which have locations in a row; 0 means 1
} wb_machine_uniform;

typedef struct wb_machine_dispatch {
    uint32_t groups[3];
    const wb_machine_resource *resources;
    int resource_count;
    const wb_machine_uniform *uniforms; // one that is missing is 0, as in OpenGL
    int uniform_count;
} wb_machine_dispatch;

/* The four channels of a texel as a kernel reads them: floats, or integers of the format's kind. */
void wb_texel_read(const wb_texel_format *format, const uint8_t *data, size_t texel,
                   uint32_t out[4]);
static inline uint32_t wb_texel_bytes(const wb_texel_format *format)
{
    return (uint32_t)(format->channels * format->bits / 8);
}

/* ---- How to run it ---- */

typedef enum wb_order { WB_ORDER_ASCENDING, WB_ORDER_DESCENDING, WB_ORDER_SHUFFLED } wb_order;

/* What a driver does with floats, of what GLSL leaves to it. */
typedef struct wb_float_rules {
    bool contracts;    // a * b + c is rounded once, unless it is `precise`
    bool flushes;      // floats below 2^-126 may become 0
    bool rough_divide; // a / b is not the nearest float
    bool rough_sqrt;   // nor is sqrt()
    bool reorders;     // a + b + c + d may be (a + b) + (c + d), and a b + a c may be a (b + c),
                       // unless it is `precise`
} wb_float_rules;

typedef struct wb_machine_options {
    wb_order order;   // of the groups, of the teams in a group, of the lanes of one instruction
    uint64_t seed;    // of WB_ORDER_SHUFFLED
    int team;         // lanes that run together: a multiple of the subgroup's size; 0 means 256
    int subgroup;     // a power of 2, up to 32; 0 means 32
    int resident;     // groups that can be under way at once, if those before spin; 0 means 64
    uint64_t budget;  // instructions times lanes, after which a run stops; 0 means 4e9. Where few
                      // lanes run for long, each instruction counts as one of 32
    bool check_races; // see race.h
    bool check;       // bounds are always checked; this also checks definedness
    bool count;       // sectors, banks and collisions; executions are always counted
    bool fuse_fma;    // fma() rounds once
    bool one_group;   // only one work group runs, `group`
    uint32_t group;
    /* For wb_machine_freedom(); NULL: it is not asked for. Such a run is slow, reports neither
     * arithmetic nor bounds, and goes with none of check_races, check and count. */
    const wb_float_rules *freedom;
} wb_machine_options;

typedef struct wb_machine wb_machine;

/* The module and what the dispatch points to must live as long as the machine; the dispatch itself
 * is copied. NULL if memory runs out or the dispatch is not possible, with the reason in `error`.
 */
wb_machine *wb_machine_create(const wb_module *module, const wb_machine_dispatch *dispatch,
                              const wb_machine_options *options, wb_module_error *error);
void wb_machine_free(wb_machine *machine);

typedef enum wb_run_until {
    WB_RUN_END,   // of the dispatch
    WB_RUN_GROUP, // the end of the group that runs
} wb_run_until;

typedef enum wb_stop {
    WB_STOP_END,
    WB_STOP_GROUP,
    WB_STOP_BUDGET, // no more instructions: it never ends, or the budget is too small
} wb_stop;

/* Goes on from where it stopped. */
wb_stop wb_machine_run(wb_machine *machine, wb_run_until until);
/* To the end, but no further than about that many instructions of lanes: false if it has to be
 * called again, else with what wb_machine_run() would return in *stop. For programs that have to
 * look up in between, as a page in a browser. */
bool wb_machine_run_some(wb_machine *machine, uint64_t lane_instructions, wb_stop *stop);

/* When wb_machine_run_some() has returned false: whether the loops round the invocation that ran
 * last come to their end. It goes on for 12 million lane instructions, and for 96 million more if a
 * loop has much in it, and sees how fast what is compared where a loop is left comes nearer to
 * that. A loop in which the invocation has more than WB_MOST_WORK instructions left at that pace,
 * or which comes no nearer, is endless: false, with a finding. One that has gone round only a few
 * times is taken to end.
 *
 * One invocation alone takes a GPU some nanoseconds for each instruction, and after a few seconds
 * desktops take the GPU away from a program, or stand still. */
#define WB_MOST_WORK 1e9
bool wb_machine_comes_to_end(wb_machine *machine);

/* Instructions times lanes, so far. */
uint64_t wb_machine_lane_instructions(const wb_machine *machine);

/* ---- What it found ---- */

typedef struct wb_invocation {
    uint32_t group[3], local[3];
} wb_invocation;

/* The first of its kind and place; `count` says how many there were. */
typedef struct wb_kernel_finding {
    const char *code; // for programs, the same for all time: "race"
    wb_severity severity;
    int line, other_line; // of the compiled text; other_line: of the earlier access, or 0
    uint32_t call, other_call;
    wb_invocation at, other; // other: if has_other
    bool has_other;
    char object[96];      // "bins[3].count"; "" if it is about no variable
    char variable[48];    // "bins"
    int64_t element;      // -1: none
    const char *conflict; // "read after write", ...; "" if it is no conflict
    uint32_t word;        // of a conflict: at which the two meet, in the whole memory
    char text[320];       // what happened, in one sentence
    const char *mend;     // what would mend it; "" if there is no simple rule
    uint64_t count;
    uint32_t instruction, other_instruction;
} wb_kernel_finding;

int wb_machine_finding_count(const wb_machine *machine);
const wb_kernel_finding *wb_machine_finding(const wb_machine *machine, int index);

/* Whether an address or a branch has depended on the result of an atomic operation or on a raced
 * value, or two accesses were in order only by an atomic operation, which may come the other way
 * round; and the first line where one did. If not, a run without findings of races holds for every
 * order, with these buffers. */
bool wb_machine_depends_on_order(const wb_machine *machine, int *line);

/* How far a word of memory may be from what the machine left there, where GLSL leaves the precision
 * open (4.7.1; for sin() and others Vulkan's table); and who wrote it. */
typedef struct wb_freedom {
    float bound;   // infinite: it may be anything, as a rounding decides about it
    bool is_float; // it was computed as a float, whatever the kernel's type for it
    int opened_line;
    const char *opened_by; // the operation that has most of it: "Sin"; "" if there is none
    int written_line;
    uint32_t written_call;
    const char *written_by; // the operation that gave the value
    wb_invocation writer;
    uint64_t when; // writes are counted in the order of the run; 0: it was never written
} wb_freedom;

/* Of the word-th word of a resource of the dispatch, after a run with options.freedom. False if the
 * kernel writes nothing to it. */
bool wb_machine_freedom(const wb_machine *machine, int resource, uint32_t word,
                        wb_freedom *freedom);

/* The line of the operation whose freedom has decided about a branch; 0: there is none. */
int wb_machine_lost_line(const wb_machine *machine);

/* ---- What it counted ---- */

/* The counts of a source line, as it is written: a driver may do better. */
typedef struct wb_line_counts {
    uint64_t executions;                   // of its instructions, by a team
    uint64_t lane_executions, lane_places; // their ratio is the share of lanes that were active
    uint64_t buffer_requests, sectors;     // of 32 lanes to a buffer; 32-byte sectors touched
    uint64_t shared_requests,
        bank_ways; // of 32 lanes to shared memory; the most loaded bank's words
    uint64_t atomic_requests, atomic_ways; // the most lanes on one word
} wb_line_counts;

void wb_machine_line_counts(const wb_machine *machine, int line, wb_line_counts *counts);
/* What a run cost in all. Loads and atomics are those of single invocations on buffers. */
typedef struct wb_machine_cost {
    uint64_t invocations, loads, atomics;
    uint64_t lane_executions, lane_places; // their ratio is the share of lanes that were active
    // as in wb_line_counts; 0 unless they were counted:
    uint64_t buffer_requests, sectors, shared_requests, bank_ways;
} wb_machine_cost;

void wb_machine_add_cost(const wb_machine *machine, wb_machine_cost *sum);

/* The counts of all lines from 1 to line_count: counts[line - 1]. */
void wb_machine_all_line_counts(const wb_machine *machine, wb_line_counts *counts, int line_count);

#ifdef __cplusplus
}
#endif
#endif
