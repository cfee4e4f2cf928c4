// says: loads pixels again
const int SIDE = GROUP + 2 * RADIUS; // a square, as for the blur: most of its rows nobody reads
shared uint tile[SIDE * SIDE];

void main()
{
    ivec2 corner = ivec2(gl_WorkGroupID.xy) * GROUP, inside = ivec2(gl_LocalInvocationID.xy);
    for (int i = int(gl_LocalInvocationIndex); i < SIDE * SIDE; i += GROUP * GROUP)
        tile[i] = pixel_at(corner + ivec2(i % SIDE, i / SIDE));
    barrier();

    ivec2 p = corner + inside;
    if (p.x >= size.x || p.y >= size.y) return;
    uvec4 sums = uvec4(0);
    for (int x = 0; x <= 2 * RADIUS; x++) sums += channels(tile[inside.y * SIDE + inside.x + x]);
    blurred[p.y * size.x + p.x] = mean(sums, 2 * RADIUS + 1);
}
