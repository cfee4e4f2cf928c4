shared uint tile[GROUP][GROUP + 2 * RADIUS];

void main()
{
    uint x = gl_LocalInvocationID.x, y = gl_LocalInvocationID.y;
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    tile[y][x] = pixel_at(p);
    if (x < 2 * RADIUS) tile[y][GROUP + x] = pixel_at(p + ivec2(GROUP, 0));
    barrier();

    if (p.x < size.x && p.y < size.y) {
        uvec4 sums = channels(tile[y][x]);
        for (uint i = 1u; i <= 2 * RADIUS; i++) sums += channels(tile[y][x + i]);
        blurred[p.y * size.x + p.x] = mean(sums, 2 * RADIUS + 1);
    }
}
