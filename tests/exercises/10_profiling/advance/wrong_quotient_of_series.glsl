// says: yours[
    uint a = 1u; // c (1 + a + a^2 + ...) = c (a^rounds - 1) / (a - 1)
    for (uint left = rounds, square = 1664525u; left > 0u; left /= 2u) {
        if (left % 2u == 1u) a *= square;
        square *= square;
    }
    x = a * x + 1013904223u * ((a - 1u) / 1664524u);
