/* What the particles are at first: shapes whose surface is known, or noise. The water moves, and
 * has scenes of its own (water/scene.h). */
#ifndef SURFACE_SCENE_H
#define SURFACE_SCENE_H

#include <stdbool.h>
#include <stdint.h>

enum {
    SCENE_WATER,
    SCENE_BALL,
    SCENE_TORUS,
    SCENE_TWO_BALLS,
    SCENE_HOLLOW_BALL,
    SCENE_NOISE,
    SCENE_COUNT
};

/* The scene's name, as the picture shows it. */
const char *scene_name(int scene);

/* The size in metres of the box that all scenes are in. It begins at the origin. */
void scene_box(float box[3]);

/* What one particle stands for is a cube of this side, in metres. The volume of all of them
 * together is the same for every count; of a shape, it is that of the shape. */
double scene_spacing(int scene, int count);

/* Places `count` particles, x, y, z and 0 each: of a shape, on those sites of a cubic lattice that
 * are furthest inside, each shaken by up to a fiftieth of the spacing (by `seed`); of noise, by
 * chance, so that about half of the cells (of two spacings) have some. Not for SCENE_WATER. False,
 * with a message, if there is no memory. */
bool scene_fill(int scene, int count, uint64_t seed, float (*positions)[4]);

/* V - E + F of the scene's surface: known if there are enough particles to show its shape. */
int scene_euler(int scene);

#endif
