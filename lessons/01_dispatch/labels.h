/* What is written over the two pictures of this lesson. */
#ifndef LABELS_H
#define LABELS_H

#include "device.h"
#include "map.h"

#include "lesson/lesson.h"

typedef struct layout_labels {
    const dispatch_plan *plan;
    const cell_map *map;
    const device_limits *limits;
    bool refused;      // OpenGL took the dispatch for an error: nothing ran
    const char *wrong; // a line in red; NULL if nothing is
    int marked;        // the element whose invocation is explained while the mouse is over none
} layout_labels;

void labels_draw_layout(const wb_view *view, const layout_labels *labels);

/* How the greyscale versions share out the picture. */
typedef enum grey_order { BY_COLUMN, BY_ROW, IN_LIST } grey_order;

typedef struct grey_labels {
    int width, height; // of the picture, in pixels
    int column, row;   // where it lies in the grid
    grey_order order;
    int groups[2];     // that are dispatched, in x and y
    int local, pixels; // invocations of a group, pixels of an invocation
    const char *title; // the version in a few words
} grey_labels;

void labels_draw_grey(const wb_view *view, const grey_labels *labels);

#endif
