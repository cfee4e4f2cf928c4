// says: expected
void main()
{
    ivec2 block = ivec2(gl_GlobalInvocationID.xy);
    if (block.x >= size.x / 2 || block.y >= size.y / 2) return;

    ivec2 p = 2 * block + turn, q = p + 1; // upper left, lower right
    if (q.x == size.x) q.x = 0;
    if (q.y == size.y) q.y = 0;
    int at[4] = int[](p.y * size.x + p.x, p.y * size.x + q.x, q.y * size.x + p.x, q.y * size.x + q.x);
    bool a = cells[at[0]] > 0, b = cells[at[1]] > 0, c = cells[at[2]] > 0, d = cells[at[3]] > 0;
    bool collide = a == d && b == c && a != b;
    for (int k = 0; k < 4; k++)
        cells[at[k]] = remember(cells[at[k]], collide ? cells[at[k]] <= 0 : cells[at[3 - k]] > 0);
}
