#version 430 core
// Matrix product, `vectors`: as `registers`, but A stays as it lies, in vectors of four numbers along k, so
// that every load is of a vector and nothing has to be turned; an invocation computes 16 x 8 elements,
// and for 128 multiply-adds reads 24 numbers from shared memory; and its loop has no branch, which a
// compiler would not move loads across.
// Limit: the multiply-adds themselves, and the few groups that this many sums leave room for. Without any
// load in the loop it would be a tenth faster; the multipliers could do a third more.
layout(local_size_x = TALL_INVOCATIONS) in;

layout(std430, binding = 0) restrict readonly buffer A { vec4 a[]; };
layout(std430, binding = 1) restrict readonly buffer B { vec4 b[]; };
layout(std430, binding = 2) restrict writeonly buffer C { vec4 c[]; };
layout(location = 0) uniform int n;
layout(location = 1) uniform int pitch; // from row to row: n rounded up to 4; zeros fill the rest

// NVIDIA: arrays of registers need constant indices, so all short loops have to be unrolled.
#pragma optionNV(unroll all)

// Rows of A's tile, along k, and of B's, along the columns; in vectors of four floats.
const int A_PITCH = BLOCK_DEPTH / 4, B_PITCH = BLOCK_COLUMNS / 4;
const int A_TILE = BLOCK_ROWS * A_PITCH, B_TILE = BLOCK_DEPTH * B_PITCH;
const int A_LOADS = A_TILE / TALL_INVOCATIONS, B_LOADS = B_TILE / TALL_INVOCATIONS; // an invocation's share
shared vec4 a_tile[2 * A_TILE]; // two of each: one to work on, one to fill
shared vec4 b_tile[2 * B_TILE];

// Neighbours read neighbouring rows and vectors, from different banks. So an invocation's own rows, and
// its two vectors of a row, lie far apart.
const int ROW_STEP = BLOCK_ROWS / TALL, COLUMN_STEP = BLOCK_COLUMNS / 8;
vec4 left[TALL], right[TALL]; // the sums: the two vectors of each row

vec4 a_next[A_LOADS], b_next[B_LOADS];   // on their way
int a_row[A_LOADS], b_k[B_LOADS];        // which this invocation loads: where A's row begins, B's row,
int a_k, b_column;                       // and the vector in it
int thread, vectors;                     // of the group; in a row of a matrix

// Starts to load the tiles that begin `first` vectors along k. What lies beyond the matrices comes from
// their last row or vector: store() puts zeros where that would count.
void fetch(int first)
{
    for (int i = 0; i < A_LOADS; i++) a_next[i] = a[a_row[i] + min(first + a_k, vectors - 1)];
    for (int i = 0; i < B_LOADS; i++) b_next[i] = b[min(4 * first + b_k[i], n - 1) * vectors + b_column];
}

void store(int buffer_index, int first)
{
    int a_place = buffer_index * A_TILE + thread, b_place = buffer_index * B_TILE + thread;
    for (int i = 0; i < A_LOADS; i++)
        a_tile[a_place + i * TALL_INVOCATIONS] = first + a_k < vectors ? a_next[i] : vec4(0.0);
    for (int i = 0; i < B_LOADS; i++)
        b_tile[b_place + i * TALL_INVOCATIONS] = 4 * first + b_k[i] < n ? b_next[i] : vec4(0.0);
}

void multiply(int a_first, int b_first)
{
    for (int k = 0; k < BLOCK_DEPTH; k += 4) {
        vec4 a_now[TALL]; // four numbers along k of each row
        for (int i = 0; i < TALL; i++) a_now[i] = a_tile[a_first + i * ROW_STEP * A_PITCH + k / 4];
        for (int j = 0; j < 4; j++) {
            vec4 b_left = b_tile[b_first + (k + j) * B_PITCH];
            vec4 b_right = b_tile[b_first + (k + j) * B_PITCH + COLUMN_STEP];
            for (int i = 0; i < TALL; i++) {
                left[i] += a_now[i][j] * b_left;
                right[i] += a_now[i][j] * b_right;
            }
        }
    }
}

void write_block(int row, int column)
{
    for (int i = 0; i < TALL; i++, row += ROW_STEP) {
        if (row < n && column < vectors) c[row * vectors + column] = left[i];
        if (row < n && column + COLUMN_STEP < vectors) c[row * vectors + column + COLUMN_STEP] = right[i];
    }
}

void main()
{
    ivec2 corner = ivec2(gl_WorkGroupID.xy) * ivec2(B_PITCH, BLOCK_ROWS); // of the block: vector, row
    thread = int(gl_LocalInvocationIndex), vectors = pitch / 4;
    for (int i = 0; i < A_LOADS; i++)
        a_row[i] = min(corner.y + (thread + i * TALL_INVOCATIONS) / A_PITCH, n - 1) * vectors;
    for (int i = 0; i < B_LOADS; i++) b_k[i] = (thread + i * TALL_INVOCATIONS) / B_PITCH;
    a_k = thread % A_PITCH, b_column = min(corner.x + thread % B_PITCH, vectors - 1);

    int x = thread % COLUMN_STEP, y = thread / COLUMN_STEP, current = 0;
    for (int i = 0; i < TALL; i++) left[i] = right[i] = vec4(0.0);
    fetch(0);
    store(0, 0);
    barrier(); // all read what all have stored
    for (int first = 0; first < vectors; first += A_PITCH) {
        fetch(first + A_PITCH); // in the last turn it is not needed, but an `if` costs more
        multiply(current * A_TILE + y * A_PITCH, current * B_TILE + x);
        current = 1 - current;
        store(current, first + A_PITCH); // since the last barrier no invocation reads it
        barrier(); // all read what was stored; and all are through with the other one
    }
    write_block(corner.y + y, corner.x + x);
}
