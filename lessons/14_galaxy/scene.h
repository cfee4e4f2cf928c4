/* Where the stars are at first, and how fast. */
#ifndef GALAXY_SCENE_H
#define GALAXY_SCENE_H

#include <stdbool.h>
#include <stddef.h>

/* The mass of all stars but a black hole, in suns; and a black hole's, in stars. */
#define GALAXY_SUNS 4.5e10
enum { HOLE_STARS = 10000 };

/* Fills `positions` (lesson.stars x 4): place, and mass in stars. Returns the sum of all masses. */
double scene_place(float (*positions)[4]);

/* Fills `velocities` (lesson.stars x 4), given the pull at each star: such that the discs turn and
 * neither fall together nor apart. `pulls`: lesson.stars x 3, (km/s)^2/kpc, the halo's included. */
void scene_push(const float (*positions)[4], const double (*pulls)[3], float (*velocities)[4]);

/* The middle of the galaxy that a star belongs to. */
void scene_middle(int star, double middle[3]);

#endif
