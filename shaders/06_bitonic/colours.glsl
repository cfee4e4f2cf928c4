// A key as a colour: from deep blue through green and sand to red, by its place between the smallest
// and the largest.
#include "06_bitonic/slots.h"

layout(location = PICTURE_HEIGHT) uniform float picture_height;
layout(location = COUNT) uniform uint count;
layout(location = RANGE) uniform uvec2 range; // the smallest and the largest key, as order_of()
layout(location = TYPE) uniform int type;

#include "06_bitonic/order.glsl"

const vec3 BACKGROUND = vec3(0.055, 0.06, 0.075);

float place_between(uint order)
{
    return order <= range.x ? 0.0 : min(float(order - range.x) / float(max(range.y - range.x, 1u)), 1.0);
}

vec3 place_colour(float place)
{
    const vec3 stops[6] = vec3[](vec3(0.17, 0.20, 0.42), vec3(0.20, 0.42, 0.66), vec3(0.27, 0.66, 0.64),
                                 vec3(0.62, 0.80, 0.52), vec3(0.96, 0.78, 0.42), vec3(0.87, 0.38, 0.36));
    float x = clamp(place * 5.0, 0.0, 4.999);
    int i = int(x);
    return mix(stops[i], stops[i + 1], fract(x));
}

// The pixel's middle, origin top left.
vec2 pixel_position() { return vec2(gl_FragCoord.x, picture_height - gl_FragCoord.y); }
