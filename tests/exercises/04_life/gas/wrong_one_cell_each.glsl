// says: error
// Each of four neighbouring invocations has one cell of a block, and reads the others' cells.
void main()
{
    for (int part = 0; part < 4; part++) {
        ivec2 p = 2 * ivec2(gl_GlobalInvocationID.xy) + ivec2(part % 2, part / 2);
        if (p.x >= size.x / 2 * 2 || p.y >= size.y / 2 * 2) continue;
        ivec2 first = (p / 2) * 2 + turn, last = (first + 1) % size, me = (p + turn) % size;
        ivec2 opposite = first + last - me;
        cells[me.y * size.x + me.x] = remember(cells[me.y * size.x + me.x], cells[opposite.y * size.x + opposite.x] > 0);
    }
}
