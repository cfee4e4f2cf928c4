// says: positions[
    int along = way.x > 0 ? p.x : p.y;
    mine = odd == 0 && (along >> 1 & 1) == 0;
