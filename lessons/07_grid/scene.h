/* The particles that the lesson starts with, and the box they are in. */
#ifndef GRID_SCENE_H
#define GRID_SCENE_H

#include "base/array.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct scene {
    uint32_t count;
    float low[3], high[3];  // flat if all are in one plane across z
    float (*positions)[3];  // as (count) x 3
    float (*velocities)[4]; // box heights a second, at speed 1; w is 0
} scene;

/* Spreads particles evenly over a box of 1.6 x 1 x 1, or over its middle plane in two dimensions.
 * Particle 0 is in the middle. False, with a message, if memory is short. */
bool scene_spread(scene *made, uint32_t count, int dimensions, uint64_t seed);

/* Particles from an array of N x 3 float32, whose data the scene takes over; they stand still. The
 * box is the smallest around those that are finite. False, with a message, if memory is short. */
bool scene_take(scene *made, wb_array *array);

/* Rounds positions towards 0 to 1/n of a unit, so that many are equally far from each other. */
void scene_round(scene *made, int n);

/* Puts the particles into the order of their cells, as compute/grid.h counts them in a grid of such
 * cells that is not hashed: along x first, then y, then z. Those of a cell stay as they were. All
 * are in the box. False, with a message, if memory is short. */
bool scene_sort(scene *made, float cell_size);

void scene_free(scene *made);

/* The radius with which a cell of that size would hold that many particles on average. */
float scene_radius(const scene *made, float per_cell);

#endif
