// says: expected
    uint a = 1664525u * 1664525u, c = 1664525u * 1013904223u + 1013904223u; // of 2 rounds, 4, 8, ...
    for (uint left = rounds / 2u; left > 0u; left /= 2u) {
        if (left % 2u == 1u) x = a * x + c;
        c = a * c + c;
        a = a * a;
    }
