#version 430 core
// Where the ray from the eye meets the ball: its light, and how deep it lies.
#include "11_boids/slots.h"
#include "11_boids/view/colours.glsl"

in vec3 place;
flat in vec3 centre;
layout(location = PROJECTION) uniform mat4 projection;
layout(location = BALL) uniform vec4 ball;
layout(location = COLOUR) uniform vec4 colour; // linear; w: how much it shines by itself
layout(location = LIGHT) uniform vec3 light;   // in front of the eye
layout(location = 0) out vec4 pixel;

void main()
{
    vec3 ray = normalize(place);
    float along = dot(ray, centre), under = along * along - dot(centre, centre) + ball.w * ball.w;
    if (under < 0.0) discard;
    vec3 hit = (along - sqrt(under)) * ray, normal = (hit - centre) / ball.w;
    float shade = mix(0.25 + 0.75 * max(dot(normal, light), 0.0), 1.0, colour.w);
    float rim = pow(1.0 - max(dot(normal, -ray), 0.0), 3.0);
    pixel = vec4(as_pixel(colour.rgb * shade + 0.10 * rim), 1.0);
    vec4 clip = projection * vec4(hit, 1.0);
    gl_FragDepth = clip.z / clip.w * 0.5 + 0.5;
}
