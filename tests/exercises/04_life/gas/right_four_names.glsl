void main()
{
    ivec2 p = 2 * ivec2(gl_GlobalInvocationID.xy) + turn;
    if (any(greaterThanEqual(p - turn + 1, size))) return;
    ivec2 q = (p + 1) % size;
    int a = p.y * size.x + p.x, b = p.y * size.x + q.x, c = q.y * size.x + p.x, d = q.y * size.x + q.x;
    int old_a = cells[a], old_b = cells[b], old_c = cells[c], old_d = cells[d];
    bool in_a = old_a > 0, in_b = old_b > 0, in_c = old_c > 0, in_d = old_d > 0;
    bool first = in_a && in_d && !in_b && !in_c, second = in_b && in_c && !in_a && !in_d;
    cells[a] = remember(old_a, first ? false : second ? true : in_d);
    cells[b] = remember(old_b, first ? true : second ? false : in_c);
    cells[c] = remember(old_c, first ? true : second ? false : in_b);
    cells[d] = remember(old_d, first ? false : second ? true : in_a);
}
