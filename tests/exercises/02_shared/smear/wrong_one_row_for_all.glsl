// says: expected RGBA
shared uint row[GROUP + 2 * RADIUS];

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    int x = int(gl_LocalInvocationID.x);
    row[x] = pixel_at(p);
    if (x < 2 * RADIUS) row[GROUP + x] = pixel_at(p + ivec2(GROUP, 0));
    barrier();

    if (p.x >= size.x || p.y >= size.y) return;
    uvec4 sums = uvec4(0);
    for (int i = 0; i <= 2 * RADIUS; i++) sums += channels(row[x + i]);
    blurred[p.y * size.x + p.x] = mean(sums, 2 * RADIUS + 1);
}
