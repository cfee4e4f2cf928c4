/* The picture: all particles in their box, and a close-up of the one that was picked. */
#ifndef PICTURE_H
#define PICTURE_H

#include "compute/grid.h"
#include "gl/camera.h"

#include <stdbool.h>

/* What the search of the picked particle has seen. */
typedef struct picture_seen {
    int particle;        // -1: none was picked
    float where[3];      // it is
    uint32_t numbers[3]; // cells, candidates, neighbours
} picture_seen;

typedef struct picture_desc {
    GLuint points, marks; // as in shaders/07_grid/points.vert
    uint32_t count;
    const wb_grid *grid;
    const float *low, *high; // the box
    float radius;
    bool by_slot;  // colour by place in memory instead of by cell
    bool in_rows;  // the picked particle's cells are read three at a time
    bool is_brute; // or not at all
    picture_seen seen;
} picture_desc;

/* False, with a message, on failure. */
bool picture_create(bool hashed);
void picture_delete(void);

void picture_draw(const picture_desc *desc, const wb_eye *eye, int width, int height);

/* The particle whose ball is hit first by the ray through the pixel; -1 if none is near it. */
int picture_pick(const picture_desc *desc, const wb_eye *eye, int width, int height, float x,
                 float y, const float (*points)[4]);

#endif
