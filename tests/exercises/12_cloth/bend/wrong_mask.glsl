// says: positions[
    int along = way.x > 0 ? p.x : p.y;
    mine = (along & 2) == odd; // 2 is not 1
