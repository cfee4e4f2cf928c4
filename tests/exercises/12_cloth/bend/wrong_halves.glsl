// says: positions[
    int along = way.x > 0 ? p.x : p.y;
    mine = (along < (way.x > 0 ? size.x : size.y) / 2) == (odd == 0);
