#version 430 core
flat in vec3 colour;
flat in vec3 disc;
layout(location = 0) out vec4 pixel;

void main()
{
    // Not gl_PointCoord: drivers round the point's place and size each in its own way.
    vec2 from_middle = (gl_FragCoord.xy - disc.xy) / disc.z;
    if (dot(from_middle, from_middle) > 1.0) discard;
    pixel = vec4(colour, 1.0);
}
