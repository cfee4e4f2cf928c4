#version 430 core
// `tile_pond`: the neighbours from a tile in shared memory, fetched four texels at a time; and the heights before are under way
// meanwhile.
// Limit: 8 bytes read and 4 written a cell and step.
#include "16_fields/slots.h"
#include "16_fields/tile.glsl"
#include "16_fields/wave.glsl"

layout(binding = BEFORE) uniform sampler2D before;
layout(r32f, binding = NEXT) restrict writeonly uniform image2D next;

float height(ivec2 p)
{
    return in_tile(p);
}

void main()
{
    float old[TEXELS];
    for (int k = 0; k < TEXELS; k++) {
        ivec2 p = texel(k);
        if (is_in_field(p)) old[k] = texelFetch(before, p, 0).x;
    }
    fill_tile();
    for (int k = 0; k < TEXELS; k++) {
        ivec2 p = texel(k);
        if (is_in_field(p)) imageStore(next, p, vec4(next_height(p, old[k])));
    }
}
