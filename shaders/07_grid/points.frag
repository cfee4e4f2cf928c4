#version 430 core
in vec3 colour;
layout(location = 0) out vec4 pixel;

void main()
{
    vec2 from_middle = gl_PointCoord * 2.0 - 1.0;
    float towards = 1.0 - dot(from_middle, from_middle); // squared height of the ball's surface
    if (towards < 0.0) discard;
    float light = 0.45 + 0.55 * sqrt(towards);
    pixel = vec4(colour * light, 1.0);
}
