#version 430 core
// Matrix product, `registers`: a group computes a block of BLOCK_ROWS x BLOCK_COLUMNS elements, an
// invocation 8 x 8 of them, in registers. For 64 multiply-adds it reads 16 numbers from shared memory.
// While it works on one pair of tiles, the next is on its way.
// Limit: fetch(): single numbers of A, and a branch round each load, for which the multipliers wait.
layout(local_size_x = INVOCATIONS) in;

layout(std430, binding = 0) restrict readonly buffer A { float a[]; };
layout(std430, binding = 1) restrict readonly buffer B { vec4 b[]; };
layout(std430, binding = 2) restrict writeonly buffer C { vec4 c[]; };
layout(location = 0) uniform int n;
layout(location = 1) uniform int pitch; // from row to row: n rounded up to 4; zeros fill the rest

// NVIDIA: arrays of registers need constant indices, so all short loops have to be unrolled.
#pragma optionNV(unroll all)

// In vectors of four floats. A's tile is transposed: four rows of one column k are a vector. Its
// rows are one vector longer than need be, so that the eight stores of a column fall into
// different banks.
const int A_PITCH = BLOCK_ROWS / 4 + 1, B_PITCH = BLOCK_COLUMNS / 4;
const int A_LOADS = BLOCK_ROWS / 4 * BLOCK_DEPTH / INVOCATIONS; // an invocation's share of a tile
const int B_LOADS = BLOCK_COLUMNS / 4 * BLOCK_DEPTH / INVOCATIONS;
const int A_TILE = A_PITCH * BLOCK_DEPTH, B_TILE = B_PITCH * BLOCK_DEPTH;
shared vec4 a_tile[2 * A_TILE]; // two of each: one to work on, one to fill
shared vec4 b_tile[2 * B_TILE];

vec4 a_next[A_LOADS], b_next[B_LOADS]; // on their way
vec4 left[8], right[8];                // the sums: eight rows of two vectors

int thread;   // of the group
ivec2 corner; // of the block, in C: column, row

float a_at(int row, int k) { return row < n && k < n ? a[row * pitch + k] : 0.0; }

// Starts to load the tiles whose first column of A, and row of B, is `first`.
void fetch(int first)
{
    for (int i = 0; i < A_LOADS; i++) {
        int place = thread + i * INVOCATIONS, k = first + place % BLOCK_DEPTH;
        int row = corner.y + place / BLOCK_DEPTH * 4;
        a_next[i] = vec4(a_at(row, k), a_at(row + 1, k), a_at(row + 2, k), a_at(row + 3, k));
    }
    for (int i = 0; i < B_LOADS; i++) {
        int place = thread + i * INVOCATIONS, k = first + place / B_PITCH;
        int column = corner.x / 4 + place % B_PITCH; // in vectors
        b_next[i] = k < n && column < pitch / 4 ? b[k * (pitch / 4) + column] : vec4(0.0);
    }
}

void store(int buffer_index)
{
    for (int i = 0; i < A_LOADS; i++) {
        int place = thread + i * INVOCATIONS;
        a_tile[buffer_index * A_TILE + place % BLOCK_DEPTH * A_PITCH + place / BLOCK_DEPTH] = a_next[i];
    }
    for (int i = 0; i < B_LOADS; i++) b_tile[buffer_index * B_TILE + thread + i * INVOCATIONS] = b_next[i];
}

// An invocation's rows and columns are two fours, half a block apart: so neighbours read
// neighbouring vectors, from different banks.
void multiply(int buffer_index, int x, int y)
{
    for (int k = 0; k < BLOCK_DEPTH; k++) {
        int a_row = buffer_index * A_TILE + k * A_PITCH + y, b_row = buffer_index * B_TILE + k * B_PITCH + x;
        vec4 a_upper = a_tile[a_row], a_lower = a_tile[a_row + BLOCK_ROWS / 8];
        vec4 b_left = b_tile[b_row], b_right = b_tile[b_row + BLOCK_COLUMNS / 8];
        for (int i = 0; i < 4; i++) {
            left[i] += a_upper[i] * b_left;
            right[i] += a_upper[i] * b_right;
            left[4 + i] += a_lower[i] * b_left;
            right[4 + i] += a_lower[i] * b_right;
        }
    }
}

void write_block(int x, int y)
{
    for (int i = 0; i < 8; i++) {
        int row = corner.y + 4 * y + i % 4 + i / 4 * (BLOCK_ROWS / 2), column = corner.x / 4 + x;
        int place = row * (pitch / 4) + column;
        if (row < n && column < pitch / 4) c[place] = left[i];
        if (row < n && column + BLOCK_COLUMNS / 8 < pitch / 4) c[place + BLOCK_COLUMNS / 8] = right[i];
    }
}

void main()
{
    thread = int(gl_LocalInvocationIndex);
    corner = ivec2(gl_WorkGroupID.xy) * ivec2(BLOCK_COLUMNS, BLOCK_ROWS);
    int x = thread % (BLOCK_COLUMNS / 8), y = thread / (BLOCK_COLUMNS / 8), current = 0;
    for (int i = 0; i < 8; i++) left[i] = right[i] = vec4(0.0);
    fetch(0);
    store(0);
    barrier(); // all read what all have stored
    for (int first = 0; first < n; first += BLOCK_DEPTH) {
        bool more = first + BLOCK_DEPTH < n; // the same for the whole group
        if (more) fetch(first + BLOCK_DEPTH);
        multiply(current, x, y);
        if (more) store(1 - current); // since the last barrier no invocation reads it
        barrier(); // all read what was stored; and all are through with `current`
        current = 1 - current;
    }
    write_block(x, y);
}
