#version 430 core
// A soft dot: light ones blue, heavy ones amber.
in vec2 corner;
flat in float mass;
layout(location = 0) out vec4 pixel;

void main()
{
    float glow = max(1.0 - dot(corner, corner), 0.0);
    vec3 colour = mix(vec3(0.20, 0.42, 0.85), vec3(1.0, 0.72, 0.34), clamp(mass, 0.0, 1.0));
    pixel = vec4(colour, 0.30 * glow * glow);
}
