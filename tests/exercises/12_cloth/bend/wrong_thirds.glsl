// says: positions[
    int along = way.x > 0 ? p.x : p.y;
    mine = along % 3 == odd;
