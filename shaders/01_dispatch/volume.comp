#version 430 core
// `volume`: a box of size.x * size.y * size.z elements, which lies in the buffer row by row, and
// slice by slice. The three ids become one index.
// Limit: the index is a uint: a box has at most 2^32 elements.
layout(local_size_x = LOCAL_X, local_size_y = LOCAL_Y, local_size_z = LOCAL_Z) in;

layout(std430, binding = 0) restrict writeonly buffer Ids { uvec4 ids[]; };
layout(std430, binding = 1) restrict writeonly buffer Dispatched { uvec4 dispatched; };
layout(location = 0) uniform uvec3 size;

void main()
{
    uvec3 p = gl_GlobalInvocationID;
    uint i = (p.z * size.y + p.y) * size.x + p.x;
    if (all(lessThan(p, size))) ids[i] = uvec4(gl_WorkGroupID, gl_LocalInvocationIndex);

    if (p == uvec3(0)) dispatched = uvec4(gl_NumWorkGroups, LOCAL_X * LOCAL_Y * LOCAL_Z);
}
