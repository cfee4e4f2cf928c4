#version 430 core
// The surface's normals, in the world, from the slope of the nearness n. A plane with the normal N is where
// N.x x + N.y y - N.z = d n, for a pixel that is seen in the direction (x, y, -1): so the slopes of n along x and
// y are N.x / d and N.y / d, and N.z follows. Thin water is left out: so outlines follow the thickness, which is smoother
// than the spheres' discs.
#include "water/physics.glsl"
#include "13_foam/slots.h"
#include "water/pool/eye.glsl"
#include "water/pool/depth.glsl"
#include "13_foam/screen/surface.glsl"
layout(binding = THICKNESS_UNIT) uniform sampler2D thickness; // metres of water along the view
layout(location = 0) out vec4 normal;

const float THIN = 0.8; // in margins

// From the sides' slopes their mean, in which the steeper one counts for little: at an edge it is the other surface's.
// `small`: slopes that count alike.
float slope(float before, float here, float after, float small)
{
    float a = here - before, b = after - here;
    float weight_a = 1.0 / (abs(a) + small), weight_b = 1.0 / (abs(b) + small);
    return (weight_a * a + weight_b * b) / (weight_a + weight_b);
}

void main()
{
    ivec2 p = ivec2(gl_FragCoord.xy);
    float here = nearness_at(p), small = margin * here * here;
    if (here == 0.0 || texture(thickness, gl_FragCoord.xy / picture_size).r < THIN * margin) discard;
    vec2 slopes = vec2(slope(nearness_at(p - ivec2(1, 0)), here, nearness_at(p + ivec2(1, 0)), small),
                       slope(nearness_at(p - ivec2(0, 1)), here, nearness_at(p + ivec2(0, 1)), small));
    slopes *= 0.5 * picture_size * vec2(projection[0][0], projection[1][1]); // from a pixel's to that of x and y
    vec2 seen = seen_from_eye(gl_FragCoord.xy).xy;
    vec3 towards_eye = vec3(-slopes, here - dot(slopes, seen));
    normal = vec4(normalize(transpose(mat3(view)) * towards_eye), WATER_NO_MESH);
    gl_FragDepth = depth_of(1.0 / here);
}
