// says: expected RGBA
const int WIDTH = GROUP + 2 * RADIUS; // of the tile: its halo is on both sides
shared uint tile[GROUP * WIDTH];

void main()
{
    ivec2 corner = ivec2(gl_WorkGroupID.xy) * GROUP, inside = ivec2(gl_LocalInvocationID.xy);
    for (int i = int(gl_LocalInvocationIndex); i < GROUP * WIDTH; i += GROUP * GROUP)
        tile[i] = pixel_at(corner + ivec2(i % WIDTH - RADIUS, i / WIDTH));
    barrier(); // every invocation reads what others have loaded

    ivec2 p = corner + inside;
    if (p.x >= size.x || p.y >= size.y) return; // only now: all of a group must reach barrier()
    uvec4 sums = uvec4(0);
    for (int x = 0; x <= 2 * RADIUS; x++) sums += channels(tile[inside.y * WIDTH + inside.x + x]);
    blurred[p.y * size.x + p.x] = mean(sums, 2 * RADIUS + 1);
}
