#version 430 core
// A ball, as the square towards the eye that hides it; the fragment shader cuts it out.
#include "11_boids/slots.h"

layout(location = VIEW) uniform mat4 view;
layout(location = PROJECTION) uniform mat4 projection;
layout(location = BALL) uniform vec4 ball; // in the picture's space; w: the radius

out vec3 place; // in front of the eye
flat out vec3 centre;

void main()
{
    centre = (view * vec4(ball.xyz, 1.0)).xyz;
    vec3 towards = normalize(-centre), side = normalize(cross(vec3(0.0, 1.0, 0.0), towards));
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    place = centre + 1.3 * ball.w * (corner.x * side + corner.y * cross(towards, side));
    gl_Position = projection * vec4(place, 1.0);
}
