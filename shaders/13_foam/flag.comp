#version 430 core
// `listed`, first dispatch: which slots have a living particle.
#include "13_foam/slots.h"

layout(local_size_x = GROUP) in;

#include "13_foam/foam.glsl"
layout(std430, binding = FOAM_POSITIONS) restrict readonly buffer FoamPositions { vec4 foam_positions[]; };
layout(std430, binding = FLAGS) restrict writeonly buffer Flags { uint flags[]; };

void main()
{
    uint slot = gl_GlobalInvocationID.x;
    if (slot < pool) flags[slot] = foam_positions[slot].w > 0.0 ? 1u : 0u;
}
