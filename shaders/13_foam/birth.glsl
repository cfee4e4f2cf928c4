// How many are born of a particle of water, and how each of them begins. The kernel that includes this has the buffer `ids`.
#include "random/random.glsl"

// Chance, of the water particle's own number and the frame: so it is the same whatever slot or invocation the
// particle has, and in every run. `k` is 0 for how many are born, and 1 + j for newborn j.
uint chance_of(uint id, uint k)
{
    return hash(hash(hash(id ^ key) ^ frame) + k);
}

// `wild`: the potential's share, 0 to 1. Particles inside of the water have no air to trap.
uint births_of(uint id, float wild, vec3 velocity, float density)
{
    uint random = chance_of(id, 0u);
    precise float wanted = rate * wild * ramp(0.5 * square_of(velocity), energy_low, energy_high) * frame_s;
    precise float chosen = floor(wanted + next_float(random)); // 3.7 are 3, or in seven cases of ten 4
    return density < surface * rest_density ? uint(chosen) : 0u;
}

// In the disc of radius 1. Where it lies outside, again; no sine and no cosine, which drivers round each in its own way.
vec2 next_in_disc(inout uint random)
{
    vec2 place = vec2(0.0);
    for (int tries = 0; tries < 16; tries++) {
        float x = 2.0 * next_float(random) - 1.0; // exact, as in all drivers
        place = vec2(x, 2.0 * next_float(random) - 1.0);
        if (square_of(vec3(place, 0.0)) <= 1.0) return place;
    }
    return vec2(0.0);
}

struct Newborn {
    vec4 position; // m; w: life that is left, s
    vec4 velocity; // m/s; w: the share of water around: not looked at yet
};

// In a cylinder around the way that the water particle goes in this frame, as wide as the particle.
Newborn newborn(uint id, uint j, vec3 position, vec3 velocity)
{
    uint random = chance_of(id, 1u + j);
    vec2 disc = next_in_disc(random);
    float along = next_float(random), life = next_float(random);
    precise vec3 way = velocity / sqrt(square_of(velocity));
    // Two directions across the way: of T. Duff and others, "Building an Orthonormal Basis, Revisited", 2017.
    precise float turn = way.z < 0.0 ? -1.0 : 1.0, a = -1.0 / (turn + way.z), b = way.x * way.y * a;
    precise vec3 first = vec3(1.0 + turn * way.x * way.x * a, turn * b, -turn * way.x);
    precise vec3 second = vec3(b, turn + way.y * way.y * a, -way.y);
    precise vec3 place = position + margin * (disc.x * first + disc.y * second) + (along * frame_s) * velocity;
    precise float left = life_min + life * (life_max - life_min);
    vec3 moves = velocity;
    keep_inside(place, moves);
    return Newborn(vec4(place, left), vec4(moves, spray_below));
}

// The identity of a particle of water: its own number, whatever its place in memory.
uint number_of(uint k)
{
#ifdef SEED_SLOT // BROKEN: chance from the particle's place in memory, which changes whenever the grid is built
    return k;
#else
    return ids[k];
#endif
}
