#version 430 core
// `packed`: 32 cells in one word, all 32 computed at once. Neighbours are not counted with a
// counter a cell, but with binary adders that work on whole words: bit i of `ones` and bit i of
// `twos` are together the count for column i.
// Each invocation walks down ROWS rows, and carries the sums of the rows it has seen.
// Limit: a cell is a bit and nothing else; no age, no trail.
layout(local_size_x = WORDS_X, local_size_y = WORDS_Y) in;

layout(std430, binding = 0) restrict readonly buffer Cells { uint cells[]; };
layout(std430, binding = 1) restrict writeonly buffer Next { uint next[]; };
layout(location = 0) uniform ivec2 size; // in cells

#include "04_life/adders.glsl"

Row read_row(int x, int y)
{
    int words = words_in_row(), last_column = columns_in_word(x) - 1;
    y += y < 0 ? size.y : y >= size.y ? -size.y : 0; // a torus
    int left = x > 0 ? x - 1 : words - 1, right = x < words - 1 ? x + 1 : 0;
    uint here = cells[y * words + x];
    uint from_left = cells[y * words + left] >> (columns_in_word(left) - 1) & 1u;
    uint from_right = cells[y * words + right] & 1u;
    uint west = here << 1 | from_left;
    uint east = here >> 1 | from_right << last_column;
    return add_cells(west, here, east);
}

void main()
{
    int x = int(gl_GlobalInvocationID.x), first_y = int(gl_GlobalInvocationID.y) * ROWS;
    if (x >= words_in_row() || first_y >= size.y) return;

    uint valid = valid_columns(x);
    Row above = read_row(x, first_y - 1), middle = read_row(x, first_y);
    int end_y = min(first_y + ROWS, size.y);
    for (int y = first_y; y < end_y; y++) {
        Row below = read_row(x, y + 1);
        next[y * words_in_row() + x] = next_word(above, middle, below) & valid;
        above = middle;
        middle = below;
    }
}
