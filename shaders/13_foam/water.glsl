// What the water's own passes leave, particle by particle in the order of the cells, and the lists of neighbours; for
// kernels with a team of invocations for each particle of water.
#define LIST_ACCESS readonly
#include "water/physics.glsl"
#include "water/walls.glsl"
#include "water/team.glsl"
#include "water/list.glsl"
#include "water/visit_list.glsl"
layout(std430, binding = WATER_BODIES) restrict readonly buffer Bodies { vec4 bodies[]; };    // position, push
layout(std430, binding = WATER_MOTIONS) restrict readonly buffer Motions { vec4 motions[]; }; // velocity, 1 / density
layout(std430, binding = WATER_IDS) restrict readonly buffer Ids { uint ids[]; };
#include "13_foam/foam.glsl"
#include "13_foam/birth.glsl"

vec4 body, motion;

void begin(uint k)
{
    body = bodies[k];
    motion = motions[k];
}
