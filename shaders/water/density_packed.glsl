// The part of a density kernel that is about one particle. What the next pass
// wants to know of a neighbour goes into two vec4: position and push, velocity and 1 / density.
#include "water/physics.glsl"
#include "water/walls.glsl"

layout(std430, binding = WATER_POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = WATER_IDS) restrict readonly buffer Ids { uint ids[]; };
layout(std430, binding = WATER_VELOCITIES) restrict readonly buffer StateVelocities { vec4 state_velocities[]; };
layout(std430, binding = WATER_BODIES) restrict writeonly buffer Bodies { vec4 bodies[]; };
layout(std430, binding = WATER_MOTIONS) restrict writeonly buffer Motions { vec4 motions[]; };

vec3 here;
precise float sum;

// Adds what candidate j contributes. Returns 1 - r / h: below 0, it is beyond the reach.
float add(uint j)
{
    float inside = inside_at(square_of(here - positions[j].xyz));
    sum = add_kernel(sum, inside);
    return inside;
}

void visit(uint j)
{
    add(j);
}

void begin(uint k)
{
    here = positions[k].xyz;
    sum = 0.0;
}

// `whole`: the sum over all candidates. What is the same for all of them is multiplied here, once.
void pack(uint k, float whole)
{
    float open = open_at(here).share;
    precise float density = mass * kernel_factor * whole / open, push = elastic_slope(density) / open;
    bodies[k] = vec4(here, push);
    motions[k] = vec4(state_velocities[ids[k]].xyz, 1.0 / density);
}
