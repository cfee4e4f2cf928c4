/* What the pass "measure" finds out about each frame of the water: energies, and how fast and how
 * dense the water is, which gives the length of the next steps. A ring of the latest
 * WATER_FRAMES.
 *
 * The CPU looks at the figures of a frame a frame late: by then the GPU has them, and the CPU
 * hardly waits. */
#ifndef WB_WATER_HISTORY_H
#define WB_WATER_HISTORY_H

#include "gl/buffer.h"
#include "water/physics.h"

#include <stdbool.h>

enum {
    WB_WATER_WIDTH = 8, // numbers in a partial result: see shaders/water/measure.comp
    WB_WATER_LATE = 1,  // frames
};

typedef struct wb_water_figures {
    double kinetic, potential, elastic; // energies, J
    double lost;                        // particles outside of the box, or that are no numbers
    double compression;                 // the largest density in rest densities
    double front, top;                  // the largest x and y, m
    double speed;                       // the largest, m/s
} wb_water_figures;

typedef struct wb_water_history {
    wb_buffer ring; // "history": frames x parts x numbers
    wb_buffer seen[WB_WATER_LATE + 1];
    GLuint measure, groups; // the program, and how many work groups of it have particles
    wb_water_figures now;   // of the last frame that was looked at
} wb_water_history;

/* Creates buffers and the program, for `count` particles. False, with a message, if that fails;
 * wb_water_history_delete() is then still needed, which does nothing to a zeroed one. */
bool wb_water_history_create(wb_water_history *history, int count);
void wb_water_history_delete(wb_water_history *history);

/* At the start of a frame, when `frame` frames are done: looks at the figures of a frame ago, and
 * fills p->fastest and p->compression, for wb_water_cfl_step(). Before there are any, the fastest
 * is that of the `velocities` (n x vec4; NULL: all stand still). Whether history->now is new. */
bool wb_water_look(wb_water_history *history, wb_water_numbers *p, int64_t frame,
                   const wb_buffer *velocities);

/* At the end of a frame, number `frame` (from 1): the pass "measure". `block` as in step.h, and the
 * state. A barrier has made it visible to storage blocks. */
void wb_water_measure(wb_water_history *history, int64_t frame, GLuint block, GLuint positions,
                      GLuint velocities);

/* The figures after `frame` (from 1) frames: waits for them. All zero for frames that the ring no
 * longer or not yet holds. */
wb_water_figures wb_water_figures_at(const wb_water_history *history, int64_t frame,
                                     int64_t frames_so_far);

/* The sum of the three energies, J. */
double wb_water_energy(const wb_water_figures *figures);

#endif
