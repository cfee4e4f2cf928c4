#version 430 core
// A ball: where the ray through the pixel meets it first.
#include "12_cloth/slots.h"
layout(location = VIEW) uniform mat4 view;
layout(location = PROJECTION) uniform mat4 projection;
layout(location = TO_LIGHT) uniform vec3 to_light;
layout(location = BALL) uniform vec4 ball;
layout(location = BALL_COLOUR) uniform vec3 colour;
in vec3 at;
layout(location = 0) out vec4 pixel;

#include "12_cloth/view/scene.glsl"

void main()
{
    vec3 middle = (view * vec4(ball.xyz, 1.0)).xyz, direction = normalize(at);
    float along = dot(middle, direction), gap = along * along - dot(middle, middle) + ball.w * ball.w;
    if (gap < 0.0) discard;
    vec3 hit = (along - sqrt(gap)) * direction, n_seen = (hit - middle) / ball.w;
    vec3 n = transpose(mat3(view)) * n_seen, place = ball.xyz + ball.w * n;
    vec4 clip = projection * vec4(hit, 1.0);
    gl_FragDepth = 0.5 + 0.5 * clip.z / clip.w;
    float facing = max(dot(n, to_light), 0.0), edge = 1.0 - max(dot(n_seen, -direction), 0.0);
    float lit = facing > 0.0 ? lamp_at(place, to_light, 0.01) : 0.0;
    vec3 half_way = normalize(to_light - transpose(mat3(view)) * direction);
    vec3 room = mix(vec3(0.08, 0.075, 0.08), vec3(0.34, 0.40, 0.50), 0.5 + 0.5 * n.y);
    vec3 light = colour * (room + vec3(1.9, 1.75, 1.5) * facing * lit) + 0.5 * lit * pow(max(dot(n, half_way), 0.0), 60.0);
    light += 0.25 * edge * edge * edge * vec3(0.34, 0.40, 0.50);
    pixel = vec4(pow(clamp(light / (1.0 + 0.28 * light), 0.0, 1.0), vec3(1.0 / 2.2)), 1.0);
}
