    int along = (p.x * way.x + p.y * way.y) / 2;
    mine = ((along + 1) & 2) == 2 * odd;
