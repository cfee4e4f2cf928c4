#version 430 core
// Matrix product, `matmul_tile` and `matmul_padded`: the group walks along its rows of A and its columns of B, a tile
// at a time. Both tiles lie in shared memory with k as the row, so A's is stored transposed.
// Limit of `matmul_tile`: those stores are TILE words apart, all in one bank. PADDING = 1
// spreads them. Limit then: two loads from shared memory for every multiply-add.
layout(local_size_x = TILE, local_size_y = TILE) in;

layout(std430, binding = 0) restrict readonly buffer A { float a[]; };
layout(std430, binding = 1) restrict readonly buffer B { float b[]; };
layout(std430, binding = 2) restrict writeonly buffer C { float c[]; };
layout(location = 0) uniform int n;
layout(location = 1) uniform int pitch; // from row to row: n rounded up to 4; zeros fill the rest

shared float a_tile[TILE][TILE + PADDING]; // [k][row]
shared float b_tile[TILE][TILE];           // [k][column]

void main()
{
    int x = int(gl_LocalInvocationID.x), y = int(gl_LocalInvocationID.y);
    int column = int(gl_GlobalInvocationID.x), row = int(gl_GlobalInvocationID.y);

    float sum = 0.0;
    for (int first = 0; first < n; first += TILE) {
        // Beyond the matrices there are zeros, which add nothing.
        a_tile[x][y] = row < n && first + x < n ? a[row * pitch + first + x] : 0.0;
        b_tile[y][x] = first + y < n && column < pitch ? b[(first + y) * pitch + column] : 0.0;
        barrier(); // all read both tiles
        for (int k = 0; k < TILE; k++) sum += a_tile[k][y] * b_tile[k][x];
        barrier(); // the next turn overwrites them
    }
    if (row < n && column < pitch) c[row * pitch + column] = sum;
}
