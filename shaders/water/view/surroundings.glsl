// What is around the water: the floor with the water's shadow, the obstacle, and the dark.
layout(binding = WATER_SHADOW_UNIT) uniform sampler2D shadow_map; // how many metres of water the light has passed

const vec3 DARK = vec3(0.055, 0.060, 0.075);

// The shadow map covers the floor from -WATER_SHADOW_MARGIN on, a square.
float shadow_side() { return max(box.x, box.z) + 2.0 * WATER_SHADOW_MARGIN; }

vec3 dusk(vec3 direction)
{
    float up = direction.y;
    vec3 colour = mix(vec3(0.13, 0.23, 0.32), vec3(0.42, 0.55, 0.68), smoothstep(-0.1, 0.7, up));
    // A wide, soft lamp overhead: what the water mirrors.
    float lamp = max(dot(direction, TO_LIGHT), 0.0);
    return colour + vec3(0.85, 0.92, 1.0) * (0.55 * pow(lamp, 24.0) + 0.16 * pow(lamp, 4.0));
}

/* ---- The obstacle ---- */

// From where to where a ray is inside, in lengths of `direction`; the second is the smaller if it never is.
vec2 inside_obstacle(vec3 from, vec3 direction)
{
    vec3 d = from - obstacle;
    if (obstacle_kind == WATER_SPHERE) {
        float square = dot(direction, direction), half_b = dot(d, direction);
        float root = half_b * half_b - square * (dot(d, d) - radius * radius);
        return root > 0.0 ? (vec2(-1.0, 1.0) * sqrt(root) - half_b) / square : vec2(0.0, -1.0);
    }
    if (obstacle_kind != WATER_BOX) return vec2(0.0, -1.0);
    vec3 a = (-half_size - d) / direction, b = (half_size - d) / direction;
    vec3 first = min(a, b), last = max(a, b);
    return vec2(max(first.x, max(first.y, first.z)), min(last.x, min(last.y, last.z)));
}

vec3 obstacle_normal(vec3 place)
{
    vec3 d = place - obstacle;
    if (obstacle_kind == WATER_SPHERE) return d / radius;
    vec3 share = abs(d) / half_size; // 1 on the face that it is on
    float most = max(share.x, max(share.y, share.z));
    return sign(d) * step(vec3(most), share);
}

vec3 obstacle_colour(vec3 place)
{
    vec3 normal = obstacle_normal(place);
    float light = max(dot(normal, TO_LIGHT), 0.0), near_floor = smoothstep(0.0, 0.5, place.y);
    return vec3(0.62, 0.55, 0.46) * (0.62 * light + (0.20 + 0.10 * normal.y) * (0.5 + 0.5 * near_floor));
}

/* ---- The floor ---- */

float line_near(float x, float width)
{
    float distance = abs(fract(x + 0.5) - 0.5);
    return 1.0 - smoothstep(0.0, width, distance);
}

// Light that went through water comes out dimmer, and bluer; and none goes through the obstacle.
vec3 light_on_floor(vec3 point)
{
    float water = texture(shadow_map, (point.xz + WATER_SHADOW_MARGIN) / shadow_side()).r;
    vec2 solid = inside_obstacle(point, TO_LIGHT);
    float shade = exp(-12.0 * max(solid.y - max(solid.x, 0.0), 0.0));
    return mix(vec3(1.0), exp(-water * vec3(1.3, 0.75, 0.55)), 0.78) * mix(0.35, 1.0, shade);
}

vec3 floor_colour(vec3 point, float distance)
{
    vec2 middle = 0.5 * box.xz;
    float from_middle = length(point.xz - middle) / (0.5 * (box.x + box.z));
    float width = 0.004 + 0.0022 * distance;
    float lines = max(line_near(point.x, width), line_near(point.z, width));
    vec3 colour = (vec3(0.265, 0.285, 0.325) + 0.075 * lines) * light_on_floor(point);
    return mix(DARK, colour, exp(-0.75 * from_middle * from_middle));
}

/* ---- All of it ---- */

// What is seen from a point in a direction of length 1, without the water; and how far away that is.
vec3 surroundings(vec3 from, vec3 direction, out float way)
{
    way = direction.y < -1e-4 ? from.y / -direction.y : 1e4;
    vec3 colour = way < 1e4 ? floor_colour(from + way * direction, length(from - eye) + way) : DARK;
    vec2 solid = inside_obstacle(from, direction);
    float first = max(solid.x, 0.0), inside = solid.y - first;
    if (inside <= 0.0 || first > way) return colour;
    // A ray that only touches the obstacle's edge sees little of it: its outline is soft.
    float cover = clamp(inside / (0.004 * (length(from - eye) + first)), 0.0, 1.0);
    if (cover > 0.5) way = first;
    return mix(colour, obstacle_colour(from + first * direction), cover);
}
