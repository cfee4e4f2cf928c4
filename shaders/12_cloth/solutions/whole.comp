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
const uint EACH = WHOLE_SIDE * WHOLE_SIDE / WHOLE_GROUP; // particles of an invocation
shared vec4 sheet[WHOLE_SIDE * WHOLE_SIDE];

void pull_colour(int colour, uint count)
{
    int direction = colour >> 1;
    for (uint i = gl_LocalInvocationIndex; i < count; i += WHOLE_GROUP) {
        ivec2 cell = ivec2(i % uint(size.x), i / uint(size.x));
        if (((direction == 1 ? cell.y : cell.x) & 1) != (colour & 1) || !is_link(cell, direction)) continue;
        pull(sheet[number_of(cell + first_of(direction))], sheet[number_of(cell + second_of(direction))],
             rest_of(direction));
    }
}

vec3 held(vec3 x, ivec2 p)
{
    for (int t = 0; t < tethers; t++) {
        ivec2 pin = pin_of(p, t);
        x = tether(x, p, pin, sheet[number_of(pin)]);
    }
    return x;
}

void main()
{
    uint count = uint(size.x * size.y), lane = gl_LocalInvocationIndex;
    vec3 v[EACH], predicted[EACH];
    for (uint k = 0u, i = lane; i < count; k++, i += WHOLE_GROUP) {
        sheet[i] = positions[i];
        v[k] = velocities[i].xyz;
    }
    for (int substep = 0; substep < substeps; substep++) {
        for (uint k = 0u, i = lane; i < count; k++, i += WHOLE_GROUP) {
            predict(sheet[i], v[k], air[i]);
            predicted[k] = sheet[i].xyz;
        }
        barrier(); // the links read what others have predicted
        for (int colour = 0; colour < 2 * LINKS; colour++) {
            pull_colour(colour, count);
            barrier(); // the next colour, or the end of the substep, reads what this one has moved
        }
        for (uint k = 0u, i = lane; i < count; k++, i += WHOLE_GROUP) {
            vec4 x = sheet[i];
            if (x.w <= 0.0) continue; // pinned: others read where it is, and it stays there
            ivec2 p = ivec2(i % uint(size.x), i / uint(size.x));
            x.xyz = collide(held(x.xyz, p), predicted[k], v[k], substep);
            v[k] = velocity_of(x.xyz, predicted[k], v[k]);
            sheet[i] = x;
        }
        barrier(); // the next substep's prediction overwrites the pins that tethers have read
    }
    for (uint k = 0u, i = lane; i < count; k++, i += WHOLE_GROUP) {
        positions[i] = sheet[i];
        velocities[i] = vec4(v[k], 0.0);
    }
}
// --- to here ---

// --- as shipped ---
// void main()
// {
//     uint i = gl_LocalInvocationIndex; // a start: one step of the first particles, without links
//     vec4 x = positions[i];
//     vec3 v = velocities[i].xyz;
//     if (i < uint(size.x * size.y)) predict(x, v, air[i]);
//     if (i < uint(size.x * size.y)) positions[i] = x;
// }
