/* The picture of few keys that a network sorts: numbers in the cells, and an arrow for each
 * comparison of the pass that is shown. */
#ifndef BITONIC_PICTURE_FEW_H
#define BITONIC_PICTURE_FEW_H

#include <stdbool.h>
#include <stdint.h>

/* Where the picture's areas are, in pixels. */
typedef struct layout {
    float left, width; // of all areas
    float rows_y, rows_height, arrows_y, arrows_height, exchange_y, exchange_height, bars_y,
        bars_height;
} layout;

/* Whether they are told as numbers, with arrows. */
bool are_few(void);

/* Whom place i is compared with in the pass (k, j) of the variant's network. */
uint32_t partner_of(uint32_t i, uint32_t k, uint32_t j);

/* On top of the rows, and in the area of the arrows: pass `shown`, which is (k, j). */
void draw_few(const layout *l, uint32_t k, uint32_t j, int shown);

#endif
