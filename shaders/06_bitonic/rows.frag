#version 430 core
// The picture of few keys: a row of cells after every pass, the exchanges of one pass, and the keys
// after that pass as bars. All areas are x, y, width and height in pixels.
#include "06_bitonic/slots.h"

layout(std430, binding = KEYS) restrict readonly buffer Keys { uint keys[]; };          // after the last pass
layout(std430, binding = HISTORY) restrict readonly buffer History { uint history[]; }; // after all others
layout(location = ROWS_AREA) uniform vec4 rows_area;
layout(location = EXCHANGE_AREA) uniform vec4 exchange_area;
layout(location = BARS_AREA) uniform vec4 bars_area;
layout(location = PASSES) uniform int passes;
layout(location = SHOWN) uniform int shown; // this pass, from 1; 0: before the first
layout(location = J) uniform uint j;        // how far its partners are apart; 0: it is not of the network
layout(location = HISTORY_TYPE) uniform int history_type;
layout(location = MIRRORED) uniform uint mirrored; // or partners are mirrored in runs of that many; 0: they are not
layout(location = KNOWN) uniform int known; // passes whose rows are there: fewer in the middle of a sort
layout(location = DIGIT_BITS) uniform int digit_bits; // of a pass of the radix sort; 0: it is none
layout(location = 0) out vec4 pixel;

#include "06_bitonic/colours.glsl"

uint key_at(int pass, uint i)
{
    if (pass == passes && pass > 0) return order_of(keys[i], type);
    return order_of(history[uint(pass) * count + i], history_type);
}

bool is_inside(vec2 p, vec4 area)
{
    return all(greaterThanEqual(p, area.xy)) && all(lessThan(p, area.xy + area.zw));
}

// The colour of a key: by its place among all, or by the digit by which that pass sorts, from 1.
vec3 key_colour(uint key, int pass)
{
    if (digit_bits == 0) return place_colour(place_between(key));
    uint digit = key >> uint((clamp(pass, 1, passes) - 1) * digit_bits) & (1u << uint(digit_bits)) - 1u;
    return place_colour(float(digit) / float((1 << digit_bits) - 1));
}

// Of the radix sort a row shows two digits: above the one by which it has been sorted last, below the one
// by which it is sorted next.
vec3 cell_colour(vec2 p)
{
    vec2 at = (p - rows_area.xy) / rows_area.zw;
    int pass = min(int(at.y * float(passes + 1)), passes);
    if (pass > known) return BACKGROUND * 1.4;
    float down = at.y * float(passes + 1) - float(pass);
    vec3 colour = key_colour(key_at(pass, uint(at.x * float(count))), down < 0.5 && pass > 0 ? pass : pass + 1);
    if (digit_bits > 0 && abs(down * rows_area.w / float(passes + 1)) < 3.0) colour = BACKGROUND;
    return pass <= shown ? colour : mix(BACKGROUND, colour, 0.16); // what is still to come
}

// How much of the pixel at `x` (in keys) a line covers whose middle is at `line`. `wide` is half the
// line's width in pixels.
float coverage(float x, float line, float wide)
{
    float pixels = abs(x - line) * exchange_area.z / float(count);
    return clamp(wide + 0.5 - pixels, 0.0, 1.0);
}

// The place from which the one line of mirrored partners comes that may run through here.
float mirrored_start(float x, float down)
{
    float run = float(mirrored), first = floor(x / run) * run, slower = 1.0 - 2.0 * down;
    if (abs(slower) < 1e-3) slower = 1e-3; // in the middle all lines of a run meet
    return first + clamp(floor((x - first - 0.5 - down * (run - 1.0)) / slower + 0.5), 0.0, run - 1.0);
}

// Lines from where a key was before the pass to where it is after it. At most three can run through a
// pixel: of a key that stayed, of one on its way to the right, and of one to the left.
vec3 exchange_colour(vec2 p)
{
    float keys_a_pixel = float(count) / exchange_area.z, middle = 0.5;
    float x = (p.x - exchange_area.x) * keys_a_pixel, down = (p.y - exchange_area.y) / exchange_area.w;
    float wide = clamp(0.35 / keys_a_pixel, 0.5, 4.0);
    vec3 colour = BACKGROUND;
    for (int way = 0; way < (mirrored > 0u ? 2 : 3); way++) {
        float far = way == 0 ? 0.0 : way == 1 ? float(j) : -float(j);
        float start = floor(x - down * far);
        if (way > 0 && mirrored > 0u) {
            start = mirrored_start(x, down);
            far = float(mirrored) - 1.0 - 2.0 * mod(start, float(mirrored));
        }
        if (start < 0.0 || start >= float(count)) continue;
        uint i = uint(start);
        uint before = key_at(shown - 1, i);
        bool stayed = before == key_at(shown, i);
        if (stayed != (way == 0) || (way > 0 && mirrored == 0u && ((i & j) == 0u) != (way == 1))) continue;
        float slope = far / keys_a_pixel / exchange_area.w; // pixels to the side for each one down
        float share = coverage(x, start + middle + down * far, wide * sqrt(1.0 + slope * slope));
        colour = mix(colour, place_colour(place_between(before)), share * (way == 0 ? 0.3 : 1.0));
    }
    return colour;
}

vec3 bar_colour(vec2 p)
{
    vec2 at = (p - bars_area.xy) / bars_area.zw;
    float x = at.x * float(count), wide = bars_area.z / float(count);
    uint key = key_at(shown, uint(x));
    float place = place_between(key);
    bool is_gap = wide >= 4.0 && fract(x) * wide >= wide - 1.0;
    float tall = max(place * bars_area.w, 2.0);
    return bars_area.w * (1.0 - at.y) > tall || is_gap ? BACKGROUND : key_colour(key, shown);
}

void main()
{
    vec2 p = pixel_position();
    vec3 colour = BACKGROUND;
    if (is_inside(p, rows_area)) colour = cell_colour(p);
    if (is_inside(p, exchange_area) && j > 0u && shown > 0) colour = exchange_colour(p);
    if (is_inside(p, bars_area)) colour = bar_colour(p);
    pixel = vec4(colour, 1.0);
}
