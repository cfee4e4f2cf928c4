#include "map.h"

#include <math.h>

enum { PICTURE_WIDTH = 1280, PICTURE_HEIGHT = 800, MOST_TILES_A_ROW = 4096 };

static int covering(int count, int size)
{
    return (count + size - 1) / size;
}

// The groups to be seen: those that are dispatched, and those that should be, for a list that has
// elements left over.
static int groups_shown(const dispatch_plan *plan)
{
    int needed = covering(plan->size[0], plan->local[0]);
    return plan->groups[0] > needed ? plan->groups[0] : needed;
}

// A list's group in rows of 32, or where there are many groups, as a square.
static int list_width(const dispatch_plan *plan)
{
    int width = groups_shown(plan) > 16 ? 1 : 32;
    while (width < 32 && width * width < plan->local[0]) width *= 2;
    return width < plan->local[0] ? width : plan->local[0];
}

static void choose_tile(cell_map *map, const dispatch_plan *plan)
{
    map->gap = 1;
    map->tiles = groups_shown(plan);
    map->tile_width = list_width(plan);
    map->tile_height = covering(plan->local[0], map->tile_width);
    if (map->is_list) return;
    map->tiles = plan->groups[2] * plan->local[2];
    map->tile_width = plan->groups[0] * (plan->local[0] + 1) - 1;
    map->tile_height = plan->groups[1] * (plan->local[1] + 1) - 1;
    map->gap = 1 + (map->tile_width + map->tile_height) / 24; // room for the slice's name
}

// The pixels a cell would get with that many tiles a row.
static double scale_with(const cell_map *map, int tiles_a_row)
{
    double columns = tiles_a_row * (map->tile_width + map->gap) - map->gap;
    double rows = covering(map->tiles, tiles_a_row) * (map->tile_height + map->gap);
    return fmin(MAP_WIDTH / columns, MAP_HEIGHT / rows);
}

cell_map map_make(const dispatch_plan *plan)
{
    cell_map map = {.is_list = plan->size[1] == 1 && plan->size[2] == 1 && plan->local[1] == 1 &&
                               plan->local[2] == 1};
    choose_tile(&map, plan);
    double best = 0.0;
    for (int i = 1; i <= map.tiles && i <= MOST_TILES_A_ROW; i++) {
        double scale = scale_with(&map, i);
        if (scale <= best) continue;
        best = scale;
        map.tiles_a_row = i;
    }
    if (map.tiles == 0) best = map.tiles_a_row = 1;

    // As many cells as fill the picture, with the tiles in the middle of their part of it.
    int columns = map.tiles_a_row * (map.tile_width + map.gap) - map.gap;
    int rows = covering(map.tiles, map.tiles_a_row) * (map.tile_height + map.gap);
    map.columns = (int)ceil(PICTURE_WIDTH / best);
    map.rows = (int)ceil(PICTURE_HEIGHT / best);
    map.left = (map.columns - columns) / 2;
    map.top = (int)(MAP_Y / best + (MAP_HEIGHT / best - rows) / 2) + map.gap;
    return map;
}

void map_tile(const cell_map *map, int tile, int *column, int *row)
{
    *column = map->left + tile % map->tiles_a_row * (map->tile_width + map->gap);
    *row = map->top + tile / map->tiles_a_row * (map->tile_height + map->gap);
}

static bool list_at(const cell_map *map, const dispatch_plan *plan, int tile, int x, int y,
                    invocation *one)
{
    int local = y * map->tile_width + x;
    if (local >= plan->local[0]) return false;
    *one = plan_invocation(plan, (int[]){tile, 0, 0}, (int[]){local, 0, 0});
    return tile < plan->groups[0] || one->element != PLAN_IDLE;
}

static bool box_at(const dispatch_plan *plan, int slice, int x, int y, invocation *one)
{
    int width = plan->local[0] + 1, height = plan->local[1] + 1; // of a group and the gap behind it
    if (x % width == plan->local[0] || y % height == plan->local[1]) return false;
    *one = plan_invocation(plan, (int[]){x / width, y / height, slice / plan->local[2]},
                           (int[]){x % width, y % height, slice % plan->local[2]});
    return true;
}

bool map_at(const cell_map *map, const dispatch_plan *plan, int column, int row, invocation *one)
{
    int x = column - map->left, y = row - map->top;
    int width = map->tile_width + map->gap, height = map->tile_height + map->gap;
    if (x < 0 || y < 0 || x / width >= map->tiles_a_row) return false;
    int tile = y / height * map->tiles_a_row + x / width;
    x %= width;
    y %= height;
    if (tile >= map->tiles || x >= map->tile_width || y >= map->tile_height) return false;
    return map->is_list ? list_at(map, plan, tile, x, y, one) : box_at(plan, tile, x, y, one);
}
