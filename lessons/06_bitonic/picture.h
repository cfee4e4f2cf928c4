/* The lesson's picture. Up to PICTURE_ROW_KEYS keys: one row of coloured cells after every pass,
 * who was exchanged with whom in the pass that is shown, and the keys after it as bars. More keys:
 * before and after, as two squares of coloured pixels. */
#ifndef BITONIC_PICTURE_H
#define BITONIC_PICTURE_H

#include "base/array.h"
#include "gl/draw.h"

#include <glad/gl.h>
#include <stdbool.h>
#include <stdint.h>

enum { PICTURE_ROW_KEYS = 4096 }; // more make no good history

typedef struct picture_scene {
    GLuint keys, given; // buffers of `count` keys of the type: as they are now, as they were first
    GLuint history;     // the keys before the first pass, after it, ...; 0 if there is none
    wb_type type, given_type, history_type;
    uint32_t count, low, high; // the range of the keys' places in their order (sorting_order())
    int passes, shown;         // the rows are numbered from 0, before the first pass, to `passes`
    bool is_network;           // each pass is one of picture_find_pass()
    const char *title, *subtitle;
} picture_scene;

typedef struct picture_programs {
    GLuint rows, pixels, vertex_array;
} picture_programs;

bool picture_create(picture_programs *programs);
void picture_delete(picture_programs *programs); // does nothing to zeroed ones

void picture_draw(const picture_programs *programs, const picture_scene *scene, int width,
                  int height);

/* Which pass of the network is the index-th, from 1: it merges runs of k, comparing pairs j apart.
 */
void picture_find_pass(int index, uint32_t *k, uint32_t *j);

#endif
