/* The lesson's first generation, when no file gives another. */
#ifndef LIFE_SCENE_H
#define LIFE_SCENE_H

#include "rle.h"

#include <stdbool.h>
#include <stdint.h>

/* Sets to 1, in a grid of height x width zeros, the cells of a disc of random ones under fire from
 * four glider guns. `density` is the share of living cells in the disc, 0 to 1. */
bool scene_compose(int *cells, int width, int height, float density, uint64_t seed);

/* Sets the cells of a pattern to 1, with its upper left corner at (x, y), on a torus. */
void scene_place(int *cells, int width, int height, const rle_pattern *pattern, int x, int y);

#endif
