// says: expected RGBA
shared uint words[GROUP * (GROUP + 1)];

void main()
{
    ivec2 corner = ivec2(gl_WorkGroupID.xy) * GROUP, inside = ivec2(gl_LocalInvocationID.xy);
    ivec2 from = min(corner + inside, size - 1), to = corner + inside.yx;
    words[inside.y * (GROUP + 1) + inside.x] = pixels[from.y * size.x + from.x];
    barrier();
    if (to.x < size.x && to.y < size.y) turned[to.x * size.y + to.y] = words[inside.x * GROUP + inside.y];
}
