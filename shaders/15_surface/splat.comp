#version 430 core
// The colour the other way round: a particle adds to the corners that it reaches, as far as they are
// listed. An invocation for each particle.
// Limit: five atomic operations a corner and particle. And nothing stops the sum from growing: with more
// than 2,900 particles in one place it is more than a colour can be.
layout(local_size_x = GROUP) in;

#include "15_surface/slots.h"

layout(std430, binding = POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = BLOCK_MASKS) restrict readonly buffer Masks { uvec2 masks[]; };
layout(std430, binding = CORNER_STARTS) restrict readonly buffer CornerStarts { uint corner_starts[]; };
layout(std430, binding = COLOURS) restrict buffer Colours { uint colours[]; };
layout(std430, binding = SLOPES) restrict buffer Slopes { int slopes[]; }; // four a corner
layout(location = SPLAT_PARTICLES) uniform uint particles;

#include "surface/surface.glsl"
#include "surface/kernel.glsl"

void add(uint at, Contribution c)
{
    if (c.colour == 0u && c.slope == ivec3(0)) return;
    atomicAdd(colours[at], c.colour);
    for (int k = 0; k < 3; k++) atomicAdd(slopes[4u * at + uint(k)], c.slope[k]);
    atomicAdd(slopes[4u * at + 3u], int(c.colour));
}

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= particles) return;

    vec3 particle = positions[i].xyz;
    ivec3 cell = cell_of(particle);
    ivec3 low = max(cell - CELLS + 1, ivec3(0)), high = min(cell + CELLS, grid_size - 1);
    for (int z = low.z; z <= high.z; z++)
        for (int y = low.y; y <= high.y; y++)
            for (int x = low.x; x <= high.x; x++) {
                ivec3 corner = ivec3(x, y, z);
                uint block = block_index(block_of(corner)), bit = bit_of(corner);
                uvec2 mask = masks[MASKS * block + CORNERS];
                uint at = corner_starts[block] + ones_below(mask, bit);
                if (has(mask, bit) && at < room.x)
                    add(at, contribution_of(particle, corner_position(corner)));
            }
}
