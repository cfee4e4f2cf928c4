// The light in the picture's studio, all linear: a lamp from above, a little from everywhere, and flames.
const vec3 SUNLIGHT = vec3(2.15, 2.0, 1.75), SKY = vec3(0.06, 0.085, 0.13), FLAMELIGHT = vec3(1.0, 0.34, 0.06) / 3.1416;
const vec3 ALBEDO = vec3(0.92); // what smoke scatters of the light that it meets
const float FLAME = 14.0;            // how bright a flame of 2,000 K is, in luminance
const vec3 GLOW = 0.16 * FLAMELIGHT; // what of it comes to smoke around it: other smoke hides much of it

// How much of the lamp's light smoke sends to the eye; `cosine` is of the angle between the ways to smoke and lamp. If that is 1 the lamp
// is behind the smoke, and most comes, for smoke scatters ahead (Henyey and Greenstein, 1941); what it scatters more than once is even.
float towards(float cosine)
{
    const float AHEAD = 0.45;
    float bent = 1.0 + AHEAD * AHEAD - 2.0 * AHEAD * cosine;
    return 0.6 + 0.4 * (1.0 - AHEAD * AHEAD) / (bent * sqrt(bent));
}

// What comes from everywhere: less where little of the lamp's light comes, and near the floor.
vec3 ambient(float through, float up) { return SKY * (0.35 + 0.65 * sqrt(through)) * (0.7 + 0.3 * up); }

// What is behind all: dark, and a little brighter around the middle of what is looked at.
vec3 backdrop(float off) { return mix(vec3(0.008, 0.010, 0.014), vec3(0.050, 0.060, 0.076), exp(-2.2 * off * off)); }
