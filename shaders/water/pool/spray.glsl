// The share of the room around a particle that is filled: where spray begins to be water, and where all is water. A
// particle alone fills 0.18.
const float NO_WATER = 0.30, ALL_WATER = 0.55;

// The share of a particle that is spray: water without neighbours flies as drops. The density is one of the room
// that walls leave open, so a drop beside a wall is one as well.
float spray_share(vec4 particle)
{
    if (particle.w == 0.0) return 0.0; // before the first step the density is unknown
    return 1.0 - smoothstep(NO_WATER, ALL_WATER, particle.w / rest_density);
}
