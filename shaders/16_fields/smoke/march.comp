#version 430 core
// What the smoke adds to each ray from the eye, and what it leaves of what is behind: from the front to the back, a sample for every
// texel of the way.
// Limit: two fetches a sample of eight texels each, or three where there are flames.
#include "16_fields/smoke/slots.h"
layout(local_size_x = PICTURE_GROUP, local_size_y = PICTURE_GROUP) in;

layout(rgba16f, binding = STORED) restrict writeonly uniform image2D rays; // light, and what it leaves
layout(binding = LIGHT) uniform sampler3D light;
layout(binding = BLOCKS) uniform sampler3D blocks;
layout(location = RAY_PIXELS) uniform float ray_pixels; // each way, that share a ray

#include "16_fields/smoke/space.glsl"
#include "16_fields/smoke/flame.glsl"
#include "16_fields/smoke/eye.glsl"
#include "16_fields/smoke/studio.glsl"

const float OPAQUE = 0.01, LEAST = 1e-3, FINER = 0.4;

// From where to where the ray is in the box, in front of what is solid.
vec2 way_in_box(vec3 direction)
{
    vec3 low = vec3(-0.5, 0.0, -0.5) * box(), high = low + box();
    vec3 a = (low - eye) / direction, b = (high - eye) / direction, first = min(a, b), last = max(a, b);
    return vec2(max(max(first.x, max(first.y, first.z)), 0.0), min(min(last.x, min(last.y, last.z)), way_to_ball(direction)));
}

// [sample]
// What smoke sends to the eye, where no light gets through it any more: what it scatters of the lamp's light and of what comes from
// everywhere, and what it shines with by itself. Where some gets through, it sends as much less as it takes less (Kirchhoff's law).
vec3 shining(vec3 place, vec3 at, float towards_light)
{
    vec2 feet = (foot_of(place) - feet_low()) / feet_size();
    vec2 lit = textureLod(light, vec3(feet.x, at.y, feet.y), 0.0).xy;
    vec3 sent = ALBEDO * (SUNLIGHT * towards_light * lit.x * beside_shadow(place) + ambient(lit.x, at.y) + GLOW * lit.y);
    float hot = kelvin > 0.0 ? kelvin_at(at) : 0.0;
    return hot < COLDEST ? sent : sent + FLAME * blackbody(hot);
}
// [/sample]

// [march]
// `begins`: where in its first step.
vec4 marched(vec3 direction, float begins)
{
    float towards_light = towards(dot(direction, to_light));
    vec2 way = way_in_box(direction);
    vec3 size = box(), side = vec3(BLOCK) * texel(), ahead = vec3(greaterThan(direction, vec3(0.0)));
    vec4 sum = vec4(0.0, 0.0, 0.0, 1.0);
    float away = way.x + begins * texel();
    while (away < way.y && sum.a > OPAQUE) {
        vec3 place = eye + away * direction;
        ivec3 block = clamp(ivec3((place + vec3(0.5, 0.0, 0.5) * size) / side), ivec3(0), textureSize(blocks, 0) - 1);
        vec3 ways = ((vec3(block) + ahead) * side - vec3(0.5, 0.0, 0.5) * size - eye) / direction;
        float leaves = min(min(ways.x, way.y), min(ways.y, ways.z));
        vec2 found = texelFetch(blocks, block, 0).xy;
        float step = found.y > 0.0 ? FINER * texel() : texel(); // flames change faster than smoke does
        if (found.x < LEAST) {
            away += step * max(ceil((leaves - away) / step), 1.0);
            continue;
        }
        do {
            vec3 at = in_box(place);
            float density = density_at(at);
            if (density > 0.0) {
                float leaves_light = exp(-absorption * density * step);
                vec3 sent = shining(place, at, towards_light);
                sum.rgb += sum.a * (1.0 - leaves_light) * sent;
                sum.a *= leaves_light;
            }
            away += step;
            place = eye + away * direction;
        } while (away < leaves && sum.a > OPAQUE);
    }
    return sum;
}
// [/march]

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(p, imageSize(rays)))) return;
    vec3 direction = ray_through((vec2(p) + 0.5) * ray_pixels);
    imageStore(rays, p, marched(direction, dither(vec2(p))));
}
