// says: work on average
void main()
{
    ivec2 corner = ivec2(gl_WorkGroupID.xy) * GROUP, end = min(corner + GROUP, size);
    if (gl_LocalInvocationIndex > 0u) return;
    for (int y = corner.y; y < end.y; y++)
        for (int x = corner.x; x < end.x; x++) turned[x * size.y + y] = pixels[y * size.x + x];
}
