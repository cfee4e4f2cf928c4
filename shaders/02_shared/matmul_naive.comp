#version 430 core
// Matrix product, `naive`: one invocation an element of C, a row of A and a column of B read from
// the buffers.
// Limit: two loads for every multiply-add.
layout(local_size_x = GROUP, local_size_y = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer A { float a[]; };
layout(std430, binding = 1) restrict readonly buffer B { float b[]; };
layout(std430, binding = 2) restrict writeonly buffer C { float c[]; };
layout(location = 0) uniform int n;
layout(location = 1) uniform int pitch; // from row to row: n rounded up to 4; zeros fill the rest

void main()
{
    int column = int(gl_GlobalInvocationID.x), row = int(gl_GlobalInvocationID.y);
    if (row >= n || column >= pitch) return;

    float sum = 0.0;
    for (int k = 0; k < n; k++) sum += a[row * pitch + k] * b[k * pitch + column];
    c[row * pitch + column] = sum;
}
