// The box of smoke in space. It stands on the floor, y = 0, with its middle over the origin, and is 1 wide; its texels are
// cubes.
layout(binding = SMOKE) uniform sampler3D smoke;
layout(location = ABSORPTION) uniform float absorption; // of smoke of density 1, on a way as long as the box is wide
layout(location = TO_LIGHT) uniform vec3 to_light;      // of length 1
layout(location = BALL) uniform vec4 ball;              // the obstacle: its middle, and its radius

float texel() { return 1.0 / float(textureSize(smoke, 0).x); }

vec3 box() { return vec3(textureSize(smoke, 0)) * texel(); }

// From a place to what a sampler takes.
vec3 in_box(vec3 place)
{
    vec3 size = box();
    return place / size + vec3(0.5, 0.0, 0.5);
}

// How much smoke is drawn there. The box is open above: what leaves it thins out before.
float density_at(vec3 at) { return max(textureLod(smoke, at, 0.0).x, 0.0) * min(8.0 * (1.0 - at.y), 1.0); }

/* ---- Columns of light ---- */

// Light falls in columns, which are as oblique as it is. Each is known by its foot, where it meets the floor.
vec2 foot_of(vec3 place) { return place.xz - place.y * to_light.xz / to_light.y; }

// All feet of columns that cross the box, from the corner `low` on.
vec2 feet_low() { return -0.5 * box().xz - max(box().y * to_light.xz / to_light.y, 0.0); }
vec2 feet_size() { return box().xz + abs(box().y * to_light.xz / to_light.y); }
