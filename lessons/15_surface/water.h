/* The water whose surface is drawn, where the scene is water: lesson 09's, by its fast way. */
#ifndef SURFACE_WATER_H
#define SURFACE_WATER_H

#include <stdbool.h>

/* Whether there is any. */
bool is_water(void);

/* The water as a person has chosen it, and with it the box and the spacing of the lesson. */
void water_choose(void);

/* Where the water is at first, as lesson.chosen.particles positions; and then the buffers and
 * programs of the steps. False, with a message, on failure. water_delete() works in any case. */
bool water_fill(float (*positions)[4]);
bool water_create(void);
void water_delete(void);

/* A sixtieth of a second, in as many steps as it takes. After it, a barrier has made the positions
 * visible to storage blocks. */
void water_step(void);

#endif
