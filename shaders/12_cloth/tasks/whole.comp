#version 430 core
// Task: a whole frame in one dispatch. A cloth of up to WHOLE_SIDE x WHOLE_SIDE particles fits into the
// shared memory of one work group, and then no substep and no colour needs a dispatch of its own: a
// barrier() does. (OpenGL promises a group 32 KB: WHOLE_SIDE x WHOLE_SIDE vec4 are 16 of them.) There is one group, of
// WHOLE_GROUP invocations. Load the cloth once, do all the substeps, and
// store it once: positions, inverse masses included, and velocities (w = 0). There are no cuts here.
// Read cloth.h first: it has the whole substep, in order. Then first.comp, which predicts and pulls colour 0, colour.comp
// for colours 1 to 7, and finish.comp. first.comp mixes two things: here, all particles are predicted before any link is
// pulled, with a barrier between the two. A third array of the cloth does not fit ("Too much shared memory used"):
// what only its own invocation needs goes into its registers.
// Below, the page is blank. Write the kernel, then run: ./wb check 12.whole
#include "12_cloth/slots.h"

layout(local_size_x = WHOLE_GROUP) in;

layout(std430, binding = POSITIONS) restrict buffer Positions { vec4 positions[]; };
layout(std430, binding = VELOCITIES) restrict buffer Velocities { vec4 velocities[]; };
layout(std430, binding = AIR) restrict readonly buffer Air { vec4 air[]; };
layout(location = SUBSTEPS) uniform int substeps;

#include "12_cloth/cloth.glsl"
#include "12_cloth/link.glsl"   // pull(a, b, rest)
#include "12_cloth/motion.glsl" // predict(), pin_of(), tether(), collide(), velocity_of()

// --- your lines from here ---
void main()
{
    uint i = gl_LocalInvocationIndex; // a start: one step of the first particles, without links
    vec4 x = positions[i];
    vec3 v = velocities[i].xyz;
    if (i < uint(size.x * size.y)) predict(x, v, air[i]);
    if (i < uint(size.x * size.y)) positions[i] = x;
}
// --- to here ---
