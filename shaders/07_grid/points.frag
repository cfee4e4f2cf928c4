#version 430 core
flat in vec3 colour;
flat in vec3 disc;
layout(location = 0) out vec4 pixel;

void main()
{
    // Not gl_PointCoord: drivers round the point's place and size each in its own way.
    vec2 from_middle = (gl_FragCoord.xy - disc.xy) / disc.z;
    float towards = 1.0 - dot(from_middle, from_middle); // squared height of the ball's surface
    if (towards < 0.0) discard;
    float light = towards > 0.62 ? 1.0 : towards > 0.28 ? 0.8 : 0.55; // flat steps, as in a drawing
    pixel = vec4(colour * light, 1.0);
}
