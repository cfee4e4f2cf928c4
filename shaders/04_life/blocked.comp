#version 430 core
// Version 5: up to DEPTH generations in one dispatch. A group loads a tile of words with a halo of
// DEPTH cells and computes on alone. On the tile's edge neighbours are missing, so with each
// generation one more ring of the halo becomes wrong; what is inside stays right, and is written.
// An invocation keeps a strip of the tile in registers, STRIP words one below the other. The others
// see it in shared memory.
// Limit: arithmetic, a quarter of it for the halo; and the loading, which it does not hide.
layout(local_size_x = BLOCK_X, local_size_y = BLOCK_Y) in;

layout(std430, binding = 0) restrict readonly buffer Cells { uint cells[]; };
layout(std430, binding = 1) restrict writeonly buffer Next { uint next[]; };
layout(location = 0) uniform ivec2 size;      // in cells
layout(location = 1) uniform int generations; // of this dispatch

#include "04_life/adders.glsl"
#include "04_life/unrolled.glsl"

// A tile's first and last column of words are its halo: 32 cells each, and so the limit of DEPTH.
const int INVOCATIONS = BLOCK_X * BLOCK_Y, INSIDE_X = BLOCK_X - 2;
const int INSIDE_Y = BLOCK_Y * STRIP - 2 * DEPTH;

// Row 0 of all strips, then row 1 of all, and so on; a word more at both ends, because the first
// and the last ask for their neighbours too.
shared uint tile[1 + STRIP * INVOCATIONS + 1];

// This invocation's place in row r of the strips. One to the left and one to the right are its
// neighbours; at the tile's edge other words, as wrong as none.
int place(int r) { return 1 + r * INVOCATIONS + int(gl_LocalInvocationIndex); }

Row add_word(uint here, int place)
{
    uint west = here << 1 | tile[place - 1] >> 31;
    uint east = here >> 1 | tile[place + 1] << 31;
    return add_cells(west, here, east);
}

void main()
{
    int x = int(gl_LocalInvocationID.x), y = int(gl_LocalInvocationID.y);
    int word = int(gl_WorkGroupID.x) * INSIDE_X + x - 1;
    int first_y = int(gl_WorkGroupID.y) * INSIDE_Y + y * STRIP - DEPTH;
    int words = words_in_row();

    uint strip[STRIP];
    int column = wrap_far(32 * word, size.x), row = wrap_far(first_y, size.y);
    if (column % 32 == 0 && column + 32 <= size.x && row + STRIP <= size.y) {
        int start = row * words + column / 32;
        for (int r = 0; r < STRIP; r++) strip[r] = cells[start + r * words];
    } else { // the grid ends here, and the torus goes on
        for (int r = 0; r < STRIP; r++)
            tile[place(r)] = gather_cells(column, wrap_far(row + r, size.y));
        for (int r = 0; r < STRIP; r++) strip[r] = tile[place(r)];
    }

    const int above = place(STRIP - 1) - BLOCK_X, below = place(0) + BLOCK_X;
    for (int r = 0; r < STRIP; r++) tile[place(r)] = strip[r];
    for (int i = 0; i < generations; i++) {
        barrier(); // all of this generation is in shared memory
        Row up = add_word(tile[above], above), middle = add_word(strip[0], place(0));
        for (int r = 0; r < STRIP; r++) {
            Row down = r < STRIP - 1 ? add_word(strip[r + 1], place(r + 1))
                                     : add_word(tile[below], below);
            strip[r] = next_word(up, middle, down);
            up = middle;
            middle = down;
        }
        barrier(); // all have read what the next generation overwrites
        for (int r = 0; r < STRIP; r++) tile[place(r)] = strip[r];
    }

    if (x == 0 || x > INSIDE_X || word >= words) return;
    int from = DEPTH - y * STRIP, to = min(from + INSIDE_Y, size.y - first_y);
    for (int r = 0; r < STRIP; r++)
        if (r >= from && r < to) next[(first_y + r) * words + word] = strip[r] & valid_columns(word);
}
