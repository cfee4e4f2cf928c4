// A group's tile of a field in shared memory, with a border of one texel above and below and of TILE_BORDER beside it. textureGather()
// fetches the four texels round a corner at once: a texel costs little more than a quarter of a fetch.
layout(local_size_x = GROUP, local_size_y = GROUP) in;
layout(binding = SAMPLED) uniform sampler2D field;

const int TEXELS = TILE_STEP / GROUP; // that an invocation stores
shared float tile[GROUP + 2][TILE_PITCH];

// The field's texel in the tile's upper left corner.
ivec2 corner()
{
    return ivec2(gl_WorkGroupID.xy) * ivec2(TILE_STEP, GROUP) - ivec2(TILE_BORDER, 1);
}

// All fetches of an invocation are under way before the first of them is waited for.
void fill_tile()
{
    const int pairs = TILE_COLUMNS / 2, all = pairs * (GROUP + 2) / 2, each = 3;
    vec4 four[each];
    for (int k = 0; k < each; k++) {
        int i = int(gl_LocalInvocationIndex) + k * GROUP * GROUP;
        ivec2 p = corner() + 2 * ivec2(i % pairs, i / pairs);
        if (i < all) four[k] = textureGather(field, vec2(p + 1) / vec2(textureSize(field, 0)));
    }
    for (int k = 0; k < each; k++) {
        int i = int(gl_LocalInvocationIndex) + k * GROUP * GROUP;
        ivec2 at = 2 * ivec2(i % pairs, i / pairs);
        if (i >= all) continue;
        tile[at.y][at.x] = four[k].w; // it goes round from the lower left
        tile[at.y][at.x + 1] = four[k].z;
        tile[at.y + 1][at.x] = four[k].x;
        tile[at.y + 1][at.x + 1] = four[k].y;
    }
    barrier();
}

// The k-th texel that this invocation stores. A warp's 32 lie side by side, 16 x 2, where they fill whole pieces of a texture's memory.
ivec2 texel(int k)
{
    return corner() + ivec2(TILE_BORDER + GROUP * k, 1) + ivec2(gl_LocalInvocationID.xy);
}

bool is_in_field(ivec2 p)
{
    return all(lessThan(p, textureSize(field, 0)));
}

float in_tile(ivec2 p)
{
    ivec2 at = p - corner();
    return tile[at.y][at.x];
}
