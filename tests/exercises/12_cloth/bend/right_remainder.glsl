    int along = way.x > 0 ? p.x : p.y;
    mine = along % 4 / 2 == odd;
