#version 430 core
// A floor in the light of the lamp, with the shadows on it, and the dark behind.
#include "12_cloth/cloth.glsl"
layout(location = VIEW) uniform mat4 view;
layout(location = PROJECTION) uniform mat4 projection;
layout(location = EYE) uniform vec3 eye;
layout(location = TO_LIGHT) uniform vec3 to_light;
layout(location = PICTURE_SIZE) uniform vec2 picture_size;
layout(location = 0) out vec4 pixel;

#include "12_cloth/view/scene.glsl"

vec3 direction_of(vec2 fragment)
{
    vec2 ndc = fragment / picture_size * 2.0 - 1.0;
    vec3 seen = vec3(ndc / vec2(projection[0][0], projection[1][1]), -1.0);
    return normalize(transpose(mat3(view)) * seen);
}

void main()
{
    vec3 direction = direction_of(gl_FragCoord.xy);
    vec3 dark = mix(vec3(0.030, 0.034, 0.044), vec3(0.010, 0.012, 0.017), clamp(0.5 + 1.2 * direction.y, 0.0, 1.0));
    vec3 colour = dark;
    float way = direction.y < -1e-4 ? (floor_height - eye.y) / direction.y : -1.0;
    if (way > 0.0) {
        vec3 place = eye + way * direction;
        float off = length(place.xz - vec2(0.15, -0.2));
        float pool = exp(-0.16 * off * off); // the lamp's cone
        float lit = lamp_at(place, to_light, 0.0);
        vec3 floor_colour = vec3(0.20, 0.185, 0.17) * (vec3(0.10, 0.11, 0.14) + vec3(1.5, 1.35, 1.15) * lit);
        colour = mix(dark, floor_colour, pool);
    }
    float grain = fract(52.9829189 * fract(dot(floor(gl_FragCoord.xy), vec2(0.06711056, 0.00583715)))) - 0.5;
    pixel = vec4(pow(colour, vec3(1.0 / 2.2)) + grain / 255.0, 1.0); // no bands in the dark
}
