#version 430 core
// The picture of the blur: a part of the image, of the result, or of both side by side, enlarged or
// reduced; or how far the result is off.
layout(std430, binding = 0) restrict readonly buffer Image { uint pixels[]; };
layout(std430, binding = 1) restrict readonly buffer Blurred { uint blurred[]; };
layout(location = 8) uniform vec3 region; // the pixel in the panel's corner, and units of the board a pixel
layout(location = 9) uniform ivec2 size;  // words in a row, rows
layout(location = 10) uniform int shown;  // pixels in a row
layout(location = 11) uniform int mode;

#include "02_shared/panel.glsl"
#include "02_shared/blur.glsl"

const int BOTH = 0, IMAGE = 1, BLURRED = 2, DIFFERENCE = 3, TILE = 4;
const int MAX_SAMPLES = 8; // a side, where a pixel of the screen covers several of the picture

vec3 rgb(uint p) { return vec3(channels(p).rgb) / 255.0; }

// Whose mean a pixel becomes: those around it, or twice as far for a mean of means; in one task itself and those to its right; and where
// the picture is turned, itself alone.
#if TURNS
const ivec2 FIRST = ivec2(0), LAST = ivec2(0);
#elif SMEARS
const ivec2 FIRST = ivec2(0), LAST = ivec2(2 * RADIUS, 0);
#else
const ivec2 FIRST = ivec2(-(1 + TWICE) * RADIUS), LAST = -FIRST;
#endif

// In how many of the means around a pixel another one counts; 1 for a plain mean.
uint weight_of(ivec2 offset)
{
    ivec2 count = 2 * RADIUS + 1 - abs(offset);
    return TWICE == 1 ? uint(count.x * count.y) : 1u;
}

// How far the result is from the mean, 16 times: grey is right, brighter too bright.
vec3 error_at(ivec2 p, uint got)
{
    uvec4 sums = uvec4(0);
    uint count = 0u;
    for (int y = FIRST.y; y <= LAST.y; y++)
        for (int x = FIRST.x; x <= LAST.x; x++) {
            uint weight = weight_of(ivec2(x, y));
            sums += weight * channels(pixel_at(p + ivec2(x, y)));
            count += weight;
        }
    vec3 error = rgb(got) - rgb(mean(sums, count));
    if (TWICE == 1 && all(lessThan(abs(error), vec3(1.5 / 255.0)))) error = vec3(0.0); // means of means are rounded twice
    return vec3(0.20, 0.21, 0.24) + 16.0 * error;
}

vec3 colour_at(ivec2 p)
{
    if (any(lessThan(p, ivec2(0))) || p.x >= shown || p.y >= size.y) return vec3(0.055, 0.06, 0.075);
    uint got = blurred[TURNS == 1 ? p.x * size.y + p.y : p.y * size.x + p.x];
    if (mode == DIFFERENCE) return error_at(p, got);
    return mode == IMAGE || mode == TILE || (mode == BOTH && 2 * p.x < shown) ? rgb(pixel_at(p)) : rgb(got);
}

void main()
{
    float per_pixel = 1.0 / (region.z * board.z); // pixels of the image for one of the screen
    vec2 p = region.xy + panel_position() / region.z;
    int samples = clamp(int(ceil(per_pixel - 0.01)), 1, MAX_SAMPLES);
    vec3 colour = vec3(0.0);
    for (int i = 0; i < samples * samples; i++) {
        vec2 offset = (vec2(i % samples, i / samples) + 0.5) / float(samples) - 0.5;
        colour += colour_at(ivec2(floor(p + offset * per_pixel)));
    }
    colour /= float(samples * samples);

    vec2 in_group = fract(p / float(GROUP)) * float(GROUP) * region.z; // from the seams left and above
    bool on_seam = (mode == IMAGE || mode == BLURRED || mode == DIFFERENCE) && any(lessThan(in_group, vec2(1.0)));
    if (on_seam) colour = mix(colour, vec3(1.0), 0.28);
    if (mode == BOTH && abs(2.0 * p.x - float(shown)) * region.z < 3.0) colour = vec3(0.93, 0.94, 0.97);
    if (mode == TILE) {
        vec2 from_middle = abs(panel_position() / region.z - float(GROUP) / 2.0 + vec2(FIRST));
        if (any(greaterThan(from_middle, vec2(float(GROUP) / 2.0)))) colour *= 0.55; // the halo
        if (any(lessThan(fract(p) * region.z, vec2(1.0)))) colour *= 0.75;           // between pixels
    }
    pixel = vec4(colour, 1.0);
}
