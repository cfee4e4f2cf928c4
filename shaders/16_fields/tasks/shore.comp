#version 430 core
// Task: mend it. This is the kernel of the variant pond, but a crest that meets the shore comes back as a trough.
// Find the line, mend it, then run: ./wb check 16.shore. `now` is bound as an image, so a sampler would find something else;
// and leave the sum to wave.glsl, which keeps its roundings.
#include "16_fields/slots.h"
layout(local_size_x = GROUP, local_size_y = GROUP) in;

layout(r32f, binding = NOW) restrict readonly uniform image2D now;
layout(r32f, binding = BEFORE) restrict readonly uniform image2D before;
layout(r32f, binding = NEXT) restrict writeonly uniform image2D next;

#include "16_fields/wave.glsl" // next_height(p, before), which asks height() of p and its four neighbours

// --- your lines from here ---
float height(ivec2 p)
{
    return imageLoad(now, p).x;
}

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(p, imageSize(next)))) return;
    imageStore(next, p, vec4(next_height(p, imageLoad(before, p).x)));
}
// --- to here ---
