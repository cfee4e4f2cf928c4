/* The part about particles: smallest and largest coordinates and masses, and the centre of mass. */
#ifndef REDUCTION_PARTICLES_H
#define REDUCTION_PARTICLES_H

#include "lesson/lesson.h"

typedef struct particles_part {
    int count;
    wb_buffer particles; // count x 4: x, y, z, mass
    wb_buffer partials;  // of each group: smallest, largest, moments; 12 numbers
    wb_buffer extent;    // 3 x 4: smallest; largest; centre of mass, and the mass
    GLuint first_level, last_level, points;
    GLuint corners; // a vertex array without attributes
} particles_part;

/* `count` of a file named by --load takes the place of *count. */
bool particles_create(particles_part *part, int *count, uint64_t seed);
void particles_delete(particles_part *part);
void particles_step(particles_part *part);
bool particles_verify(const particles_part *part);
void particles_draw(const particles_part *part, const wb_view *view);

#endif
