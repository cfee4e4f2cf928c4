#version 430 core
// A square around a ball, turned towards the eye.
#include "12_cloth/slots.h"
layout(location = VIEW) uniform mat4 view;
layout(location = PROJECTION) uniform mat4 projection;
layout(location = BALL) uniform vec4 ball; // centre and radius
out vec3 at; // on the square, seen from the eye

void main()
{
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
    vec3 middle = (view * vec4(ball.xyz, 1.0)).xyz;
    // Nearer to the eye the ball looks larger than a disc of its radius.
    float distance = max(length(middle), 1.01 * ball.w);
    float reach = ball.w * distance / sqrt(distance * distance - ball.w * ball.w) * 1.15;
    at = middle + vec3(corner * reach, 0.0);
    gl_Position = projection * vec4(at, 1.0);
}
