// What is around the water: a floor with its shadow, and lamps above that it mirrors. Linear light.
#include "15_surface/slots.h"

layout(binding = SHADOW_UNIT) uniform sampler2D shadow; // metres of water that the lamp's light has come through
layout(location = ROOM_BOX) uniform vec3 box;
layout(location = LAMP) uniform mat4 lamp; // from space into the shadow map

const vec3 TO_LIGHT = vec3(-0.5603, 0.7685, 0.3090); // of length 1
const vec3 DARK = vec3(0.0022, 0.0027, 0.0040);

// A lamp as a photographer has it: a bright rectangle 1 m above everything, of soft edges.
float softbox(vec3 direction, vec2 middle, vec2 half_size)
{
    vec2 off = abs(direction.xz / max(direction.y, 1e-3) - middle);
    vec2 inside = 1.0 - smoothstep(half_size - 0.12, half_size + 0.12, off);
    return direction.y > 0.0 ? inside.x * inside.y : 0.0;
}

vec3 sky(vec3 direction)
{
    vec3 colour = mix(vec3(0.10, 0.15, 0.22), vec3(0.70, 0.95, 1.25), smoothstep(0.1, 0.9, direction.y));
    colour = mix(DARK, colour, smoothstep(0.0, 0.25, direction.y)); // as dark as the floor's end
    colour += vec3(16.0, 15.0, 13.0) * softbox(direction, TO_LIGHT.xz / TO_LIGHT.y, vec2(0.62, 0.34));
    return colour + vec3(2.2, 2.8, 3.6) * softbox(direction, vec2(1.7, -1.1), vec2(0.7, 1.4));
}

float water_above(vec3 point)
{
    vec2 at = (lamp * vec4(point, 1.0)).xy;
    float sum = 0.0;
    for (int y = -1; y <= 1; y++)
        for (int x = -1; x <= 1; x++) sum += texture(shadow, at + 2.0 * vec2(x, y) / vec2(textureSize(shadow, 0))).r;
    return max(sum / 9.0, 0.0);
}

// Lines of the floor's tiles, 1 m apart: what is bent behind water.
float tile_lines(vec2 point, float away)
{
    float width = 0.008 + 0.0016 * away;
    vec2 from_line = abs(fract(point + 0.5) - 0.5);
    vec2 line = 1.0 - smoothstep(vec2(0.0), vec2(width), from_line);
    return max(line.x, line.y);
}

vec3 floor_colour(vec3 point, float away)
{
    float off = length(point.xz - 0.5 * box.xz) / (0.5 * (box.x + box.z));
    vec3 light = mix(vec3(1.0), exp(-water_above(point) * vec3(1.6, 0.62, 0.36)), 0.85);
    vec3 colour = (vec3(0.026, 0.029, 0.035) + vec3(0.035, 0.040, 0.048) * tile_lines(point.xz, away)) * (0.25 + 0.95 * light);
    return mix(DARK, colour, exp(-0.62 * off * off));
}

// What is seen from a point in a direction of length 1, without the water. `away`: the point, from the eye.
vec3 room(vec3 from, vec3 direction, float away)
{
    float way = max(from.y, 0.0) / max(-direction.y, 1e-6);
    return direction.y < 0.0 ? floor_colour(from + way * direction, away + way) : sky(direction);
}
