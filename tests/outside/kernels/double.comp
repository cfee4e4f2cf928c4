#version 430 core
// Every number becomes twice what it was.
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict buffer Numbers { uint numbers[]; };

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i < numbers.length()) numbers[i] *= 2u;
}
