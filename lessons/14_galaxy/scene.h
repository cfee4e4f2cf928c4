/* Where the stars are at first, and how fast. */
#ifndef GALAXY_SCENE_H
#define GALAXY_SCENE_H

#include <stdbool.h>
#include <stddef.h>

/* The mass of all stars but a black hole, in suns. */
#define GALAXY_SUNS 4.5e10

/* The mass of all stars together, in stars. */
double scene_weight(void);

/* Fills `positions` (lesson.stars x 4): place, and mass in stars. */
void scene_place(float (*positions)[4]);

/* Fills `velocities` (lesson.stars x 4) with what shaders/14_galaxy/start.comp makes velocities of:
 * three numbers of a normal distribution, and what kind of star it is. Of SCENE_RING, these are
 * velocities already. */
void scene_chance(float (*velocities)[4]);

/* The galaxies, as start.comp has them. */
void scene_galaxies(float galaxies[2][3][4]);

#endif
