#version 430 core
// Task: the K nearest neighbours, by a team. A work group of TEAM invocations works for one particle. Its candidates
// lie in ROWS rows of slots: first_and_end(r) is where row r begins and ends, for all the same; some have none. The
// nearest comes first, and of those as near as each other the one with the smaller number.
// main() asks K times for the nearest that comes behind the one before: behind (distance, number) in that order.
// Your function leaves it in distances[0] and numbers[0]; NONE, and FAR, if there is no more. All share in the work.
// Write it in the gap, then run: ./wb check 7.nearest
#include "07_grid/slots.h"

layout(local_size_x = TEAM) in;

layout(std430, binding = STARTS) restrict readonly buffer Starts { uint starts[]; };
layout(std430, binding = SORTED_POINTS) restrict readonly buffer SortedPoints { vec4 sorted_points[]; };
layout(std430, binding = NEAREST_IDS) restrict writeonly buffer Nearest { uint nearest[]; };
layout(location = PARTICLES) uniform uint particles;
layout(location = RADIUS_SQUARED) uniform float radius_squared;

#include "grid/grid.glsl"

const float FAR = 3.0e38;
const uint NONE = 0xFFFFFFFFu, ROWS = 9u;
shared float distances[TEAM]; // squared
shared uint numbers[TEAM];

uint self_slot; // of the particle that the team works for

uvec2 first_and_end(uint row)
{
    ivec3 middle = cell_of(sorted_points[self_slot].xyz) + ivec3(0, int(row % 3u) - 1, int(row / 3u) - 1);
    if (!is_cell(middle)) return uvec2(0u);
    ivec3 left = ivec3(max(middle.x - 1, 0), middle.yz), right = ivec3(min(middle.x + 1, grid_size.x - 1), middle.yz);
    return uvec2(starts[cell_index(left)], starts[cell_index(right) + 1u]);
}

uint number_in(uint slot) { return floatBitsToUint(sorted_points[slot].w); }

// FAR, if it is not within the radius, or the particle itself.
float distance_squared_to(uint slot)
{
    precise vec3 to = sorted_points[slot].xyz - sorted_points[self_slot].xyz;
    precise float squared = to.x * to.x + to.y * to.y + to.z * to.z;
    return squared <= radius_squared && slot != self_slot ? squared : FAR;
}

// --- your lines from here ---
void find_next(float last, uint last_number)
{
    // A start: no neighbour.
    distances[gl_LocalInvocationIndex] = FAR;
    numbers[gl_LocalInvocationIndex] = NONE;
    barrier();
}
// --- to here ---

void main()
{
    self_slot = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
    if (self_slot >= particles) return; // all of the team
    float last = -1.0;
    uint last_number = 0u;
    for (uint k = 0u; k < K; k++) {
        find_next(last, last_number);
        last = distances[0];
        last_number = numbers[0];
        uint self = min(number_in(self_slot), particles - 1u);
        if (gl_LocalInvocationIndex == 0u) nearest[self * uint(K) + k] = last_number;
        barrier(); // all have read it before the next one comes
    }
}
