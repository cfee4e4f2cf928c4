// A group's tile in shared memory: its GROUP x GROUP pixels, and a halo of RADIUS pixels around them.
const int SIDE = GROUP + 2 * RADIUS;
shared uint tile[SIDE * SIDE];

// With radius 3, 484 pixels for 256 invocations: each loads one, the first 228 a second.
void load_tile()
{
    ivec2 corner = ivec2(gl_WorkGroupID.xy) * GROUP - RADIUS;
    for (int i = int(gl_LocalInvocationIndex); i < SIDE * SIDE; i += GROUP * GROUP)
        tile[i] = pixel_at(corner + ivec2(i % SIDE, i / SIDE));
}

// The mean around a pixel of the group, from the tile alone.
uint tile_mean(ivec2 inside)
{
    uvec4 sums = uvec4(0);
    for (int y = 0; y <= 2 * RADIUS; y++)
        for (int x = 0; x <= 2 * RADIUS; x++) sums += channels(tile[(inside.y + y) * SIDE + inside.x + x]);
    return mean(sums, AREA);
}
