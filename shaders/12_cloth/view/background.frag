#version 430 core
// A floor in the light of the lamp, with the shadows on it, and the wall behind.
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

// A studio: a pale floor that turns into a pale wall, brightest where the lamp points. Tiles give it a scale: their joints are
// 0.5 m apart, and fade before they are finer than a pixel.
vec3 floor_colour(vec3 place, float away)
{
    vec2 at = place.xz / 0.5, wide = vec2(0.012 + 0.0035 * away), from_joint = 0.5 - abs(fract(at) - 0.5);
    vec2 joints = (1.0 - smoothstep(0.4 * wide, wide, from_joint)) * clamp(1.3 - 0.16 * away, 0.0, 1.0);
    return mix(vec3(0.46, 0.42, 0.37), vec3(0.26, 0.23, 0.20), max(joints.x, joints.y));
}

void main()
{
    vec3 direction = direction_of(gl_FragCoord.xy);
    vec3 wall = mix(vec3(0.42, 0.46, 0.50), vec3(0.16, 0.21, 0.28), smoothstep(-0.05, 0.42, direction.y));
    vec3 colour = wall;
    float way = direction.y < -1e-4 ? (floor_height - eye.y) / direction.y : -1.0;
    if (way > 0.0) {
        vec3 place = eye + way * direction;
        float off = length(place.xz - vec2(0.4, -0.3)), lit = lamp_at(place, to_light, 0.0);
        vec3 light = vec3(0.34, 0.37, 0.43) + vec3(1.30, 1.16, 0.98) * lit * exp(-0.035 * off * off);
        colour = mix(wall, floor_colour(place, way) * light, exp(-0.012 * off * off));
    }
    float grain = fract(52.9829189 * fract(dot(floor(gl_FragCoord.xy), vec2(0.06711056, 0.00583715)))) - 0.5;
    pixel = vec4(pow(colour, vec3(1.0 / 2.2)) + grain / 255.0, 1.0); // no bands in the wall
}
