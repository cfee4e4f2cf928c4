// says: positions[
    int along = way.x > 0 ? p.y : p.x;
    mine = (along >> 1 & 1) == odd;
