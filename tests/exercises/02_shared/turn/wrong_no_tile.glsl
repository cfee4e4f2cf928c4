// says: sectors
void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (p.x < size.x && p.y < size.y) turned[p.x * size.y + p.y] = pixels[p.y * size.x + p.x];
}
