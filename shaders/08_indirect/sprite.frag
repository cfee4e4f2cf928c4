#version 430 core
// The light of one streak at one pixel, to be added to all others: brightest at its head, and nothing
// from its radius on.
in vec2 place;
flat in vec2 dimensions;
flat in vec3 light;
layout(location = 0) out vec4 sum;

void main()
{
    vec2 away = vec2(place.x - clamp(place.x, 0.0, dimensions.x), place.y) / dimensions.y;
    float near = max(1.0 - dot(away, away), 0.0);
    float towards_head = clamp(place.x / max(dimensions.x, 1.0), 0.0, 1.0);
    sum = vec4(light * near * near * (0.15 + 0.85 * towards_head), 1.0);
}
