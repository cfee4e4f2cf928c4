#version 430 core
// Task: twice. Two of Jacobi's sweeps in one dispatch. A cell's pressure after both depends on cells that are two away, so fetch()
// has put the tile into `tile` with a rim of two. cell_at(i, rim) is number i of the cells_in(rim) cells that the tile has with a rim
// of so many; place_of(cell) is its place in `tile` and in `later`. solved(cell) is what a sweep makes of it, from the pressures in
// `tile`; once this invocation has set is_second, from those in `later`. store() keeps what is beyond the box out of the buffer.
// As shipped, the kernel sweeps once. Write the second sweep, then run: ./wb check 16.twice
#include "16_fields/smoke/tile.glsl"

shared float later[tile.length()]; // room for what the first sweep finds
bool is_second = false;

float pressure_at(int at)
{
    return is_second ? later[at] : tile[at];
}

float solved(ivec3 cell)
{
    ivec3 p = in_box(cell);
    if (!is_inside(p)) return 0.0;
    int i = index_of(p);
    precise float result = (sum_of_neighbours(p, i, place_of(cell), STEPS) - right[i]) * share_of(i);
    return result;
}

void main()
{
    fetch();
    barrier();
    // --- your lines from here ---
    for (int i = int(gl_LocalInvocationIndex); i < cells_in(1); i += INVOCATIONS) {
        ivec3 cell = cell_at(i, 1);
        later[place_of(cell)] = solved(cell);
    }
    barrier();
    is_second = true;
    // --- to here ---
    for (int i = int(gl_LocalInvocationIndex); i < cells_in(0); i += INVOCATIONS) {
        ivec3 cell = cell_at(i, 0);
        store(cell, solved(cell));
    }
}

// --- as shipped ---
//     // A start: no sweep before the one that is stored.
