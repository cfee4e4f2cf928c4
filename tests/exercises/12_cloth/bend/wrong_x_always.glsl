// says: positions[
    mine = (p.x >> 1 & 1) == odd;
