/* What the files of lesson 15 share: its state, and what tells its variants apart. Lengths are in
 * metres. */
#ifndef SURFACE_STATE_H
#define SURFACE_STATE_H

#include "compute/surface.h"
#include "lesson/lesson.h"

/* What tells a variant from the others: its .data. */
typedef struct surface_way {
    bool dense;   // all cells are candidates
    bool table_4; // broken: the table of 1987
    bool stray;   // broken: nothing here says what a mesh should be
} surface_way;

typedef enum surface_view {
    VIEW_WATER,
    VIEW_BLOCKS,
    VIEW_TRIANGLES,
    VIEW_NORMALS,
    VIEW_COUNT
} surface_view;

/* Everything that the lesson keeps, but for the picture's own (picture.c). */
typedef struct lesson_state {
    int particles, scene, cells, view; // parameters
    int room;                          // vertices that the mesh has room for; 0: enough
    float radius, iso;

    wb_buffer positions; // n x 4: x, y, z and 0
    float box[3];        // from the origin to here
    float spacing;
    wb_surface surface;
    int64_t frame;
} lesson_state;

extern lesson_state lesson;

const surface_way *way(void);

bool init(void);
void quit(void);
bool rebuild(void);
wb_cost cost(void);
void status(char *text, size_t size);

#endif
