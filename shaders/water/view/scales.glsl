// Scales of colours, each for the unit of what it shows.

const vec3 DARK = vec3(0.055, 0.060, 0.075);
const float FAST = 10.0;    // m/s
const float NEAR = 10.0, FAR = 22.0; // m
const float THICKEST = 10.0; // m

// Deep blue, blue at 2.5 m/s, turquoise at 5, white: most of the water is slow, and should not be dark.
vec3 speed_colour(float metres_a_second)
{
    float share = metres_a_second / FAST;
    vec3 slow = mix(vec3(0.09, 0.20, 0.50), vec3(0.10, 0.47, 0.90), clamp(share * 4.0, 0.0, 1.0));
    vec3 fast = mix(slow, vec3(0.28, 0.84, 0.80), clamp(share * 4.0 - 1.0, 0.0, 1.0));
    return mix(fast, vec3(0.97, 0.99, 1.0), clamp(share * 2.0 - 1.0, 0.0, 1.0));
}

// Blue where it is thin, grey at rest, amber where it is compressed.
vec3 density_colour(float compression)
{
    vec3 thin = mix(vec3(0.60, 0.66, 0.70), vec3(0.10, 0.35, 0.72), clamp((1.0 - compression) * 2.5, 0.0, 1.0));
    return mix(thin, vec3(1.0, 0.55, 0.10), clamp((compression - 1.0) * 12.0, 0.0, 1.0));
}

// From light to dark, with a line at every quarter of a metre: lines show whether a surface is smooth.
vec3 distance_colour(float metres)
{
    vec3 colour = mix(vec3(0.98, 0.92, 0.78), vec3(0.10, 0.16, 0.32), smoothstep(NEAR, FAR, metres));
    float from_line = 0.25 * abs(fract(4.0 * metres + 0.5) - 0.5);
    return colour * (0.65 + 0.35 * smoothstep(0.0, 0.03, from_line));
}

vec3 thickness_colour(float metres)
{
    return mix(DARK, vec3(0.75, 0.95, 1.0), sqrt(clamp(metres / THICKEST, 0.0, 1.0)));
}
