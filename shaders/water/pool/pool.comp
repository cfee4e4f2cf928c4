#version 430 core
// The picture: what is around the water, seen through it where it is, the way light goes. A ray is bent where it enters,
// loses light on its way, is bent again where it leaves, or is mirrored there if it meets the surface too flat.
#include "water/physics.glsl"
#include "water/pool/eye.glsl"
#include "water/pool/depth.glsl"
#include "water/pool/scene.glsl"
#include "water/pool/glass.glsl"

layout(local_size_x = WATER_TILE, local_size_y = WATER_TILE) in;

layout(binding = WATER_FRONT_UNIT) uniform sampler2D front_normal;
layout(binding = WATER_FRONT_DEPTH_UNIT) uniform sampler2D front_depth;
layout(binding = WATER_BACK_UNIT) uniform sampler2D back_normal;
layout(binding = WATER_BACK_DEPTH_UNIT) uniform sampler2D back_depth;
layout(binding = WATER_WAY_UNIT) uniform sampler2D ways;
layout(binding = WATER_IMAGE, rgba8) restrict writeonly uniform image2D picture;

const vec3 DEEP = vec3(0.002, 0.060, 0.170); // what deep water scatters back
const vec3 INNER = vec3(0.35, 0.62, 0.75);   // about what comes from somewhere in it

const float CUT_FACE = 0.3; // so much of that has the plane of a cut, so that it is seen

const float AS_GOOD_AS = 0.6; // this share of the way to a wall, if how far it is in water is a guess

const float FILM = 0.01; // m: thinner water is not there

// From a place in the box to its walls.
float way_to_wall(vec3 from, vec3 direction)
{
    vec3 ways = (mix(vec3(0.0), box, greaterThan(direction, vec3(0.0))) - from) / direction;
    return min(ways.x, min(ways.y, ways.z));
}

// Light of the sky and of the sun that water scatters on a way.
vec3 scattered(float way) { return DEEP * (1.0 - exp(-0.28 * way)); }

// A ray on its way from the eye: where it comes from last, how far it has come, how much of that in water, what share
// of the light that comes against it gets through the surface that it entered by; and what share of that is mirrored
// where it leaves, and has come from somewhere in the water.
struct Ray {
    vec3 from, direction;
    float away, in_water, share, inner;
    bool ends_in_water;
};

// What becomes of a ray that has been bent at the surface, to the direction of `ray`. Along `seen`, where it came from,
// the first water ends after `first` metres, with the normal `back`; `more` metres of water are behind that. Without a mesh
// that is a guess.
void cross_water(inout Ray ray, vec3 seen, float first, vec3 back, float more, bool is_guess)
{
    vec3 wall = wall_at(ray.from + first * seen);
    float to_wall = way_to_wall(ray.from, ray.direction);
    float way = wall != vec3(0.0) || (is_guess && first > AS_GOOD_AS * to_wall) ? to_wall : min(first, to_wall);
    vec3 leaves = ray.from + way * ray.direction;
    wall = wall_at(leaves);
    vec2 solid = inside_obstacle(ray.from, ray.direction);
    float to_solid = solid.y > max(solid.x, 0.0) ? max(solid.x, 0.0) : FAR;
    ray.ends_in_water = to_solid < way + 0.1 || wall.y < 0.0; // at the obstacle, or on the floor
    if (ray.ends_in_water) return;
    vec3 normal = wall != vec3(0.0) && !is_guess ? wall : back != vec3(0.0) ? back : ray.direction;
    vec3 outside = refract(ray.direction, -normal, INDEX);
    ray.away += way;
    ray.in_water = (is_guess ? min(way, first) : way) + more;
    if (outside == vec3(0.0)) { // all of it is mirrored, and goes on in the water
        ray.from = clamp(leaves, vec3(0.0), box);
        ray.direction = reflect(ray.direction, normal);
        ray.in_water += min(way_to_wall(ray.from, ray.direction), 6.0);
    } else {
        ray.from = leaves;
        ray.direction = outside;
        ray.inner = mirrored_share(dot(outside, normal));
    }
}

// If the ray comes through the plane of a cut, and into the water there: how far that is. Else 0.
float way_to_cut(vec3 direction, float seen_from_inside)
{
    float way = (cut - eye.z) / direction.z;
    vec3 at = eye + way * direction, off = abs(at / box - 0.5);
    return seen_from_inside < 0.0 && eye.z > cut && way > 0.0 && max(off.x, off.y) < 0.5 ? way : 0.0;
}

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(p, imageSize(picture)))) return;
    vec2 middle = vec2(p) + 0.5;
    vec3 seen = along_view(middle), mirrored = vec3(0.0);
    float per_metre = length(seen), unused, way;
    vec3 direction = seen / per_metre;
    Ray ray = Ray(eye, direction, 0.0, 0.0, 1.0, 0.0, false);

    float depth = texelFetch(front_depth, p, 0).r, front = distance_of(depth) * per_metre;
    float end = texelFetch(back_depth, p, 0).r, total = texture(ways, middle / picture_size).r;
    float leaves = end < 1.0 ? distance_of(end) * per_metre : front + total;
    vec4 normal = texelFetch(front_normal, p, 0);
    vec3 back = end < 1.0 ? texelFetch(back_normal, p, 0).xyz : vec3(0.0);
    float at_cut = way_to_cut(direction, normal.w);
    if (at_cut > 0.0) { // the nearest face is where the ray leaves the water
        leaves = front;
        back = normal.xyz;
        front = at_cut;
        total -= at_cut;
        normal.xyz = vec3(0.0, 0.0, 1.0);
    }
    bool unused_kind, is_wet = depth < 1.0 && front < way_to_solid(eye, direction, unused_kind) + 0.01 && total > FILM;
    if (is_wet) {
        float first = max(leaves - front, 0.0), share = mirrored_share(max(-dot(normal.xyz, direction), 0.0));
        ray = Ray(eye + front * direction, refract(direction, normal.xyz, 1.0 / INDEX), front, 0.0, 1.0 - share, 0.0, false);
        vec3 up = reflect(direction, normal.xyz);
        mirrored = share * min(up.y > 0.0 ? sky(up) : scene(ray.from, up, front, pixel(), unused), vec3(12.0));
        cross_water(ray, direction, first, back, max(total - first, 0.0), normal.w == WATER_NO_MESH);
    }
    vec3 light = scene(ray.from, ray.direction, ray.away, pixel(), way);
    if (ray.ends_in_water) ray.in_water = normal.w == WATER_NO_MESH ? min(way, total) : way;
    light = mix(light, INNER, max(ray.inner, is_wet && at_cut > 0.0 ? CUT_FACE : 0.0));
    light = ray.share * (light * exp(-ray.in_water * ABSORPTION) + scattered(ray.in_water)) + mirrored;
    vec3 colour = toned(through_glass(light, direction, is_wet ? front : way, is_wet));
    imageStore(picture, p, vec4(colour, 1.0));
}
