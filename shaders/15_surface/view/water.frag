#version 430 core
// Water: what it mirrors, what is seen through it, and how much light gets lost on the way.
#include "draw/mesh.glsl"
#include "15_surface/slots.h"
#include "15_surface/view/room.glsl"
layout(binding = THICKNESS_UNIT) uniform sampler2D thickness; // metres of water along the view
layout(location = PICTURE_SIZE) uniform vec2 layer_size;
layout(location = 0) out vec4 pixel;

const vec3 ABSORPTION = vec3(0.80, 0.185, 0.090); // 1/m: red goes first
const vec3 DEEP = vec3(0.003, 0.120, 0.240);      // what deep water scatters back
const float INDEX = 1.33;

void main()
{
    vec3 n = normalize(normal), direction = normalize(place - eye);
    float facing = max(-dot(n, direction), 0.0), away = distance(place, eye);
    float water = max(texture(thickness, gl_FragCoord.xy / layer_size).r, 0.0);

    // Down to the floor, or out on the other side, where the ray is bent back.
    vec3 inwards = refract(direction, n, 1.0 / INDEX);
    float to_floor = inwards.y < -1e-4 ? max(place.y, 0.0) / -inwards.y : 1e4;
    vec3 behind = to_floor < water ? room(place, inwards, away) : room(place + water * inwards, direction, away);
    water = min(water, to_floor);

    vec3 lost = exp(-water * ABSORPTION);
    float light = 0.5 + 0.5 * dot(n, TO_LIGHT);
    vec3 through = behind * lost + DEEP * (1.0 - exp(-0.8 * water)) * (0.40 + 1.15 * light * light);
    float fresnel = 0.03 + 0.97 * pow(1.0 - facing, 5.0);
    vec3 mirrored = room(place, reflect(direction, n), away);
    pixel = vec4(to_srgb(1.15 * mix(through, mirrored, fresnel)), 1.0);
}
