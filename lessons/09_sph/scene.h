/* Where the water stands before the first step. */
#ifndef SPH_SCENE_H
#define SPH_SCENE_H

#include "physics.h"

#include <stdbool.h>

enum { SCENE_DAM, SCENE_DOUBLE_DAM, SCENE_DROP, SCENE_TANK, SCENE_COLUMN, SCENE_COUNT };

/* The scene's name, as the picture shows it. */
const char *scene_name(int scene);

/* The size of the scene's box in metres. */
void scene_box(int scene, float box[3]);

/* The spacing in metres at which `count` particles are the scene's water. The volume of water is
 * the same for every count. */
double scene_spacing(int scene, int count);

/* The obstacle of this kind in the scene's box. */
void scene_obstacle(int kind, physics *p);

/* Places p->count particles on a lattice, each shaken by up to a fiftieth of the spacing (by
 * `seed`), clear of walls and obstacle: x, y, z, and 0. False, with a message, if they do not fit
 * into the box. */
bool scene_fill(int scene, const physics *p, uint64_t seed, float (*positions)[4]);

/* Puts the particles, x, y, z, and 0 each, into a random order in memory (by `seed`): where they
 * are stays the same. */
void scene_mix(int count, uint64_t seed, float (*positions)[4]);

#endif
