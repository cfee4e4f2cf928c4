// says: loads pixels again
const int COUNT = 2 * RADIUS + 1;
shared uint windows[GROUP * GROUP][COUNT];

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    uint own = gl_LocalInvocationIndex;
    for (int x = 0; x < COUNT; x++) windows[own][x] = pixel_at(p + ivec2(x, 0));
    barrier();

    uvec4 sums = uvec4(0);
    for (int x = 0; x < COUNT; x++) sums += channels(windows[own][x]);
    if (p.x < size.x && p.y < size.y) blurred[p.y * size.x + p.x] = mean(sums, COUNT);
}
