// says: yours[
    uint a = 1664525u, c = 1013904223u; // of 1 round, 2, 4, 8, ...
    for (uint left = rounds; left > 0u; left /= 2u) {
        if (left % 2u == 1u) x.x = a * x.x + c;
        c = a * c + c;
        a = a * a;
    }
