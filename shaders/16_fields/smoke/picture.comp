#version 430 core
// The picture: the floor, the ball, what is behind them, and over it all the smoke; then as film would take it.
// Limit: a few fetches a pixel.
#include "16_fields/smoke/slots.h"
layout(local_size_x = PICTURE_GROUP, local_size_y = PICTURE_GROUP) in;

layout(rgba8, binding = STORED) restrict writeonly uniform image2D picture;
layout(binding = LIGHT) uniform sampler3D light;
layout(binding = RAYS) uniform sampler2D rays;
layout(location = RAY_PIXELS) uniform float ray_pixels; // each way, that share a ray

#include "16_fields/smoke/space.glsl"
#include "16_fields/smoke/eye.glsl"
#include "16_fields/smoke/studio.glsl"
#include "16_fields/smoke/lamps.glsl"
#include "water/pool/tone.glsl"

const vec3 FLOOR_COLOUR = vec3(0.060, 0.062, 0.067), BALL_COLOUR = vec3(0.36, 0.35, 0.34);

// What arrives of the lamp's light behind the smoke.
float through_smoke(vec3 place)
{
    vec2 feet = (foot_of(place) - feet_low()) / feet_size();
    bool is_beside = any(greaterThan(abs(feet - 0.5), vec2(0.5))) || place.y > box().y;
    return is_beside ? 1.0 : textureLod(light, vec3(feet.x, place.y / box().y, feet.y), 0.0).x;
}

// The light that a place on a surface sends on, if that is white.
vec3 lit(vec3 place, vec3 normal)
{
    float sun = max(dot(normal, to_light), 0.0) * through_smoke(place) * (normal.y == 1.0 ? beside_shadow(place) : 1.0);
    vec3 sum = SUNLIGHT * sun + SKY * (0.6 + 0.4 * normal.y);
    for (int i = 0; i < LAMP_COUNT; i++) {
        vec3 d = lamps[i].xyz - place;
        float square = dot(d, d) + 0.01;
        sum += FLAMELIGHT * lamps[i].w * max(dot(d, normal), 0.0) / (square * sqrt(square));
    }
    return sum;
}

// What is seen without the smoke: what is behind all, over it the floor, and over that the ball, which has a `share` of a pixel at
// its edge. A loop, because one of the two is enough for nearly every pixel: a software driver leaves out no branch of an `if`.
vec3 behind_smoke(vec3 direction, float share)
{
    vec3 sum = backdrop(length(cross(direction, vec3(0.0, 0.8, 0.0) - eye)));
    float to_ball = way_to_ball(direction);
    vec3 seen = to_ball < FAR ? to_ball * direction : ball.xyz - eye - ball.w * normalize(ball.xyz - eye);
    for (int what = share < 1.0 && direction.y < 0.0 ? 0 : 1; what <= (share > 0.0 ? 1 : 0); what++) {
        bool is_ball = what == 1;
        vec3 place = eye + (is_ball ? seen : way_to_floor(direction) * direction);
        vec3 normal = is_ball ? (place - ball.xyz) / ball.w : vec3(0.0, 1.0, 0.0);
        vec3 colour = (is_ball ? BALL_COLOUR : FLOOR_COLOUR) * lit(place, normal);
        sum = mix(sum, colour, is_ball ? share : exp(-0.45 * dot(place.xz, place.xz)));
    }
    return sum;
}

// At the ball's edge only those of the four rays around the pixel that end where its own does, on the ball or beside it.
vec4 smoke_in_front(vec2 at, vec3 direction, bool is_edge)
{
    vec2 part = fract(at);
    bool ends = way_to_ball(direction) < FAR;
    vec4 sum = vec4(0.0);
    float weights = 0.0;
    for (int i = 0; i < (is_edge ? 4 : 0); i++) {
        ivec2 corner = ivec2(i & 1, i >> 1), p = clamp(ivec2(floor(at)) + corner, ivec2(0), textureSize(rays, 0) - 1);
        vec2 share = mix(1.0 - part, part, vec2(corner));
        bool also = way_to_ball(ray_through((vec2(p) + 0.5) * ray_pixels)) < FAR;
        float weight = share.x * share.y * (also == ends ? 1.0 : 1e-3) + 1e-6;
        sum += weight * texelFetch(rays, p, 0);
        weights += weight;
    }
    return is_edge ? sum / weights : textureLod(rays, (at + 0.5) / vec2(textureSize(rays, 0)), 0.0);
}

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(p, imageSize(picture)))) return;
    vec2 middle = vec2(p) + 0.5;
    vec3 direction = ray_through(middle);
    vec2 beside = beside_ball(eye, direction);
    float pixel = 2.0 * beside.y / (projection[1][1] * picture_size.y), inside = (ball.w - beside.x) / pixel; // in pixels
    bool is_edge = ball.w > 0.0 && beside.y > 0.0 && abs(inside) < 2.0 * ray_pixels;
    vec4 smoke_here = smoke_in_front(middle / ray_pixels - 0.5, direction, is_edge);
    float share = ball.w > 0.0 && beside.y > 0.0 ? clamp(0.5 + inside, 0.0, 1.0) : 0.0;
    vec3 colour = toned(smoke_here.rgb + smoke_here.a * behind_smoke(direction, share));
    float grain = (dither(vec2(p)) - 0.5) / 255.0; // where colours change slowly, between two of the screen's
    imageStore(picture, p, vec4(colour + grain, 1.0));
}
