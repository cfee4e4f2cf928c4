// Chance in a kernel: numbers that depend on what is put in, and on nothing else, so that every run
// and every order of the invocations has the same ones. Put in what makes the case: the seed, the
// number of the particle (never of a slot, which changes when particles are sorted), the frame.

// PCG's output function over a linear congruential step (M. Jarzynski and M. Olano, "Hash Functions
// for GPU Rendering", 2020). All 32 bits are good, and no two x have the same hash.
uint hash(uint x)
{
    x = x * 747796405u + 2891336453u;
    x = ((x >> ((x >> 28) + 4u)) ^ x) * 277803737u;
    return (x >> 22) ^ x;
}

// 0 <= x < 1, in steps of 2^-24, exact; advances `random`, which a hash began.
float next_float(inout uint random)
{
    random = hash(random);
    return float(random >> 8) * (1.0 / 16777216.0); // divisions are not rounded alike everywhere
}
