// says: yours[
    uint a = uint(pow(1664525.0, float(rounds)));
    x = a * x + 1013904223u * rounds;
