#version 430 core
// Task: a copy of shaders/15_surface/cells.comp whose mesh has holes. A work group for each listed block
// of 4 x 4 x 4 cells loads these and the ones around them into shared memory, `tile`. Then each invocation
// asks, for a cell of its own, the 2 K + 1 cells along each axis around it, whether they hold particles. K
// is CELLS. (This is the older rule, without *full* cells: a candidate has some around it that hold particles, and
// some that hold none.)
// Candidates are missing wherever the water ends just behind a block: the mesh is open there.
// Find the flaw, and mend it. Then run: ./wb check 15.rim
layout(local_size_x = BLOCK) in;

#include "15_surface/slots.h"

layout(std430, binding = STARTS) restrict readonly buffer Starts { uint starts[]; };
layout(std430, binding = LIST) restrict readonly buffer List { uint list[]; };
layout(std430, binding = CELL_LIST) restrict buffer CellList
{
    uint cell_groups[3];
    uint cell_count;
    uint cell_list[];
};
layout(std430, binding = MARKS) restrict writeonly buffer Marks { uint marks[]; };
#include "surface/commands.glsl"
layout(std430, binding = COMMANDS) restrict readonly buffer TheCommands { Commands commands; };

#include "15_surface/append.glsl"
#include "surface/surface.glsl"

uint take(uint count)
{
    uint at = atomicAdd(cell_count, count);
    uvec3 groups = groups_for((at + count + GROUP - 1u) / GROUP);
    atomicMax(cell_groups[0], groups.x);
    atomicMax(cell_groups[1], groups.y);
    return at;
}

bool holds_particles(ivec3 cell)
{
    if (!is_cell(cell)) return false;
    uint c = cell_index(cell);
    return starts[c + 1u] > starts[c];
}

// --- your lines from here ---
// The cells of the block and those around it, from K before it on.
const int WIDTH = SIDE + CELLS;
shared uint tile[WIDTH * WIDTH * WIDTH];

void load_tile(ivec3 low)
{
    for (int i = int(gl_LocalInvocationIndex); i < WIDTH * WIDTH * WIDTH; i += BLOCK)
        tile[i] = uint(holds_particles(low + ivec3(i % WIDTH, i / WIDTH % WIDTH, i / (WIDTH * WIDTH))));
}

bool holds_in_tile(ivec3 place)
{
    place = min(place, WIDTH - 1);
    return tile[(place.z * WIDTH + place.y) * WIDTH + place.x] != 0u;
}
// --- to here ---

bool is_mixed(ivec3 cell, ivec3 low)
{
    bool some = false, all_of_them = true;
    for (int z = -CELLS; z <= CELLS; z++)
        for (int y = -CELLS; y <= CELLS; y++)
            for (int x = -CELLS; x <= CELLS; x++) {
                ivec3 other = cell + ivec3(x, y, z);
                bool holds = holds_in_tile(other - low);
                some = some || holds;
                all_of_them = all_of_them && holds;
            }
    return some && !all_of_them;
}

void mark_corners(ivec3 cell)
{
    for (int c = 0; c < 8; c++) {
        ivec3 corner = cell + ivec3(c & 1, c >> 1 & 1, c >> 2);
        marks[BLOCK * block_index(block_of(corner)) + bit_of(corner)] = 1u;
    }
}

void main()
{
    uint number = group_number(), me = gl_LocalInvocationIndex;
    bool works = number < commands.blocks; // the same for the whole group
    uint block = list[works ? number : 0u];
    ivec3 first = SIDE * block_at(block), cell = first + place_of(me);
    load_tile(first - CELLS);
    barrier(); // the tile is there
    bool within = all(greaterThan(cell, ivec3(0))) && all(lessThan(cell, grid_size - 1));
    bool listed = works && within && is_mixed(cell, first - CELLS);
    uint at = append(uint(listed));
    if (listed) {
        cell_list[at] = BLOCK * block + me;
        mark_corners(cell);
    }
}
