/* What the files of lesson 13 share: its state, what tells its variants apart, and the foam's
 * numbers. SI units throughout. */
#ifndef FOAM_STATE_H
#define FOAM_STATE_H

#include "13_foam/slots.h"
#include "compute/scan.h"
#include "lesson/lesson.h"
#include "water/history.h"
#include "water/settings.h"
#include "water/slots.h"
#include "water/step.h"

/* The uniform block of shaders/13_foam/foam.glsl, in std140 layout. */
typedef struct foam_numbers {
    float trapped_low, trapped_high; // of the trapped air's potential: where births begin, m/s
    float energy_low, energy_high;   // of a particle's energy of motion, J/kg
    float crest_low, crest_high;     // of the task: how much a wave is bent, no unit
    float surface;                   // births below this share of the rest density
    float spray_below, bubble_above; // share of the room around that is water
    float rate;                      // births of a particle that is as wild as can be, 1/s
    float frame_s;                   // s
    float life_min, life_max;        // s
    float rise;                      // of bubbles, through the water, m/s
    float keep;    // of a bubble's other velocity after a frame: exp(-frame / tau)
    float drift_s; // so long it moves on with that: tau (1 - keep), s
    uint32_t pool; // slots
    uint32_t key;  // of all chance
    uint32_t frame;
    float confinement; // of the water's eddies, m/s
} foam_numbers;

_Static_assert(offsetof(foam_numbers, pool) == 64, "std140");
_Static_assert(sizeof(foam_numbers) == 80, "std140");

#define FOAM_TAU_S 0.01 // drag stops a bubble against the water in about this time

/* Where the ring stands: struct Head of foam.glsl. heads[frame & 1] is the frame's. */
typedef struct foam_head {
    uint32_t slot, number, births, spare;
} foam_head;

/* The number of the first newborn ever: 100 births later, the counter passes 2^32. What cannot
 * bear that shows it at once, and not after a year. */
#define FOAM_FIRST_NUMBER 4294967196u

/* What tells a variant from the others: its .data. */
typedef struct foam_traits {
    const char *potential; // the kernel that finds the births; NULL in the project
    const char *move;      // the kernel that moves the foam; NULL: move.comp
    bool is_atomic;        // slots by atomicAdd, in the kernel that finds the births
    bool is_fused;         // that kernel is the water's force pass as well
    bool is_listed;        // the living are listed, and moved by an indirect dispatch
    bool is_sorted;        // foam is moved in the order of cells
    bool has_crests;       // the task: births by wave crests
    const char *confine;   // the kernel that pushes eddies on; NULL: confine.comp
    const char *emit;      // the kernel that puts the newborn into slots; NULL: emit.comp
    bool is_spread;        // the second task: emit has an invocation for each newborn
    bool is_project;       // the learner's two kernels
    const char *broken;    // a constant that breaks a kernel; else NULL
} foam_traits;

/* Everything that the lesson keeps, but for the picture's own (picture.c). Buffers and programs
 * that a variant has no use for are 0. */
typedef struct lesson_state {
    wb_water_settings chosen; // parameters: the water's,
    int view, pool, foam;     // and the foam's
    float cut, stir, rate, life_min, life_max, buoyancy, surface;
    float trapped_low, trapped_high, energy_low, energy_high, crest_low, crest_high;
    float spray_below, bubble_above, confinement;

    wb_water_numbers w;
    foam_numbers f;
    GLuint water_block, foam_block; // the uniform blocks with these
    wb_water water;
    wb_water_history known;                    // of the water
    wb_buffer positions, velocities;           // the water: n x 4, see water/step.h
    wb_buffer foam_positions, foam_velocities; // pool x 4: place and life left; velocity and the
                                               // share of the room around that is water
    wb_buffer heads;                           // 2 x 4: foam_head
    wb_buffer births, places;                  // n: of each particle of water, in its cell's order
    wb_buffer flags, ranks;                    // listed: pool
    wb_buffer list;                            // and how many live, and their slots
    wb_buffer commands;                        // listed: 4
    wb_buffer normals, crests;                 // the task: n x 4; n
    wb_buffer curls;                           // n x 4: see shaders/13_foam/curl.comp
    wb_buffer history;                         // HISTORY_FRAMES x 4: spray, foam, bubbles, births
    wb_grid grid;                              // sorted: the foam's
    wb_scan scan, pool_scan;
    GLuint potential, emit, move, flag, make_list, normal, curl, confine, hand; // programs
    int64_t frame;
    double time_s;
    int steps; // of this frame
} lesson_state;

extern lesson_state lesson;

const foam_traits *traits(void);

/* What follows from the parameters, which may change at any time, and from how the water moves: at
 * the start of every frame. */
void update_numbers(void);

/* wb_part's. */
bool init(void);
void quit(void);
wb_cost cost(void);

/* How many invocations look around for each particle of foam; how many of those share a group. */
int foam_lanes(void);
int foam_teams(void);

#endif
