// Where smoke comes from: a ball near the floor, whose heat flickers a little, so that no two whirls are alike.
layout(location = ORIGIN) uniform vec4 origin; // its middle, and 1 / radius^2
layout(location = FADE) uniform float fade;
layout(location = SOURCE) uniform float source;
layout(location = FLICKER) uniform float flicker;
layout(location = SMOKE_STEP) uniform int smoke_step;

// What is left of it after a step. Next to nothing becomes nothing: numbers below 1e-38 are slow, and some drivers have none.
float faded(float value)
{
    precise float left = fade * value;
    return left < 1e-9 ? 0.0 : left;
}

float source_at(ivec3 p)
{
    precise vec3 d = (vec3(p) + 0.5) - origin.xyz;
    precise float inside = 1.0 - ((d.x * d.x + d.y * d.y) + d.z * d.z) * origin.w;
    precise float fresh = source * clamp(2.0 * inside, 0.0, 1.0);
    return fresh;
}

// Chance without a state: a number from 0 to 1 for each block of cells and every few steps.
float flickering(float fresh, ivec3 p)
{
    ivec3 block = p / 4;
    uint word = uint(block.x) * 0x9E3779B1u ^ uint(block.y) * 0x85EBCA77u ^ uint(block.z) * 0xC2B2AE3Du ^ uint(smoke_step / 4) * 0x27D4EB2Fu;
    word = (word ^ (word >> 15)) * 0x2C1B3C6Du;
    word = (word ^ (word >> 12)) * 0x297A2D39u;
    precise float less = flicker * (float(word >> 16) * (1.0 / 65536.0));
    precise float result = fresh * (1.0 - less);
    return result;
}
