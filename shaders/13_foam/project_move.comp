#version 430 core
// The project's first kernel, once a frame: moves the foam, and lets it age. One invocation for each slot of the pool and a
// few more. What it works with is described in project_births.comp. foam_velocities[].w is the share of the room around
// that is water, for the picture: below spray_below it is drawn as spray, above bubble_above as a bubble.
#include "13_foam/slots.h"

layout(local_size_x = GROUP) in;

#include "water/physics.glsl"
#include "13_foam/foam.glsl"
#include "random/random.glsl"
layout(std430, binding = WATER_BODIES) restrict readonly buffer Bodies { vec4 bodies[]; };
layout(std430, binding = WATER_MOTIONS) restrict readonly buffer Motions { vec4 motions[]; };
layout(std430, binding = WATER_STARTS) restrict readonly buffer Starts { uint starts[]; };
layout(std430, binding = FOAM_POSITIONS) restrict buffer FoamPositions { vec4 foam_positions[]; };
layout(std430, binding = FOAM_VELOCITIES) restrict buffer FoamVelocities { vec4 foam_velocities[]; };
layout(std430, binding = HEADS) restrict buffer Words { uint words[8]; };

void main()
{
}
