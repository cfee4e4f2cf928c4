#version 430 core
// BROKEN: version 3 without a second buffer. A boid reads neighbours that have moved already, and
// others that have not.
#include "11_boids/slots.h"

layout(local_size_x = GROUP) in;

#include "11_boids/boid.glsl"

layout(std430, binding = POSITIONS) restrict buffer Positions { vec4 positions[]; };
layout(std430, binding = VELOCITIES) restrict buffer Velocities { vec4 velocities[]; };
layout(std430, binding = STARTS) restrict readonly buffer Starts { uint starts[]; };
layout(std430, binding = IDS) restrict readonly buffer Ids { uint ids[]; };

uint me;

void visit_cells(uint first, uint last)
{
    uint end = starts[last + 1u];
    for (uint slot = starts[first]; slot < end; slot++) {
        uint j = ids[slot];
        vec3 way = nearest_image(positions[j].xyz - here); // BROKEN: before or after it has moved?
        float square = square_of(way);
        if (square < radius * radius && j != me) add(way, square, velocities[j].xyz);
    }
}

#define GRID_TORUS
#include "grid/cells.glsl"

void main()
{
    me = gl_GlobalInvocationID.x;
    if (me >= count) return;
    begin(positions[me].xyz, velocities[me].xyz);
    visit_candidates(here);
    move_on(me, positions[me], velocities[me]);
}
