// Of the versions that read the grid's copies: invocation k flies the boid in slot k, and looks for
// its neighbours in slots. The state is in the boids' own order, and so is what they write: the slots
// are only read, so they need no second buffer.
#include "11_boids/boid.glsl"
#include "11_boids/slots.h"

layout(std430, binding = POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = VELOCITIES) restrict readonly buffer Velocities { vec4 velocities[]; };
layout(std430, binding = NEXT_POSITIONS) restrict writeonly buffer NextPositions { vec4 next_positions[]; };
layout(std430, binding = NEXT_VELOCITIES) restrict writeonly buffer NextVelocities { vec4 next_velocities[]; };
layout(std430, binding = STARTS) restrict readonly buffer Starts { uint starts[]; };
layout(std430, binding = IDS) restrict readonly buffer Ids { uint ids[]; };

uint me; // the slot

void visit_cells(uint first, uint last)
{
    uint end = starts[last + 1u];
    for (uint j = starts[first]; j < end; j++) {
        vec3 way = nearest_image(positions[j].xyz - here);
        float square = square_of(way);
#ifdef FAR_IMAGE
        way = positions[j].xyz - here; // BROKEN: how far it was to the nearest image is in `square`
#endif
        if (square < radius * radius && j != me) add(way, square, velocities[j].xyz);
    }
}

void visit_candidates(vec3 point);

void main()
{
    me = gl_GlobalInvocationID.x;
    if (me >= count) return;
    begin(positions[me].xyz, velocities[me].xyz);
    visit_candidates(here);
    uint id = ids[me];
    move_on(id, next_positions[id], next_velocities[id]);
}
