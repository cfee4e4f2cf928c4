    uint a = 1u, c = 0u;
    for (int bit = findMSB(rounds); bit >= 0; bit--) {
        c = a * c + c;
        a *= a;
        if ((rounds >> bit & 1u) == 0u) continue;
        c = 1664525u * c + 1013904223u;
        a *= 1664525u;
    }
    x = a * x + c;
