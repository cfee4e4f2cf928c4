#version 430 core
// The water's surface: from the smoothed distances its normal, and from that what it mirrors, what is
// seen through it, and how much light gets lost on the way.
#include "09_sph/physics.glsl"
#include "09_sph/view/eye.glsl"
#include "09_sph/view/surroundings.glsl"
layout(binding = 1) uniform sampler2D distances; // smoothed; 0 where there is no water
layout(binding = 2) uniform sampler2D thickness; // metres of water, and of spray
layout(location = 0) out vec4 pixel;

const vec3 ABSORPTION = vec3(0.55, 0.13, 0.07); // 1/m: red goes first
const vec3 DEEP = vec3(0.020, 0.270, 0.370);    // what deep water scatters back
const float INDEX = 1.33;
const float EDGE_SPACE = 4.0; // in margins

// Where the surface is at a pixel, seen from the eye.
vec3 place_at(ivec2 p)
{
    float distance = texelFetch(distances, clamp(p, ivec2(0), textureSize(distances, 0) - 1), 0).r;
    vec2 ndc = (vec2(p) + 0.5) / picture_size * 2.0 - 1.0;
    return distance * vec3(ndc.x / projection[0][0], ndc.y / projection[1][1], -1.0);
}

// The shorter of the ways to both sides, so that it stays on one side of an edge.
vec3 slope(ivec2 p, ivec2 step, vec3 here)
{
    vec3 forwards = place_at(p + step) - here, backwards = here - place_at(p - step);
    return abs(forwards.z) < abs(backwards.z) ? forwards : backwards;
}

void main()
{
    ivec2 p = ivec2(gl_FragCoord.xy);
    vec3 seen = place_at(p);
    if (seen.z == 0.0) discard;
    vec3 normal = normalize(cross(slope(p, ivec2(1, 0), seen), slope(p, ivec2(0, 1), seen)));
    mat3 to_world = transpose(mat3(view));
    normal = to_world * normal;
    vec3 direction = normalize(to_world * seen), place = eye + to_world * seen;
    if (dot(normal, direction) > 0.0) normal = -normal;

    vec2 water = texture(thickness, gl_FragCoord.xy / picture_size).rg;
    vec3 inwards = refract(direction, normal, 1.0 / INDEX);
    // It leaves the water somewhere behind, roughly as thick as it is along the view, and not below the floor.
    float way = min(water.r, place.y / max(-inwards.y, 1e-3));
    vec3 behind = surroundings(place + way * inwards, normalize(mix(inwards, direction, 0.5)));
    vec3 passed = exp(-water.r * ABSORPTION);
    vec3 through = behind * passed + DEEP * (1.0 - exp(-0.8 * water.r)) * (0.50 + 0.70 * max(dot(normal, TO_LIGHT), 0.0));

    float facing = max(-dot(normal, direction), 0.0);
    float fresnel = 0.02 + 0.98 * pow(1.0 - facing, 5.0);
    vec3 mirrored = dusk(reflect(direction, normal));
    vec3 half_way = normalize(TO_LIGHT - direction);
    float gleam = pow(max(dot(normal, half_way), 0.0), 180.0);
    vec3 colour = mix(through, mirrored, fresnel) + 0.9 * gleam;

    float light = 0.68 + 0.32 * max(dot(normal, TO_LIGHT), 0.0);
    float spray = clamp(2.0 * water.g / (0.02 + water.r), 0.0, 0.9) * (1.0 - exp(-7.0 * water.r));
    pixel = vec4(mix(colour, vec3(0.92, 0.97, 1.0) * light, spray), 1.0);
    // Behind the box's edges, out of which the spheres bulge a little.
    vec4 clip = projection * vec4(seen + EDGE_SPACE * margin * normalize(seen), 1.0);
    gl_FragDepth = 0.5 * clip.z / clip.w + 0.5;
}
