#version 430 core
// Version 3: the 27 cells around, whose boids are looked up through the grid's list of indices.
// Limit: an index, and then a boid that lies anywhere in memory.
#include "11_boids/slots.h"

layout(local_size_x = GROUP) in;

#include "11_boids/boid.glsl"

layout(std430, binding = POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = VELOCITIES) restrict readonly buffer Velocities { vec4 velocities[]; };
layout(std430, binding = NEXT_POSITIONS) restrict writeonly buffer NextPositions { vec4 next_positions[]; };
layout(std430, binding = NEXT_VELOCITIES) restrict writeonly buffer NextVelocities { vec4 next_velocities[]; };
layout(std430, binding = STARTS) restrict readonly buffer Starts { uint starts[]; };
layout(std430, binding = IDS) restrict readonly buffer Ids { uint ids[]; };

uint me;

void visit_cells(uint first, uint last)
{
    uint end = starts[last + 1u];
    for (uint slot = starts[first]; slot < end; slot++) {
        uint j = ids[slot];
        vec3 way = nearest_image(positions[j].xyz - here);
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
    move_on(me, next_positions[me], next_velocities[me]);
}
