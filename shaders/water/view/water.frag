#version 430 core
// The water: what its surface mirrors, what is seen through it, and how much light gets lost on the way.
#include "water/physics.glsl"
#include "water/view/eye.glsl"
#include "water/view/depth.glsl"
#include "water/view/surroundings.glsl"
#include "water/view/surface.glsl"
layout(binding = WATER_NORMALS_UNIT) uniform sampler2D normals;     // of length 1, in the world
layout(binding = WATER_THICKNESS_UNIT) uniform sampler2D thickness; // metres of water along the view
layout(location = 0) out vec4 pixel;

const vec3 ABSORPTION = vec3(0.50, 0.105, 0.055); // 1/m: red goes first
const vec3 DEEP = vec3(0.020, 0.260, 0.360);      // what deep water scatters back
const float INDEX = 1.33;
const float THIN = 0.50, THICK = 1.10; // in margins: where water begins to be seen, and covers all
const float BEHIND_GLASS = 1.0; // in margins

void main()
{
    ivec2 p = ivec2(gl_FragCoord.xy);
    float near = nearness_at(p), water = texture(thickness, gl_FragCoord.xy / picture_size).r;
    // Thin water covers its pixel in part only. So outlines are soft, and follow the thickness, which is
    // smoother than the spheres' discs.
    float cover = smoothstep(THIN, THICK, water / margin);
    if (near == 0.0 || cover == 0.0) discard; // no depth either
    vec3 normal = texelFetch(normals, p, 0).xyz;
    vec3 seen = along_view(gl_FragCoord.xy) / near, place = eye + seen, direction = normalize(seen);

    vec3 inwards = normalize(mix(direction, refract(direction, normal, 1.0 / INDEX), 0.6));
    float way;
    vec3 behind = surroundings(place, inwards, way);
    water = min(water, way);
    float light = max(dot(normal, TO_LIGHT), 0.0);
    vec3 through = behind * exp(-water * ABSORPTION) + DEEP * (1.0 - exp(-0.9 * water)) * (0.60 + 0.85 * light);

    float facing = max(-dot(normal, direction), 0.0), fresnel = 0.02 + 0.98 * pow(1.0 - facing, 5.0);
    float gleam = pow(max(dot(normal, normalize(TO_LIGHT - direction)), 0.0), 180.0);
    vec3 colour = mix(through, dusk(reflect(direction, normal)), fresnel) + 0.9 * gleam;
    pixel = vec4(colour, cover);
    gl_FragDepth = depth_at(1.0 / near + BEHIND_GLASS * margin); // behind the box's edges
}
