#version 430 core
// Plain, 6: the triangles of each candidate, every one with three vertices of its own. An invocation
// for each candidate.
// Limit: makes each vertex about six times; and the atomic operations on one counter.
layout(local_size_x = GROUP) in;

#include "15_surface/slots.h"

layout(std430, binding = CELL_LIST) restrict readonly buffer CellList
{
    uint cell_groups[3];
    uint cell_count;
    uint cell_list[];
};
#include "15_surface/soup.glsl"

void main()
{
    uint i = group_number() * GROUP + gl_LocalInvocationIndex;
    bool works = i < cell_count;
    put_triangles(works ? cell_list[i] : 0u, works);
}
