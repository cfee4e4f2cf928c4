/* Life patterns in RLE files, the format of Golly and of LifeWiki's collection:
 *
 *     #N Glider
 *     x = 3, y = 3, rule = B3/S23
 *     bo$2bo$3o!
 *
 * b or . is a dead cell, o or A a living one, $ ends a row, ! the pattern; a number before them
 * repeats them. Lines that start with # are comments.
 *
 * This lesson runs Conway's Life, so a file for any other rule is refused. Without a rule, which
 * stands in the header or in a "#r" line, the file is taken as Conway's. A rule may carry the size
 * of a torus (B3/S23:T256,128, or :T256 for a square one); Golly's other bounded grids (planes,
 * twisted tori, Klein bottles, spheres) are refused. Where the pattern lay when it was saved (#P,
 * #R and #CXRLE lines) is not kept: whoever places the pattern decides that. */
#ifndef RLE_H
#define RLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    RLE_MAX_SIDE = 65536,    // cells; the largest width and height
    RLE_MAX_CELLS = 1 << 28, // the largest width * height
};

typedef struct rle_pattern {
    int width, height;             // cells; 0 is possible
    uint8_t *cells;                // height x width, row by row from the top; 1 alive, 0 dead
    int torus_width, torus_height; // cells; at least width and height, or both 0: no torus given
} rle_pattern;

/* Reads the file at `path`. Width and height are the header's, or as far as the living cells reach
 * where that is more (Golly ignores the header's size, and so do some files). The caller frees the
 * pattern with rle_free(). On failure: false, one message that names the file, line and column, and
 * a zeroed pattern. */
bool rle_read(rle_pattern *pattern, const char *path);

/* The same from memory: `size` bytes at `text`, no NUL needed. `name` is for messages. */
bool rle_parse(rle_pattern *pattern, const char *text, size_t size, const char *name);

/* Writes the pattern as it is, dead margins included, so that rle_read() brings back every field.
 * A grid whose torus has its own size is also opened by Golly with each cell in its place. Returns
 * false, with a message, if the file cannot be written; a file of that name is then unchanged. */
bool rle_write(const char *path, const rle_pattern *pattern);

/* Frees the cells and zeroes the pattern, which may be zeroed already. */
void rle_free(rle_pattern *pattern);

#endif
