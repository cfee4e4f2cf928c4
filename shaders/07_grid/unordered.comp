#version 430 core
// The scatter without an order: each particle goes to its cell's first slot plus its rank, with
// position and velocity. Saves a pass; within a cell, the order is another in every run.
// Limit: writes all over memory, 16 bytes at a time.
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Places { uvec2 places[]; }; // cell, rank
layout(std430, binding = 1) restrict readonly buffer Starts { uint starts[]; };
layout(std430, binding = 2) restrict readonly buffer Points { vec4 points[]; };
layout(std430, binding = 3) restrict readonly buffer Velocities { vec4 velocities[]; };
layout(std430, binding = 4) restrict writeonly buffer Ids { uint ids[]; };
layout(std430, binding = 5) restrict writeonly buffer SortedPoints { vec4 sorted_points[]; };
layout(std430, binding = 6) restrict writeonly buffer SortedVelocities { vec4 sorted_velocities[]; };
layout(location = 0) uniform uint particles;

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= particles) return;
    uint slot = starts[places[i].x] + places[i].y;
    ids[slot] = i;
    sorted_points[slot] = points[i];
    sorted_velocities[slot] = velocities[i];
}
