/* What the parts work on: a picture from a file, matrices, numbers, and the way through a table. */
#ifndef SHARED_SCENE_H
#define SHARED_SCENE_H

#include "base/image.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Blur: the picture as the state wants it, in rows of `pitch` words, for the caller to free. NULL,
 * with a message, on failure. */
uint32_t *scene_lay_out(const wb_image *image);

/* As in wb_lesson: PNG files, of the blur. */
bool scene_load(const char *buffer, const char *path);
bool scene_dump(const char *buffer, const char *path);

/* Banks, `random`: a number of chance for a lane's first read, and the one for the read after. The
 * place is its uppermost DRAWN_BITS bits. */
uint32_t scene_first_chance(uint32_t lane);
uint32_t scene_next_chance(uint32_t chance);

/* Chase: where a place of a table of that many words leads to. */
uint32_t scene_next_place(uint32_t place, uint32_t words);

/* Matmul: n x n numbers each, `pitch` from row to row; what lies between is left alone. */
void scene_fill_matrices(float *a, float *b);

/* Scan: random numbers from 0 to 9. */
void scene_fill_numbers(uint32_t *values, size_t count);

#endif
