// The foam's numbers: struct foam_numbers of lessons/13_foam/state.h, which says what each is. And what two or
// more of the kernels do with them. SI units.
#include "13_foam/slots.h"

layout(std140, binding = FOAM_NUMBERS) uniform Foam {
    float trapped_low, trapped_high;
    float energy_low, energy_high;
    float crest_low, crest_high;
    float surface;
    float spray_below, bubble_above;
    float rate;
    float frame_s;
    float life_min, life_max;
    float rise;
    float keep;
    float drift_s;
    uint pool; // slots
    uint key;
    uint frame;
    float confinement;
};

// How far a quantity is on its way from where it starts to count to where it counts in full.
float ramp(float x, float low, float high)
{
    precise float share = clamp((x - low) / (high - low), 0.0, 1.0);
    return share;
}

// What a foam particle is, by the share of the room around it that is water: SPRAY, FOAM or BUBBLE.
int kind_of(float water)
{
    return water < spray_below ? SPRAY : water < bubble_above ? FOAM : BUBBLE;
}

// Where the ring stands, twice: what one frame leaves, the next one reads.
struct Head {
    uint slot;   // of the frame's first newborn
    uint number; // how many were born before, modulo 2^32
    uint births; // of the frame
    uint spare;
};

uint now() { return frame & 1u; }

uint before() { return now() ^ 1u; }
