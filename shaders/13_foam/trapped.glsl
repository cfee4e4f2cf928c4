// How much air a particle of water traps: the faster its neighbours come towards it, the more.
precise float trapped;

// d points from the neighbour to the particle, v is how the particle moves against the neighbour. |v| (1 - cos), where
// cos is of the angle between the two: 2 |v| head on, 0 if they part.
void trap(vec3 d, vec3 v)
{
    float square = square_of(d), inside = max(inside_at(square), 0.0);
    precise float parting = fma(v.z, d.z, fma(v.y, d.y, v.x * d.x)) / sqrt(max(square, 1e-12));
    trapped = fma(sqrt(square_of(v)) - parting, inside, trapped);
}

// From what a particle of water traps to births. `whole`: the sum over all of its neighbours.
uint births_by_trapping(uint k, float whole)
{
#ifdef SPEED // BROKEN: the module's length(vel) > threshold: a river foams all over
    return square_of(motion.xyz) > 16.0 ? 1u : 0u;
#else
    return births_of(number_of(k), ramp(whole, trapped_low, trapped_high), motion.xyz, 1.0 / motion.w);
#endif
}
