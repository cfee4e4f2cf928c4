// Where the cells on a tile's edge wait: PLACES = 4 GROUP = 64 places a tile, 16 each for its upper,
// lower, left and right edge. A corner belongs to two edges and takes the first of them.

// How many cells of the grid a tile covers: fewer than GROUP x GROUP at the right and lower end.
ivec2 tile_extent(ivec2 tile_position) { return min(size - tile_position * GROUP, ivec2(GROUP)); }

// The place of a cell of the tile, or -1 if it is not on the edge.
int edge_place(ivec2 inside, ivec2 extent)
{
    if (inside.y == 0) return inside.x;
    if (inside.y == extent.y - 1) return GROUP + inside.x;
    if (inside.x == 0) return 2 * GROUP + inside.y;
    if (inside.x == extent.x - 1) return 3 * GROUP + inside.y;
    return -1;
}

// The cell of a place: edge_place() the other way round.
ivec2 edge_cell(int place, ivec2 extent)
{
    int along = place % GROUP;
    switch (place / GROUP) {
    case 0: return ivec2(along, 0);
    case 1: return ivec2(along, extent.y - 1);
    case 2: return ivec2(0, along);
    default: return ivec2(extent.x - 1, along);
    }
}
