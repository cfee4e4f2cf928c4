#version 430 core
// Version 5: DEPTH generations in one dispatch. A group loads a tile of words and a halo around it
// as deep as there are generations to come, and computes them without the others: each makes one
// more ring of the halo wrong, and the inside is still right when it is written.
// An invocation keeps a strip of STRIP words, one below the other, in registers; its neighbours see
// them in shared memory.
// Limit: arithmetic, a tenth of which goes into the halo.
layout(local_size_x = BLOCK_X, local_size_y = BLOCK_Y) in;

layout(std430, binding = 0) restrict readonly buffer Cells { uint cells[]; };
layout(std430, binding = 1) restrict writeonly buffer Next { uint next[]; };
layout(location = 0) uniform ivec2 size;       // in cells
layout(location = 1) uniform int generations; // of this dispatch: DEPTH at most

#include "04_life/adders.glsl"

// The words at the sides of a tile are its halo there: 32 cells, which is the limit of DEPTH.
const int INVOCATIONS = BLOCK_X * BLOCK_Y, INSIDE_X = BLOCK_X - 2;
const int INSIDE_Y = BLOCK_Y * STRIP - 2 * DEPTH;

// Row r of all strips, then row r + 1: invocations side by side use words side by side.
shared uint tile[STRIP * INVOCATIONS];

#include "04_life/unrolled.glsl"

int x = int(gl_LocalInvocationID.x), y = int(gl_LocalInvocationID.y);
int me = int(gl_LocalInvocationIndex);
// At the tile's edge a word is its own neighbour. That is wrong, as the halo is going to be.
int left = x > 0 ? -1 : 0, right = x < BLOCK_X - 1 ? 1 : 0;
int above = y > 0 ? (STRIP - 1) * INVOCATIONS + me - BLOCK_X : me;
int below = y < BLOCK_Y - 1 ? me + BLOCK_X : (STRIP - 1) * INVOCATIONS + me;

Row add_word(uint here, int place)
{
    uint west = here << 1 | tile[place + left] >> 31;
    uint east = here >> 1 | tile[place + right] << 31;
    return add_cells(west, here, east);
}

void main()
{
    int word = int(gl_WorkGroupID.x) * INSIDE_X + x - 1;
    int first_y = int(gl_WorkGroupID.y) * INSIDE_Y - DEPTH + y * STRIP;

    uint strip[STRIP];
    load_strip(word, first_y);
    for (int r = 0; r < STRIP; r++) strip[r] = tile[r * INVOCATIONS + me];

    for (int i = 0; i < generations; i++) {
        barrier(); // this generation is in shared memory, all of it
        Row up = add_word(tile[above], above), middle = add_word(strip[0], me);
        for (int r = 0; r < STRIP; r++) {
            Row down = r < STRIP - 1 ? add_word(strip[r + 1], (r + 1) * INVOCATIONS + me)
                                     : add_word(tile[below], below);
            strip[r] = next_word(up, middle, down);
            up = middle;
            middle = down;
        }
        barrier(); // everybody has read it
        for (int r = 0; r < STRIP; r++) tile[r * INVOCATIONS + me] = strip[r];
    }

    if (x == 0 || x > INSIDE_X || word >= words_in_row()) return;
    uint valid = valid_columns(word);
    for (int r = 0; r < STRIP; r++) {
        int inside_y = y * STRIP + r - DEPTH;
        if (inside_y >= 0 && inside_y < INSIDE_Y && first_y + r < size.y)
            next[(first_y + r) * words_in_row() + word] = strip[r] & valid;
    }
}
