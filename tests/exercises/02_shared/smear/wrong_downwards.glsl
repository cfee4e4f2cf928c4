// says: expected RGBA
const int HEIGHT = GROUP + 2 * RADIUS;
shared uint tile[HEIGHT][GROUP];

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy), inside = ivec2(gl_LocalInvocationID.xy);
    tile[inside.y][inside.x] = pixel_at(p);
    if (inside.y < 2 * RADIUS) tile[GROUP + inside.y][inside.x] = pixel_at(p + ivec2(0, GROUP));
    barrier();

    if (p.x >= size.x || p.y >= size.y) return;
    uvec4 sums = uvec4(0);
    for (int y = 0; y <= 2 * RADIUS; y++) sums += channels(tile[inside.y + y][inside.x]);
    blurred[p.y * size.x + p.x] = mean(sums, 2 * RADIUS + 1);
}
