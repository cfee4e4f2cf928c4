#version 430 core
// The sun's light on the floor: what the water leaves of it, and where waves gather or spread it. A place gets its light
// from where the surface bends it there, found in two rounds; and so much of it as the pattern there is drawn together.
#include "water/physics.glsl"
#include "water/pool/eye.glsl"
#include "water/pool/sun.glsl"

layout(local_size_x = WATER_TILE, local_size_y = WATER_TILE) in;

layout(binding = WATER_LIGHT_UNIT) uniform sampler2D passed;
layout(binding = WATER_IMAGE, rgba16f) restrict writeonly uniform image2D light;

vec2 side; // of the map, in metres

vec2 aside(vec2 from)
{
    vec2 sum = 2.0 * texture(passed, from).gb;
    for (int k = 0; k < 4; k++) {
        vec2 off = k < 2 ? vec2(3 - 6 * k, 1.5) : vec2(1.5, 15 - 6 * k);
        sum += texture(passed, from + 0.7 * off / vec2(textureSize(passed, 0))).gb;
    }
    return sum / (6.0 * side);
}

void main()
{
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    if (any(greaterThanEqual(p, imageSize(light)))) return;
    side = 1.0 / (on_map(vec2(1.0)) - on_map(vec2(0.0)));
    vec2 size = vec2(textureSize(passed, 0)), here = (vec2(p) + 0.5) / vec2(imageSize(light));
    vec2 from = here - aside(here), step_x = vec2(3.0, 0.0) / size, step_y = vec2(0.0, 3.0) / size;
    from = here - aside(from);
    vec2 along_x = (aside(from + step_x) - aside(from - step_x)) / (2.0 * step_x.x);
    vec2 along_y = (aside(from + step_y) - aside(from - step_y)) / (2.0 * step_y.y);
    float area = (1.0 + along_x.x) * (1.0 + along_y.y) - along_x.y * along_y.x;
    vec2 moved = (here - from) * side; // m; where it is far, the surface is rough, and the light goes anywhere
    float gathered = mix(1.0, clamp(1.0 / max(abs(area), 0.25), 0.7, 2.2), 1.0 / (1.0 + 8.0 * dot(moved, moved)));
    float water = 0.0;
    for (int y = -1; y <= 1; y++)
        for (int x = -1; x <= 1; x++) water += max(texture(passed, here + 1.5 * vec2(x, y) / size).r, 0.0) / 9.0;
    float wet = smoothstep(0.0, 0.3, water);
    imageStore(light, p, vec4(mix(1.0, 0.92 * gathered, wet) * exp(-water * ABSORPTION * 0.75), 1.0));
}
