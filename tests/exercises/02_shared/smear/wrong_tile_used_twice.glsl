// says: race
shared uint tile[GROUP][GROUP];

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy), inside = ivec2(gl_LocalInvocationID.xy);
    uvec4 sums = uvec4(0);
    tile[inside.y][inside.x] = pixel_at(p);
    barrier();
    for (int x = inside.x; x < GROUP && x <= inside.x + 2 * RADIUS; x++) sums += channels(tile[inside.y][x]);

    tile[inside.y][inside.x] = pixel_at(p + ivec2(GROUP, 0)); // others may still be reading the first
    barrier();
    for (int x = 0; x <= inside.x + 2 * RADIUS - GROUP; x++) sums += channels(tile[inside.y][x]);
    if (p.x < size.x && p.y < size.y) blurred[p.y * size.x + p.x] = mean(sums, 2 * RADIUS + 1);
}
