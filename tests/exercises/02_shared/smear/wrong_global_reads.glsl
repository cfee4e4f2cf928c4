// says: leaves the loading to few
void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= size.x || p.y >= size.y) return;
    uvec4 sums = uvec4(0);
    for (int x = 0; x <= 2 * RADIUS; x++) sums += channels(pixel_at(p + ivec2(x, 0)));
    blurred[p.y * size.x + p.x] = mean(sums, 2 * RADIUS + 1);
}
