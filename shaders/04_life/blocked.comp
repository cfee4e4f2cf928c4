#version 430 core
// `blocked`: up to DEPTH generations in one dispatch. A group loads a tile of words with a halo of
// DEPTH cells and computes on alone. On the tile's edge neighbours are missing, so with each
// generation one more ring of the halo becomes wrong; what is inside stays right, and is written.
// An invocation keeps a strip of the tile in registers: STRIP words, one below the other.
// Limit: arithmetic, a seventh of it for the halo; and loading and writing, behind which it does
// not hide.
#if SUBGROUPS
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_shuffle : require
#endif
layout(local_size_x = BLOCK_X, local_size_y = BLOCK_Y) in;

layout(std430, binding = 0) restrict readonly buffer Cells { uint cells[]; };
layout(std430, binding = 1) restrict writeonly buffer Next { uint next[]; };
layout(location = 0) uniform ivec2 size;      // in cells
layout(location = 1) uniform int generations; // of this dispatch

#include "04_life/adders.glsl"
#include "04_life/unrolled.glsl"
#if SUBGROUPS
#include "04_life/strip_subgroup.glsl"
#else
#include "04_life/strip_shared.glsl"
#endif

// A tile's first and last column of words are its halo: 32 cells each, and so the limit of DEPTH.
const int INSIDE_X = BLOCK_X - 2, INSIDE_Y = BLOCK_Y * STRIP - 2 * DEPTH;

void main()
{
    int x = int(gl_LocalInvocationID.x), y = int(gl_LocalInvocationID.y);
    int word = int(gl_WorkGroupID.x) * INSIDE_X + x - 1;
    int first_y = int(gl_WorkGroupID.y) * INSIDE_Y + y * STRIP - DEPTH;
    int words = words_in_row();

    uint strip[STRIP];
    int column = wrap_far(32 * word, size.x), row = wrap_far(first_y, size.y);
    if (column % 32 == 0 && column + 32 <= size.x && STRIP <= size.y) {
        for (int r = 0; r < STRIP; r++) {
            int from_y = row + r < size.y ? row + r : row + r - size.y;
            strip[r] = cells[from_y * words + column / 32];
        }
    } else { // the grid ends inside a word, or comes by more than once
        for (int k = 0; k < STRIP; k++) {
            for (int r = 0; r < STRIP - 1; r++) strip[r] = strip[r + 1]; // up by one
            strip[STRIP - 1] = gather_cells(column, wrap_far(row + k, size.y));
        }
    }

    for (int i = 0; i < generations; i++) {
#if !SUBGROUPS
        show_strip(strip);
#endif
        Row first = add_word(strip[0], 0), last = add_word(strip[STRIP - 1], STRIP - 1);
        Row above, below; // in the strips of others
        ask_neighbours(first, last, i, above, below);
        Row middle = first;
        for (int r = 0; r < STRIP; r++) {
            Row down = r < STRIP - 2 ? add_word(strip[r + 1], r + 1) : r < STRIP - 1 ? last : below;
            strip[r] = next_word(above, middle, down);
            above = middle;
            middle = down;
        }
    }

    if (x == 0 || x > INSIDE_X || word >= words) return;
    uint valid = valid_columns(word);
    int start = first_y * words + word;
    int from = DEPTH - y * STRIP, to = min(from + INSIDE_Y, size.y - first_y);
    for (int r = 0; r < STRIP; r++)
        if (r >= from && r < to) next[start + r * words] = strip[r] & valid;
}
