#version 430 core
in vec3 colour;
layout(location = 0) out vec4 pixel;

void main()
{
    vec2 from_middle = gl_PointCoord * 2.0 - 1.0;
    float towards = 1.0 - dot(from_middle, from_middle); // squared height of the ball's surface
    if (towards < 0.0) discard;
    float light = towards > 0.62 ? 1.0 : towards > 0.28 ? 0.8 : 0.55; // flat steps, as in a drawing
    pixel = vec4(colour * light, 1.0);
}
