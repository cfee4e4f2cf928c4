// The ring: what is born in this frame, in which order, and so in which slot.
#include "13_foam/slots.h"

#ifndef RING_HEADS // `atomic` has them elsewhere
#define RING_HEADS HEADS
#endif
layout(std430, binding = FOAM_POSITIONS) restrict writeonly buffer FoamPositions { vec4 foam_positions[]; };
layout(std430, binding = FOAM_VELOCITIES) restrict writeonly buffer FoamVelocities { vec4 foam_velocities[]; };
layout(std430, binding = RING_HEADS) restrict buffer Heads { Head heads[2]; };

// [slot]
// The slot of the newborn that has `place` others before it, if they are fewer than the pool.
uint slot_of(uint place)
{
#ifdef WRAP // BROKEN: the module's counter % pool. Behind 2^32 - 1 the counter is 0, and 0 % pool is another slot
    return (heads[now()].number + place) % pool;
#else
    return (heads[now()].slot + place) % pool; // both are below the pool, or the result is unused: no overflow
#endif
}

void put_newborn(uint place, Newborn n)
{
#ifndef NO_CAP // BROKEN without: more births than slots, so that two of them get the same
    if (place >= pool) return;
#endif
    uint slot = slot_of(place);
    foam_positions[slot] = n.position;
    foam_velocities[slot] = n.velocity;
}
// [/slot]
