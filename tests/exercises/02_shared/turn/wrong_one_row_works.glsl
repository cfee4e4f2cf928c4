// says: work on average
shared uint tile[GROUP][GROUP + 1];

void main()
{
    ivec2 corner = ivec2(gl_WorkGroupID.xy) * GROUP;
    int x = int(gl_LocalInvocationID.x);
    bool works = gl_LocalInvocationID.y == 0u;
    for (int y = 0; works && y < GROUP; y++)
        if (corner.x + x < size.x && corner.y + y < size.y) tile[y][x] = pixels[(corner.y + y) * size.x + corner.x + x];
    barrier();

    for (int y = 0; works && y < GROUP; y++)
        if (corner.x + y < size.x && corner.y + x < size.y) turned[(corner.x + y) * size.y + corner.y + x] = tile[x][y];
}
