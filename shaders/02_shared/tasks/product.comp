#version 430 core
// Task: mend it. The product of two matrices, tile by tile; sometimes it is wrong, and on some machines never. With
// matrices of up to TILE x TILE it is always right.
// Find what is missing, then run: ./wb check 2.product
layout(local_size_x = TILE, local_size_y = TILE) in;

layout(std430, binding = 0) restrict readonly buffer A { float a[]; };
layout(std430, binding = 1) restrict readonly buffer B { float b[]; };
layout(std430, binding = 2) restrict writeonly buffer C { float c[]; };
layout(location = 0) uniform int n;
layout(location = 1) uniform int pitch; // from row to row: n rounded up to 4; zeros fill the rest

// --- your lines from here ---
shared float a_tile[TILE][TILE + 1]; // [k][row]; the word more keeps the stores out of one bank
shared float b_tile[TILE][TILE];     // [k][column]

void main()
{
    int x = int(gl_LocalInvocationID.x), y = int(gl_LocalInvocationID.y);
    int column = int(gl_GlobalInvocationID.x), row = int(gl_GlobalInvocationID.y);

    float sum = 0.0;
    for (int first = 0; first < n; first += TILE) {
        a_tile[x][y] = row < n && first + x < n ? a[row * pitch + first + x] : 0.0;
        b_tile[y][x] = first + y < n && column < pitch ? b[(first + y) * pitch + column] : 0.0;
        barrier(); // all read both tiles
        for (int k = 0; k < TILE; k++) sum += a_tile[k][y] * b_tile[k][x];
    }
    if (row < n && column < pitch) c[row * pitch + column] = sum;
}
// --- to here ---
