/* The grid on the CPU: one int a cell, as shaders/04_life/rule.glsl says, in rows of `width`. */
#ifndef LIFE_CELLS_H
#define LIFE_CELLS_H

#include <stdint.h>

/* Sets the bits of living cells in words that are 0: 32 cells a word, (width + 31) / 32 words a
 * row; bit i of word x is column 32 x + i. */
void cells_pack(const int *cells, uint32_t *words, int width, int height);

/* What the buffer `cells` of the variant that runs holds, from a copy of it: one int a cell, which
 * is 0 or 1 if it came packed. */
void cells_from_copy(const void *copy, int *cells);

#endif
