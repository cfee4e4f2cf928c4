// says: barrier
shared uint tile[GROUP][GROUP + 2 * RADIUS];

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy), inside = ivec2(gl_LocalInvocationID.xy);
    tile[inside.y][inside.x] = pixel_at(p);
    if (inside.x < 2 * RADIUS) {
        tile[inside.y][GROUP + inside.x] = pixel_at(p + ivec2(GROUP, 0));
        barrier();
    }

    if (p.x >= size.x || p.y >= size.y) return;
    uvec4 sums = uvec4(0);
    for (int x = 0; x <= 2 * RADIUS; x++) sums += channels(tile[inside.y][inside.x + x]);
    blurred[p.y * size.x + p.x] = mean(sums, 2 * RADIUS + 1);
}
