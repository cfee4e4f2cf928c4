// says: expected RGBA
const int WIDTH = GROUP + 2 * RADIUS;
shared uvec4 tile[GROUP][WIDTH];

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy), inside = ivec2(gl_LocalInvocationID.xy);
    tile[inside.y][inside.x] = channels(pixel_at(p));
    if (inside.x < 2 * RADIUS) tile[inside.y][GROUP + inside.x] = channels(pixel_at(p + ivec2(GROUP, 0)));
    barrier();

    for (int x = 1; x <= 2 * RADIUS; x++) // the neighbour on the left wants the pixel, not the sum
        tile[inside.y][inside.x] += tile[inside.y][inside.x + x];
    if (p.x < size.x && p.y < size.y) blurred[p.y * size.x + p.x] = mean(tile[inside.y][inside.x], 2 * RADIUS + 1);
}
