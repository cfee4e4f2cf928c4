/* The first generation: the lesson's own, or a pattern from a file; and patterns written to files.
 */
#ifndef LIFE_SCENE_H
#define LIFE_SCENE_H

#include <stdbool.h>

/* Sets the living cells of the first generation to 1, in a grid of height x width zeros. False,
 * with a message, if it cannot. */
bool scene_fill(int *cells);

/* wb_lesson's load() and dump(), of patterns (.rle) and pictures (.png). */
bool load(const char *buffer, const char *path);
bool dump(const char *buffer, const char *path);

#endif
