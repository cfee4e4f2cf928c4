#version 430 core
// `tile_edges`: from a tile in shared memory, fetched four pixels at a time.
// Limit: a third of a fetch and a store a pixel; the store.
#include "16_fields/slots.h"
#include "16_fields/tile.glsl"
#include "16_fields/sobel.glsl"

layout(r32f, binding = NEXT) restrict writeonly uniform image2D filtered;

float at(ivec2 p)
{
    return in_tile(p);
}

void main()
{
    fill_tile();
    for (int k = 0; k < TEXELS; k++) {
        ivec2 p = texel(k);
        if (is_in_field(p)) imageStore(filtered, p, vec4(steepness(p)));
    }
}
