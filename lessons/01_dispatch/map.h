/* How a dispatch lies in the picture: which invocation a cell of the grid shows.
 *
 * A list is drawn group by group, each a tile in which the invocations follow each other in rows. A
 * box is drawn slice by slice, each a tile in which the groups lie as they lie in x and y. */
#ifndef DISPATCH_MAP_H
#define DISPATCH_MAP_H

#include "plan.h"

typedef struct cell_map {
    int columns, rows;           // of the whole grid, margins included
    int left, top;               // where the first tile begins
    int tile_width, tile_height; // in cells
    int gap;                     // between two tiles, in cells
    int tiles, tiles_a_row;
    bool is_list;
} cell_map;

/* The part of the picture, in pixels of 1280 x 800, that the tiles should fill. */
enum { MAP_X = 40, MAP_Y = 112, MAP_WIDTH = 1200, MAP_HEIGHT = 496 };

cell_map map_make(const dispatch_plan *plan);

/* What a cell shows; false if it shows nothing. Where too few groups were dispatched, that is also
 * the invocation that is missing. */
bool map_at(const cell_map *map, const dispatch_plan *plan, int column, int row, invocation *one);

/* The upper left cell of a tile. */
void map_tile(const cell_map *map, int tile, int *column, int *row);

#endif
