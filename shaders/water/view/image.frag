#version 430 core
// One of the images that the water is made of.
#include "water/physics.glsl"
#include "water/view/eye.glsl"
#include "water/view/scales.glsl"
#include "water/view/surface.glsl"
layout(binding = WATER_NORMALS_UNIT) uniform sampler2D normals;
layout(binding = WATER_THICKNESS_UNIT) uniform sampler2D thickness;
layout(location = WATER_SHOWN) uniform int shown;        // WATER_IMAGE_NORMALS and so on
layout(location = 0) out vec4 pixel;

void main()
{
    float near = nearness_at(ivec2(gl_FragCoord.xy));
    vec3 colour = near > 0.0 ? distance_colour(1.0 / near) : DARK;
    if (shown == WATER_IMAGE_NORMALS) colour = 0.5 + 0.5 * texelFetch(normals, ivec2(gl_FragCoord.xy), 0).xyz;
    if (shown == WATER_IMAGE_THICKNESS) colour = thickness_colour(texture(thickness, gl_FragCoord.xy / picture_size).r);
    pixel = vec4(colour, 1.0);
}
