#version 430 core
// Task: each pair once, from blank pages. This is one of them, the kernel; the other is
// lessons/07_grid/tasks/pairs.c, which dispatches it. If I am near you, you are near me. So half of the
// candidates are enough: one of the two finds the other, and writes it down for both.
// `found` has four uints for each particle, in the order of the particles' numbers, as the searches of
// this lesson leave them: how many neighbours, the sum of their numbers, all of them by exclusive or,
// and the sum of their squares. Near is what is no farther away than the radius; compute the squared
// distance as 07_grid/search.glsl does, `precise`, or two GPUs may not agree.
// The grid is built: `starts` and the sorted copies, with the bits of a particle's number in w; what is
// in grid/grid.glsl helps. In a plane, the grid is one cell deep. GROUP: invocations of a work group.
// Write both, then run: ./wb check 7.pairs
// --- your lines from here ---
layout(local_size_x = GROUP) in;

#include "grid/grid.glsl"

layout(std430, binding = 1) restrict readonly buffer Starts { uint starts[]; };
layout(std430, binding = 3) restrict readonly buffer SortedPoints { vec4 sorted_points[]; };
layout(std430, binding = 4) restrict buffer Found { uint found[]; }; // 0 for all at first
layout(location = 0) uniform uint particles;
layout(location = 1) uniform float radius_squared;

vec3 centre;
uint self;
uvec4 result = uvec4(0u); // of this particle, as far as it is the one that finds

void visit(vec4 candidate)
{
    precise vec3 to = candidate.xyz - centre;
    precise float distance_squared = to.x * to.x + to.y * to.y + to.z * to.z;
    if (!(distance_squared <= radius_squared)) return;
    uint id = floatBitsToUint(candidate.w);
    result = uvec4(result.x + 1u, result.y + id, result.z ^ id, result.w + id * id);
    atomicAdd(found[4u * id], 1u);
    atomicAdd(found[4u * id + 1u], self);
    atomicXor(found[4u * id + 2u], self);
    atomicAdd(found[4u * id + 3u], self * self);
}

// The slots from `first` on, to the end of a row of up to three cells around `middle`.
void visit_row(ivec3 middle, uint first)
{
    if (!is_cell(middle)) return;
    ivec3 from = ivec3(max(middle.x - 1, 0), middle.yz), to = from;
    to.x = min(middle.x + 1, grid_size.x - 1);
    uint slot = max(first, starts[cell_index(from)]), end = starts[cell_index(to) + 1u];
    for (; slot < end; slot++) visit(sorted_points[slot]);
}

void main()
{
    uint slot = gl_GlobalInvocationID.x;
    if (slot >= particles) return;
    centre = sorted_points[slot].xyz;
    self = floatBitsToUint(sorted_points[slot].w);
    ivec3 own = cell_of(centre);
    // Those that lie behind this slot in memory; those in front of it find this one.
    visit_row(own, slot + 1u);
    visit_row(own + ivec3(0, 1, 0), 0u);
    for (int y = -1; y <= 1; y++) visit_row(own + ivec3(0, y, 1), 0u);

    atomicAdd(found[4u * self], result.x);
    atomicAdd(found[4u * self + 1u], result.y);
    atomicXor(found[4u * self + 2u], result.z);
    atomicAdd(found[4u * self + 3u], result.w);
}
// --- to here ---

// --- as shipped ---
// layout(local_size_x = GROUP) in;
//
// void main() {}
