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

// The slots up to `last`, in a row of up to three cells around `middle`.
void visit_row(ivec3 middle, uint last)
{
    if (!is_cell(middle)) return;
    int from = max(middle.x - 1, 0), to = min(middle.x + 1, grid_size.x - 1);
    uint slot = starts[cell_index(ivec3(from, middle.yz))];
    uint end = min(last, starts[cell_index(ivec3(to, middle.yz)) + 1u]);
    for (; slot < end; slot++) visit(sorted_points[slot]);
}

void main()
{
    uint slot = gl_GlobalInvocationID.x;
    if (slot >= particles) return;
    centre = sorted_points[slot].xyz;
    self = floatBitsToUint(sorted_points[slot].w);
    ivec3 own = cell_of(centre);
    for (int y = -1; y <= 1; y++) visit_row(own + ivec3(0, y, -1), particles);
    visit_row(own + ivec3(0, -1, 0), particles);
    visit_row(own, slot); // whoever lies in front of this slot
    atomicAdd(found[4u * self], result.x);
    atomicAdd(found[4u * self + 1u], result.y);
    atomicXor(found[4u * self + 2u], result.z);
    atomicAdd(found[4u * self + 3u], result.w);
}
