// Version 1: every particle asks every particle.
// Limit: n x n tests, of which about 80 n find a neighbour.
#if VERSION == ALL_PAIRS
void visit_candidates(vec3 position)
{
    for (uint j = 0u; j < uint(particle_count); j++) visit(j);
}
#endif
