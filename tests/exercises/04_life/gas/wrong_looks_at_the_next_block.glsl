// says: error
// Where does the particle in each cell come from? From the cell diagonally before it, whosever that is.
void main()
{
    ivec2 p = 2 * ivec2(gl_GlobalInvocationID.xy);
    for (int part = 0; part < 4; part++) {
        ivec2 q = p + ivec2(part % 2, part / 2), from = (q + size - 1) % size;
        if (q.x >= size.x || q.y >= size.y) continue;
        cells[q.y * size.x + q.x] = remember(cells[q.y * size.x + q.x], cells[from.y * size.x + from.x] > 0);
    }
}
