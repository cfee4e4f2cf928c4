#version 430 core
// The room, without the water.
#include "15_surface/slots.h"
#include "15_surface/view/room.glsl"
layout(location = VIEW) uniform mat4 view;
layout(location = PROJECTION) uniform mat4 projection;
layout(location = EYE) uniform vec3 eye;
layout(location = PICTURE_SIZE) uniform vec2 picture_size;
layout(location = 0) out vec4 pixel;

void main()
{
    vec2 ndc = gl_FragCoord.xy / picture_size * 2.0 - 1.0;
    vec3 seen = vec3(ndc / vec2(projection[0][0], projection[1][1]), -1.0);
    vec3 direction = normalize(transpose(mat3(view)) * seen);
    vec3 colour = direction.y < 0.0 ? room(eye, direction, 0.0) : DARK; // the lamps are seen in the water only
    float grain = fract(52.9829189 * fract(dot(floor(gl_FragCoord.xy), vec2(0.06711056, 0.00583715)))) - 0.5;
    pixel = vec4(pow(colour, vec3(1.0 / 2.2)) + grain / 255.0, 1.0); // no bands in the dark
}
