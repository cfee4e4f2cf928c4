#include "09_sph/walls.glsl"

// Where so much of the room around a particle is filled, spray begins to be water, and is nothing but water.
const float NO_WATER = 0.25, ALL_WATER = 0.50;

// The share of a particle that is spray: water that nobody is near to flies as drops. What a wall adds to the
// density is no water: there, others have less room.
float spray_share(vec4 particle)
{
    if (particle.w == 0.0) return 0.0; // before the first step nobody knows the density
    float walls = wall_density(particle.xyz);
    return 1.0 - smoothstep(NO_WATER, ALL_WATER, (particle.w - walls) / (rest_density - walls));
}
