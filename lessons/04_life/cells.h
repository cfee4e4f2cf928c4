/* The grid on the CPU: one int a cell, as shaders/04_life/rule.glsl says, in rows of `width`. */
#ifndef LIFE_CELLS_H
#define LIFE_CELLS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct cells_rule {
    int trail;     // generations for which a dead cell is remembered
    int max_age;   // generations
    bool highlife; // B36/S23 instead of B3/S23
} cells_rule;

/* The oracle: one generation on a torus, slow and plain. */
void cells_generation(const int *cells, int *next, int width, int height, cells_rule rule);

/* From and to 32 cells a word, (width + 31) / 32 words a row; bit i of word x is column 32 x + i.
 * cells_pack() sets bits in words that are 0; cells_unpack() writes 0 and 1. */
void cells_pack(const int *cells, uint32_t *words, int width, int height);
void cells_unpack(const uint32_t *words, int *cells, int width, int height);

#endif
