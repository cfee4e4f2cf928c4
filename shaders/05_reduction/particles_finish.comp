#version 430 core
// Second level: one group for all that the first has found. The centre is the moment by the mass.
layout(local_size_x = GROUP) in;

#include "05_reduction/extent.glsl"

layout(std430, binding = 1) restrict readonly buffer Partials { Extent partials[]; };
layout(std430, binding = 2) restrict writeonly buffer Result { vec4 result[3]; }; // low, high, centre
layout(location = 0) uniform uint count; // of partials

void main()
{
    Extent mine = nothing();
    for (uint i = gl_LocalInvocationIndex; i < count; i += GROUP) mine = combine(mine, partials[i]);
    Extent all = tree_extent(mine);
    if (gl_LocalInvocationIndex == 0u) {
        result[0] = all.low;
        result[1] = all.high;
        result[2] = vec4(all.moment.xyz / all.moment.w, all.moment.w);
    }
}
