/* Where the water stands before the first step. */
#ifndef WB_WATER_SCENE_H
#define WB_WATER_SCENE_H

#include "water/physics.h"

#include <stdbool.h>

enum {
    WB_WATER_DAM,
    WB_WATER_DOUBLE_DAM,
    WB_WATER_DROP,
    WB_WATER_TANK,
    WB_WATER_COLUMN,
    WB_WATER_WAVE,
    WB_WATER_SCENES,
};

/* The scene's name, as the picture shows it. */
const char *wb_water_scene_name(int scene);

/* The size of the scene's box in metres. */
void wb_water_scene_box(int scene, float box[3]);

/* The spacing in metres at which `count` particles are the scene's water. The volume of water is
 * the same for every count. */
double wb_water_scene_spacing(int scene, int count);

/* The obstacle of this kind in the scene's box. */
void wb_water_scene_obstacle(int kind, wb_water_numbers *p);

/* Places p->count particles on a lattice, each shaken by up to a fiftieth of the spacing (by
 * `seed`), clear of walls and obstacle: x, y, z, and 0. False, with a message, if they do not fit
 * into the box. */
bool wb_water_scene_fill(int scene, const wb_water_numbers *p, uint64_t seed,
                         float (*positions)[4]);

/* Puts the particles, x, y, z, and 0 each, into a random order in memory (by `seed`): where they
 * are stays the same. */
void wb_water_scene_mix(int count, uint64_t seed, float (*positions)[4]);

#endif
