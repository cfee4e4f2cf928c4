// says: yours[
    uint a = 1u, c = 0u; // of 64 rounds
    for (uint k = 0u; k < 64u; k++) {
        c = c * 1664525u + 1013904223u;
        a *= 1664525u;
    }
    for (uint k = 0u; k < rounds / 64u; k++) x = a * x + c;
