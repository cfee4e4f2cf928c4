/* What the parts begin with, from the seed or from a picture. What is created here the caller
 * frees; NULL, with a message, if memory is short. */
#ifndef ATOMICS_SCENE_H
#define ATOMICS_SCENE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The samples of lesson.source, plane after plane of plane_words() words, sample i being byte i of
 * its plane, the first in a word's lowest bits. Sets what lesson_state says of the histogram. NULL
 * also if the picture cannot be read. */
uint32_t *create_samples(void);

/* Append: kinds of values, at most, where of equal values one is kept. */
int most_kinds(void);

/* lesson.count random numbers below LARGEST_VALUE, and then, up to `padded`, such that are not
 * below any limit. Sets lesson.kept. */
uint32_t *create_values(size_t padded);

/* A particle that drifts through a box. The box is a torus. */
typedef struct particle {
    uint32_t x, y, velocity_x, velocity_y; // fractions of the box, in steps of 2^-32; a frame
} particle;
_Static_assert(sizeof(particle) == 16, "uvec4 in the kernels");

/* `count` particles: lesson.count of them have a start, and the others are zeros. */
particle *create_particles(size_t count);

/* lesson.count random multiples of 2^-24 below 1, and then zeros, `count` in all. Sets
 * lesson.exact. */
float *create_reals(size_t count);

/* --load image=FILE.png, and what is said to --dump. */
bool scene_load(const char *buffer, const char *path);
bool scene_dump(const char *buffer, const char *path);

#endif
