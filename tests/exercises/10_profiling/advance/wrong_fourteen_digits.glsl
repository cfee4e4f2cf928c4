// says: yours[
    uint a = 1664525u, c = 1013904223u; // of 1 round, 2, 4, 8, ...
    for (int digit = 0; digit < 14; digit++) { // 2^14 = 16384
        if ((rounds >> digit) % 2u == 1u) x = a * x + c;
        c = a * c + c;
        a = a * a;
    }
