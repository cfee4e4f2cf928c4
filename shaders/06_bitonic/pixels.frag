#version 430 core
// The picture of many keys: two squares, before and after, whose pixels are keys, line by line. Where
// there are more keys than pixels, each pixel shows one of many.
#include "06_bitonic/slots.h"

layout(std430, binding = KEYS) restrict readonly buffer Keys { uint keys[]; };
layout(std430, binding = GIVEN) restrict readonly buffer Given { uint given[]; };
layout(location = BEFORE_AREA) uniform vec3 before_area; // x, y and side, in pixels
layout(location = AFTER_AREA) uniform vec3 after_area;
layout(location = SIDE) uniform uint side; // in cells
layout(location = GIVEN_TYPE) uniform int given_type;
layout(location = 0) out vec4 pixel;

#include "06_bitonic/colours.glsl"

void main()
{
    vec2 p = pixel_position();
    bool is_after = p.x >= after_area.x;
    vec3 area = is_after ? after_area : before_area;
    vec2 at = (p - area.xy) / area.z;
    pixel = vec4(BACKGROUND, 1.0);
    if (any(lessThan(at, vec2(0.0))) || any(greaterThanEqual(at, vec2(1.0)))) return;

    uvec2 cell = uvec2(at * float(side));
    uint place = cell.y * side + cell.x, cells = side * side;
    if (count > cells) place = uint(float(place) / float(cells) * float(count));
    if (place >= count) return;
    uint order = is_after ? order_of(keys[place], type) : order_of(given[place], given_type);
    pixel = vec4(place_colour(place_between(order)), 1.0);
}
