// says: error
void main()
{
    ivec2 block = ivec2(gl_GlobalInvocationID.xy);
    if (block.x >= size.x / 2 || block.y >= size.y / 2) return;

    ivec2 p = 2 * block + turn, q = p + 1; // upper left, lower right
    int at[4] = int[](p.y * size.x + p.x, p.y * size.x + q.x, q.y * size.x + p.x, q.y * size.x + q.x);
    bool is[4];
    for (int k = 0; k < 4; k++) is[k] = cells[at[k]] > 0;
    bool collide = is[0] == is[3] && is[1] == is[2] && is[0] != is[1];
    for (int k = 0; k < 4; k++) cells[at[k]] = remember(cells[at[k]], collide ? !is[k] : is[3 - k]);
}
