/* Life patterns in RLE files, the format of Golly and of LifeWiki's collection:
 *
 *     #N Glider
 *     x = 3, y = 3, rule = B3/S23
 *     bo$2bo$3o!
 *
 * b or . is a dead cell, o or A a living one, $ ends a row, ! the pattern; a number before them
 * repeats them. Lines that start with # are comments.
 *
 * The rule stands in the header or in a "#r" line: B, the numbers of living neighbours that bring a
 * dead cell to life, and S, those that keep a living one alive, as B36/S23 or in the older way as
 * 23/36. Without one the file is taken as Conway's, B3/S23; one that says more than this (of more
 * states, of other neighbours) is refused. A rule may carry the size of a torus (B3/S23:T256,128,
 * or :T256 for a square one); Golly's other bounded grids (planes, twisted tori, Klein bottles,
 * spheres) are refused. Where the pattern lay when it was saved (#P, #R and #CXRLE lines) is not
 * kept: the caller decides where to place the pattern. */
#ifndef LIFE_RLE_H
#define LIFE_RLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Conway's rule. */
enum { RLE_BORN = 1 << 3, RLE_SURVIVES = 1 << 2 | 1 << 3 };

enum {
    RLE_MAX_SIDE = 65536,    // cells; the largest width and height
    RLE_MAX_CELLS = 1 << 28, // the largest width * height
};

typedef struct rle_pattern {
    int width, height;             // cells; 0 is possible
    uint8_t *cells;                // height x width, row by row from the top; 1 alive, 0 dead
    int torus_width, torus_height; // cells; at least width and height, or both 0: no torus given
    int born, survives; // the rule: bit n is set for n living neighbours; both 0: none to write
} rle_pattern;

/* Reads the file at `path`. Width and height are the header's, or as far as the living cells reach
 * where that is more (Golly ignores the header's size, and so do some files). The caller frees the
 * pattern with rle_free(). On failure: false, one message that names the file, line and column, and
 * a zeroed pattern. */
bool rle_read(rle_pattern *pattern, const char *path);

/* The same from memory: `size` bytes at `text`, no NUL needed. `name` is for messages. */
bool rle_parse(rle_pattern *pattern, const char *text, size_t size, const char *name);

/* Writes the pattern as it is, dead margins included, so that rle_read() brings back every field;
 * without a rule, and then without a torus, if none is given.
 * A grid whose torus has its own size is also opened by Golly with each cell in its place. Returns
 * false, with a message, if the file cannot be written; a file of that name is then unchanged. */
bool rle_write(const char *path, const rle_pattern *pattern);

/* Frees the cells and zeroes the pattern, which may be zeroed already. */
void rle_free(rle_pattern *pattern);

#endif
