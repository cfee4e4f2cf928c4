// The floor with the water's shadow, and the dark around it.
layout(binding = 0) uniform sampler2D shadow_map; // how many metres of water the light has passed

// The shadow map covers the floor from -SHADOW_MARGIN on, a square.
float shadow_side() { return max(box.x, box.z) + 2.0 * SHADOW_MARGIN; }

vec3 dusk(vec3 direction)
{
    float up = direction.y;
    vec3 colour = mix(vec3(0.10, 0.11, 0.135), vec3(0.30, 0.37, 0.46), smoothstep(-0.1, 0.6, up));
    // A wide, soft lamp overhead: what the water mirrors.
    float lamp = max(dot(direction, TO_LIGHT), 0.0);
    return colour + vec3(0.85, 0.92, 1.0) * (0.55 * pow(lamp, 24.0) + 0.16 * pow(lamp, 4.0));
}

float line_near(float x, float width)
{
    float distance = abs(fract(x + 0.5) - 0.5);
    return 1.0 - smoothstep(0.0, width, distance);
}

vec3 floor_colour(vec3 point, float distance)
{
    vec2 middle = 0.5 * box.xz;
    float from_middle = length(point.xz - middle) / (0.5 * (box.x + box.z));
    float width = 0.004 + 0.0022 * distance;
    float lines = max(line_near(point.x, width), line_near(point.z, width));
    vec3 colour = vec3(0.265, 0.285, 0.325) + 0.075 * lines;
    float water = texture(shadow_map, (point.xz + SHADOW_MARGIN) / shadow_side()).r;
    // Light that went through water comes out dimmer, and bluer.
    colour *= mix(vec3(1.0), exp(-water * vec3(1.3, 0.75, 0.55)), 0.78);
    return mix(vec3(0.055, 0.060, 0.075), colour, exp(-0.75 * from_middle * from_middle));
}

// What one sees from a point in a direction, without the water.
vec3 surroundings(vec3 from, vec3 direction)
{
    if (direction.y >= -1e-4) return vec3(0.055, 0.060, 0.075);
    float distance = from.y / -direction.y;
    return floor_colour(from + distance * direction, length(from - eye) + distance);
}
