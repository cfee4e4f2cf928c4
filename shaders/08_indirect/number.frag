#version 430 core
// How many are alive, written by the GPU: the count never comes to the CPU. Each digit is a picture of
// 3 x 5 squares, and a row of eight digits has a gap before every third.
#include "08_indirect/slots.h"
#include "08_indirect/commands.glsl"

layout(std430, binding = COMMANDS) restrict readonly buffer Now { Commands now; };
layout(location = AREA) uniform vec4 area;      // corner and size in pixels, origin bottom left
layout(location = SQUARE) uniform float square; // pixels
layout(location = 0) out vec4 pixel;

const uint DIGITS[10] = uint[](0x7B6Fu, 0x2C97u, 0x73E7u, 0x73CFu, 0x5BC9u, 0x79CFu, 0x79EFu, 0x7249u, 0x7BEFu,
                               0x7BCFu);

void main()
{
    // From the right: columns of squares, the digit they belong to, and the column within it.
    ivec2 at = ivec2(vec2(area.x + area.z - gl_FragCoord.x, area.y + area.w - gl_FragCoord.y) / square);
    int three = at.x / 14, within = at.x % 14, digit = 3 * three + within / 4, column = within % 4;
    uint power = 1u;
    for (int i = 0; i < digit; i++) power *= 10u;
    bool shown = within < 12 && column > 0 && at.y < 5 && digit < 8 && (now.living >= power || digit == 0);
    if (!shown) discard;
    uint squares = DIGITS[now.living / power % 10u];
    if ((squares >> (14 - at.y * 3 - (3 - column)) & 1u) == 0u) discard;
    pixel = vec4(1.00, 0.82, 0.50, 1.0);
}
