// Conway's rule, B3/S23, and what a cell remembers:
//   cell > 0   alive, for so many generations (up to MAX_AGE)
//   cell = 0   dead
//   cell < 0   dead, but not for long: -TRAIL just after death, then up to 0; only the picture cares
int next_cell(int cell, int neighbours)
{
    bool alive = neighbours == 3 || (neighbours == 2 && cell > 0);
    if (alive) return min(max(cell, 0) + 1, MAX_AGE);
    return cell > 0 ? -TRAIL : min(cell + 1, 0);
}
