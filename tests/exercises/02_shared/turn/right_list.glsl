shared uint words[GROUP * (GROUP + 1)];

void main()
{
    int x = int(gl_LocalInvocationIndex) % GROUP, y = int(gl_LocalInvocationIndex) / GROUP;
    ivec2 corner = ivec2(gl_WorkGroupID.xy) * GROUP;
    ivec2 p = min(corner + ivec2(x, y), size - 1);
    words[x * (GROUP + 1) + y] = pixels[p.y * size.x + p.x]; // turned on the way in
    barrier();
    p = corner + ivec2(y, x);
    if (all(lessThan(p, size))) turned[p.x * size.y + p.y] = words[y * (GROUP + 1) + x];
}
