#version 430 core
// Second level: one group for all that the first has found. The centre is the moment by the mass.
#include "05_reduction/slots.h"

layout(local_size_x = GROUP) in;

#include "05_reduction/extent.glsl"

layout(std430, binding = PARTIALS) restrict readonly buffer Partials { Extent partials[]; };
layout(std430, binding = RESULT) restrict writeonly buffer Result { vec4 result[3]; }; // low, high, centre
layout(location = COUNT) uniform uint count; // of partials

void main()
{
    Extent mine = nothing();
    for (uint i = gl_LocalInvocationIndex; i < count; i += GROUP) {
        // A copy: NVIDIA's compiler passes no member of a `restrict readonly` buffer to a function.
        Extent found = Extent(partials[i].low, partials[i].high, partials[i].moment);
        mine = combine(mine, found);
    }
    Extent all = tree_extent(mine);
    if (gl_LocalInvocationIndex == 0u) {
        result[0] = all.low;
        result[1] = all.high;
        result[2] = vec4(all.moment.xyz / all.moment.w, all.moment.w);
    }
}
