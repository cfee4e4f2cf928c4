#version 430 core
// The project's second kernel, once a frame: what is born of the water, and into which slots of the pool. One invocation
// for each particle of water and a few more. The brief stands at the end of lessons/13_foam/README.md;
// ./wb check 13 --project says how far you have got, and ./wb run 13 --variant project shows it.
//
// The water's numbers are those of shaders/water/physics.glsl, with units in common/water/physics.h: box, margin (half of
// the spacing), reach, mass, rest_density, gravity, particle_count and others. The foam's are those of
// shaders/13_foam/foam.glsl, with units in lessons/13_foam/state.h: pool, rate, frame_s, life_min, life_max, rise and
// others. Chance: shaders/random/random.glsl.
#include "13_foam/slots.h"

layout(local_size_x = GROUP) in;

#include "water/physics.glsl"
#include "13_foam/foam.glsl"
#include "random/random.glsl"
// The water, in the order of the grid's cells: cell c has the places starts[c] to starts[c + 1] - 1. See
// shaders/grid/grid.glsl for cells.
layout(std430, binding = WATER_BODIES) restrict readonly buffer Bodies { vec4 bodies[]; };    // position; w is the water's own
layout(std430, binding = WATER_MOTIONS) restrict readonly buffer Motions { vec4 motions[]; }; // velocity; w: 1 / density
layout(std430, binding = WATER_STARTS) restrict readonly buffer Starts { uint starts[]; };
layout(std430, binding = WATER_IDS) restrict readonly buffer Ids { uint ids[]; }; // the particles' own numbers
// The pool. A slot with no life left is empty; at first, all are, or all but the first few.
layout(std430, binding = FOAM_POSITIONS) restrict buffer FoamPositions { vec4 foam_positions[]; };    // m; w: life left, s
layout(std430, binding = FOAM_VELOCITIES) restrict buffer FoamVelocities { vec4 foam_velocities[]; }; // m/s; w: water
layout(std430, binding = HEADS) restrict buffer Words { uint words[8]; };                             // yours; 0 at first

void main()
{
}
