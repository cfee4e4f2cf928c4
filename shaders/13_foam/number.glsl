// Who a particle of water is: its own number, whatever its place in memory.
uint number_of(uint k)
{
#ifdef SEED_SLOT // BROKEN: chance from the particle's place in memory, which changes whenever the grid is built
    return k;
#else
    return ids[k];
#endif
}
