#version 430 core
// Task: the whole flock. One invocation flies one boid: it asks all others, and writes where it is
// and how fast it flies one step later. The model stands in lessons/11_boids/further/rules.md; the numbers are
// those of 11_boids/flock.glsl. What is around the flock does not matter here: no noise, no obstacle.
// Positions are from 0 to box along each axis: what leaves the box comes in at the opposite face. The w of both results is free.
// Write that in the gap, then run: ./wb check 11.flock
#include "11_boids/slots.h"

layout(local_size_x = GROUP) in;

#include "11_boids/flock.glsl"

layout(std430, binding = POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = VELOCITIES) restrict readonly buffer Velocities { vec4 velocities[]; };
layout(std430, binding = NEXT_POSITIONS) restrict writeonly buffer NextPositions { vec4 next_positions[]; };
layout(std430, binding = NEXT_VELOCITIES) restrict writeonly buffer NextVelocities { vec4 next_velocities[]; };

// --- your lines from here ---
void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= count) return;
    vec3 here = positions[i].xyz, velocity = velocities[i].xyz;
    precise vec3 apart = vec3(0.0), along = vec3(0.0), together = vec3(0.0);
    float neighbours = 0.0;
    for (uint j = 0u; j < count; j++) {
        vec3 way = nearest_image(positions[j].xyz - here);
        float square = square_of(way);
        if (square >= radius * radius || j == i) continue;
        neighbours += 1.0;
        along += velocities[j].xyz;
        together += way;
        if (square < separation * separation)
            apart -= way * (1.0 / max(square, 1e-6) - per_separation_squared);
    }
    precise vec3 wish = separate * apart;
    if (neighbours > 0.0) wish += align * (along / neighbours - velocity) + cohere * together / neighbours;
    float speed = sqrt(square_of(velocity));
    if (speed > 0.0) wish += steady * (cruise - speed) / speed * velocity;
    float size = sqrt(square_of(wish));
    if (size > agility) wish *= agility / size;

    precise vec3 faster = velocity + time_step * wish;
    speed = sqrt(square_of(faster));
    if (speed > 0.0) faster *= clamp(speed, slowest, fastest) / speed;
    precise vec3 place = here + time_step * faster;
    place -= box * floor(place * per_box);
    next_positions[i] = vec4(place, 0.0);
    next_velocities[i] = vec4(faster, 0.0);
}
// --- to here ---

// --- as shipped ---
// void main()
// {
//     uint i = gl_GlobalInvocationID.x;
//     if (i >= count) return;
//     next_positions[i] = positions[i]; // nobody moves yet
//     next_velocities[i] = velocities[i];
// }
