// What is around the water, in linear light: a sky with a sun, a floor of tiles, what stands in the water's way.
#include "water/pool/sun.glsl"
layout(binding = WATER_FLOOR_UNIT) uniform sampler2D floor_light;

const vec3 HORIZON = vec3(0.48, 0.71, 1.00), ZENITH = vec3(0.015, 0.120, 0.500);
const float FAR = 1e4; // m

vec3 sky(vec3 direction)
{
    float up = max(direction.y, 0.0), near = clamp(dot(direction, SUN), 0.0, 1.0);
    vec3 colour = mix(ZENITH, HORIZON, exp(-2.2 * up));
    float n2 = near * near, n4 = n2 * n2, n8 = n4 * n4, n32 = n8 * n8 * n8 * n8, n128 = n32 * n32 * n32 * n32;
    float n512 = n128 * n128 * n128 * n128;
    return colour + vec3(1.0, 0.86, 0.66) * (0.22 * n8 + 0.9 * n32 + 3.0 * n128 + 14.0 * n512);
}

/* ---- The obstacle ---- */

// From where to where a ray is inside; the second is the smaller if it never is.
vec2 inside_obstacle(vec3 from, vec3 direction)
{
    vec3 d = from - obstacle;
    if (obstacle_kind == WATER_SPHERE) {
        float half_b = dot(d, direction), root = half_b * half_b - dot(d, d) + radius * radius;
        return root > 0.0 ? vec2(-1.0, 1.0) * sqrt(root) - half_b : vec2(0.0, -1.0);
    }
    if (obstacle_kind != WATER_BOX) return vec2(0.0, -1.0);
    vec3 a = (-half_size - d) / direction, b = (half_size - d) / direction;
    vec3 first = min(a, b), last = max(a, b);
    return vec2(max(first.x, max(first.y, first.z)), min(last.x, min(last.y, last.z)));
}

vec3 obstacle_normal(vec3 place)
{
    vec3 d = place - obstacle;
    if (obstacle_kind == WATER_SPHERE) return d / radius;
    vec3 share = abs(d) / half_size;
    return sign(d) * step(vec3(max(share.x, max(share.y, share.z))), share);
}

/* ---- The floor ---- */

// How much of a square of the side `wide` around `x` are joints between tiles, which have a side of 1.
float joints(vec2 x, vec2 wide, float joint)
{
    vec2 a = x + 0.5 * wide, b = x - 0.5 * wide, n = vec2(1.0 / joint);
    vec2 line = (floor(a) + min(fract(a) * n, 1.0) - floor(b) - min(fract(b) * n, 1.0)) / (n * wide);
    return 1.0 - (1.0 - line.x) * (1.0 - line.y);
}

float tone_of(ivec2 tile)
{
    uint h = uint(tile.x) * 0x9e3779b1u ^ uint(tile.y) * 0x85ebca77u;
    h = (h ^ h >> 15) * 0x2c1b3c6du;
    return float((h ^ h >> 13) & 1023u) / 1023.0;
}

vec3 sunlight_at(vec3 place)
{
    vec2 solid = inside_obstacle(place, SUN), at = on_map(on_floor(place));
    vec2 off = max(abs(at - 0.5) - 0.5, 0.0);
    vec3 through = off == vec2(0.0) ? texture(floor_light, at).rgb : vec3(1.0);
    return SUNLIGHT * through * mix(0.06, 1.0, exp(-3.5 * max(solid.y - max(solid.x, 0.0), 0.0)));
}

// A block of wood; or a ball, red and white by turns of 45 degrees.
vec3 obstacle_paint(vec3 place)
{
    if (obstacle_kind != WATER_SPHERE) return vec3(0.62, 0.50, 0.38);
    vec2 d = place.xz - obstacle.xz;
    return d.x * d.y * (d.x + d.y) * (d.x - d.y) > 0.0 ? vec3(0.80, 0.13, 0.08) : vec3(0.80, 0.78, 0.74);
}

vec3 obstacle_colour(vec3 place)
{
    vec3 normal = obstacle_normal(place), light = max(dot(normal, SUN), 0.0) * sunlight_at(place + 0.002 * normal);
    return obstacle_paint(place) * (vec3(0.30, 0.34, 0.40) * (0.7 + 0.3 * normal.y) + 0.55 * light);
}

// A place of the floor, seen along `direction` from `away` metres off; `pixel` is a pixel's size at 1 m.
vec3 floor_colour(vec2 point, vec3 direction, float away, float pixel)
{
    const float side = 1.0;
    vec2 wide = away * pixel * (1.0 + abs(direction.xz) / max(-direction.y, 0.03)) / side, at = point / side;
    float blurred = clamp(1.2 * max(wide.x, wide.y), 0.0, 1.0), tone = mix(tone_of(ivec2(floor(at))), 0.5, blurred);
    vec3 tile = vec3(0.42, 0.405, 0.375) * (0.90 + 0.20 * tone), joint = vec3(0.24, 0.23, 0.22);
    vec3 colour = mix(tile, joint, joints(at, max(wide, 1e-4), 0.025));
    float off = length(point - 0.5 * box.xz) / (box.x + box.z);
    vec3 lit = colour * (vec3(0.20, 0.26, 0.34) + 0.64 * sunlight_at(vec3(point.x, 0.0, point.y)));
    return mix(HORIZON, lit, exp(-0.10 * off * off));
}

/* ---- All of it ---- */

// How far away the nearest of it is that is solid, from a place in a direction of length 1.
float way_to_solid(vec3 from, vec3 direction, out bool is_obstacle)
{
    float way = direction.y < -1e-3 ? max(from.y, 0.0) / -direction.y : FAR;
    vec2 solid = inside_obstacle(from, direction);
    float first = max(solid.x, 0.0);
    is_obstacle = solid.y > first && first < way;
    return is_obstacle ? first : way;
}

// What is seen there, without the water. The ray has come `away` metres before; `pixel` is a pixel's size at 1 m.
vec3 scene(vec3 from, vec3 direction, float away, float pixel, out float way)
{
    bool is_obstacle;
    way = way_to_solid(from, direction, is_obstacle);
    vec3 place = from + way * direction;
    if (is_obstacle) return obstacle_colour(place);
    return way < FAR ? floor_colour(place.xz, direction, away + way, pixel) : sky(direction);
}
