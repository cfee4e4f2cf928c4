/* Where the boids are at first, and how they fly. */
#ifndef BOIDS_SCENE_H
#define BOIDS_SCENE_H

#include "flock.h"

#include <stdbool.h>

/* GAS: anywhere, in all directions. FLOCKS: a dozen balls, each of which flies somewhere.
 * PAIRS: a gas, but two by two at one place, or as good as at one. */
enum { SCENE_GAS, SCENE_FLOCKS, SCENE_PAIRS, SCENE_COUNT };

/* Boids in a cubic metre, where the box follows from their number. */
#define SCENE_DENSITY 0.08

/* `count` of both, of `f`: inside the box, outside of the obstacle; speed `cruise`, as far as the
 * limits allow; w is 0. */
void scene_fill(int scene, const flock *f, uint64_t seed, float (*positions)[4],
                float (*velocities)[4]);

#endif
