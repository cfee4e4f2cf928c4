// The rule, and what a cell remembers:
//   cell > 0   alive, for that many generations (up to MAX_AGE)
//   cell = 0   dead
//   cell < 0   dead, but not for long: -TRAIL just after death, then up to 0; only the picture cares
int remember(int cell, bool alive)
{
    if (alive) return min(max(cell, 0) + 1, MAX_AGE);
    return cell > 0 ? -TRAIL : min(cell + 1, 0);
}

// Bit n of BORN: a dead cell comes alive with n living neighbours; of SURVIVES: a living one stays so.
// Conway's rule, B3/S23, has bit 3 in the one, and bits 2 and 3 in the other.
int next_cell(int cell, int neighbours)
{
    int counts = cell > 0 ? SURVIVES : BORN;
    return remember(cell, (counts >> neighbours & 1) == 1);
}
