#version 430 core
// The picture with particles in place of water: each in the colour of what is shown of it.
#include "water/physics.glsl"
#include "water/pool/eye.glsl"
#include "water/pool/depth.glsl"
#include "water/pool/scene.glsl"
#include "water/pool/glass.glsl"
#include "water/pool/scale.glsl"

layout(local_size_x = WATER_TILE, local_size_y = WATER_TILE) in;

layout(binding = WATER_FRONT_UNIT) uniform sampler2D balls; // of ball.frag
layout(binding = WATER_FRONT_DEPTH_UNIT) uniform sampler2D ball_depth;
layout(binding = WATER_IMAGE, rgba8) restrict writeonly uniform image2D picture;

vec3 paint(float share, int kind)
{
    if (kind == WATER_BY_SCALE) return scale_colour(share);
    if (kind == WATER_THE_PICKED) return vec3(1.6);
    if (kind == WATER_NEIGHBOUR) return vec3(1.6, 0.45, 0.05);
    return kind == WATER_PLAIN ? vec3(0.10, 0.50, 0.95) : vec3(0.10, 0.16, 0.22);
}

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(p, imageSize(picture)))) return;
    vec3 seen = along_view(vec2(p) + 0.5);
    float per_metre = length(seen), way;
    vec3 direction = seen / per_metre, light = scene(eye, direction, 0.0, pixel(), way);
    float depth = texelFetch(ball_depth, p, 0).r, at = distance_of(depth) * per_metre;
    if (depth < 1.0 && at < way) {
        vec4 ball = texelFetch(balls, p, 0);
        vec3 normal = transpose(mat3(view)) * vec3(ball.xy, sqrt(max(1.0 - dot(ball.xy, ball.xy), 0.0)));
        light = paint(ball.z, int(ball.w)) * (0.40 + 0.15 * normal.y + 0.70 * max(dot(normal, SUN), 0.0));
        way = at;
    }
    imageStore(picture, p, vec4(toned(through_glass(light, direction, way, false)), 1.0));
}
