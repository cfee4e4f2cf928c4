// says: positions[
    mine = ((p.x + p.y) >> 1 & 1) == odd;
