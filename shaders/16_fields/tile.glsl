// A group's tile of a field in shared memory, with a border of one texel above and below and of two beside it. textureGather() fetches
// the four texels round a corner at once: a texel costs little more than a quarter of a fetch.
layout(local_size_x = GROUP, local_size_y = GROUP) in;
layout(binding = SAMPLED) uniform sampler2D field;

shared float tile[GROUP + 2][TILE_PITCH];

// The field's texel in the tile's upper left corner.
ivec2 corner()
{
    return ivec2(gl_WorkGroupID.xy) * ivec2(TILE_STEP, GROUP) - ivec2(2, 1);
}

void fill_tile()
{
    const int pairs = TILE_COLUMNS / 2;
    for (int i = int(gl_LocalInvocationIndex); i < pairs * (GROUP + 2) / 2; i += GROUP * GROUP) {
        ivec2 at = 2 * ivec2(i % pairs, i / pairs);
        vec4 four = textureGather(field, vec2(corner() + at + 1) / vec2(textureSize(field, 0)));
        tile[at.y][at.x] = four.w; // it goes round from the lower left
        tile[at.y][at.x + 1] = four.z;
        tile[at.y + 1][at.x] = four.x;
        tile[at.y + 1][at.x + 1] = four.y;
    }
    barrier();
}

// The k-th texel that this invocation computes: 16 x 2 of them lie side by side in a warp, as textures are laid out.
ivec2 texel(int k)
{
    return corner() + ivec2(GROUP * k, 0) + ivec2(gl_LocalInvocationID.xy) + ivec2(2, 1);
}

// Whether the tile has it, and not only its border; and the field.
bool is_ours(ivec2 p)
{
    return p.x < corner().x + 2 + TILE_STEP && all(lessThan(p, textureSize(field, 0)));
}

float in_tile(ivec2 p)
{
    ivec2 at = p - corner();
    return tile[at.y][at.x];
}
