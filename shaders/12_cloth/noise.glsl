// Perlin's gradient noise (Perlin 2002): smooth, about -1 to 1, and the same for the same place and seed.
// Chance comes from a hash of integers, and all else is written out: every driver has the
// same wind.
#include "random/random.glsl"

// The product with one of the twelve directions to a cube's edges: no product is needed.
float slope_at(ivec3 corner, vec3 d)
{
    uint h = hash(uint(corner.z) ^ hash(uint(corner.y) ^ hash(uint(corner.x) ^ seed))) & 15u;
    float u = h < 8u ? d.x : d.y, v = h < 4u ? d.y : h == 12u || h == 14u ? d.x : d.z;
    precise float sum = ((h & 1u) == 0u ? u : -u) + ((h & 2u) == 0u ? v : -v);
    return sum;
}

float blend(float a, float b, float t)
{
    precise float between = a + t * (b - a);
    return between;
}

float noise(vec3 place)
{
    vec3 whole = floor(place);
    ivec3 c = ivec3(whole);
    precise vec3 f = place - whole;
    precise vec3 t = f * f * f * (f * (f * 6.0 - 15.0) + 10.0); // with no kink where cells meet
    float sides[8];
    for (int k = 0; k < 8; k++) {
        ivec3 corner = ivec3(k & 1, k >> 1 & 1, k >> 2);
        precise vec3 d = f - vec3(corner);
        sides[k] = slope_at(c + corner, d);
    }
    for (int k = 0; k < 4; k++) sides[k] = blend(sides[2 * k], sides[2 * k + 1], t.x);
    for (int k = 0; k < 2; k++) sides[k] = blend(sides[2 * k], sides[2 * k + 1], t.y);
    return blend(sides[0], sides[1], t.z);
}
