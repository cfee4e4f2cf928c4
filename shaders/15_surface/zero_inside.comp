#version 430 core
// Broken: goes through all cells of the listed blocks, candidates or not. A corner that was not
// computed counts as empty, even one deep in the water.
layout(local_size_x = BLOCK) in;

#include "15_surface/slots.h"

layout(std430, binding = SOUP_LIST) restrict readonly buffer List { uint list[]; };
#include "15_surface/soup.glsl"

void main()
{
    uint number = group_number(), block = list[min(number, commands.blocks - 1u)];
    ivec3 cell = SIDE * block_at(block) + place_of(gl_LocalInvocationIndex);
    bool within = all(greaterThan(cell, ivec3(0))) && all(lessThan(cell, grid_size - 1));
    put_triangles(BLOCK * block + gl_LocalInvocationIndex, within && number < commands.blocks);
}
