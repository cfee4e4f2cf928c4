// From what a particle of water traps to births. `whole`: the sum over all of its neighbours.
#include "13_foam/number.glsl"

uint births_by_trapping(uint k, float whole)
{
#ifdef SPEED // BROKEN: the module's length(vel) > threshold: a river foams all over
    return square_of(motion.xyz) > 16.0 ? 1u : 0u;
#else
    return births_of(number_of(k), ramp(whole, trapped_low, trapped_high), motion.xyz, 1.0 / motion.w);
#endif
}
