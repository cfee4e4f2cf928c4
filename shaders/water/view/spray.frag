#version 430 core
// A drop, drawn out to a line with round ends and soft edges.
flat in vec2 from, to;
flat in float drop_radius;
flat in float light;
layout(location = 0) out vec4 pixel;

void main()
{
    vec2 way = to - from, d = gl_FragCoord.xy - from;
    float along = clamp(dot(d, way) / max(dot(way, way), 1e-6), 0.0, 1.0);
    float inside = clamp((drop_radius + 1.0 - length(d - along * way)) / (drop_radius + 1.0), 0.0, 1.0);
    pixel = vec4(0.93, 0.97, 1.0, light * inside * (2.0 - inside));
}
