// The box: glass walls, of which one sees the edges, and what they mirror.
#include "water/pool/wall.glsl"
#include "water/pool/tone.glsl"
layout(location = WATER_CUT) uniform float cut; // z, m: what is nearer to the eye is left out; the box ends there

// A pixel's size at 1 m.
float pixel() { return 2.0 / (projection[1][1] * picture_size.y); }

// How much of a ray is mirrored where it meets a surface, seen at this cosine: Schlick's.
float mirrored_share(float facing)
{
    float u = clamp(1.0 - facing, 0.0, 1.0), u2 = u * u;
    return 0.02 + 0.98 * u2 * u2 * u;
}

// The edges of the box, at a place on it: a bright line, of the same width however far away. It fades where only spray gets.
vec3 with_edges(vec3 behind, vec3 place, float away, float strength)
{
    vec3 d = min(abs(place), abs(vec3(box.xy, min(box.z, cut)) - place));
    float middle = max(min(d.x, d.y), min(max(d.x, d.y), d.z)), wide = away * pixel();
    float line = 1.0 - smoothstep(0.6 * wide, 1.8 * wide + 0.012, middle);
    return mix(behind, vec3(0.85, 1.0, 1.0), strength * line * (1.0 - smoothstep(6.1, 7.1, place.y)));
}

// Light that comes from `way` metres off, as it looks through the glass; unless it `ends` there, in water, through both walls
// if that is behind the box.
vec3 through_glass(vec3 light, vec3 direction, float way, bool ends)
{
    vec3 a = -eye / direction, b = (vec3(box.xy, min(box.z, cut)) - eye) / direction, near = min(a, b), far = max(a, b);
    float enters = max(near.x, max(near.y, near.z)), leaves = min(far.x, min(far.y, far.z));
    if (enters >= leaves || leaves <= 0.0) return light;
    if (leaves < way + 0.01 && !ends) light = with_edges(light, eye + leaves * direction, leaves, 0.30);
    if (enters <= 0.0 || enters > way + 0.01) return light;
    vec3 glass = eye + enters * direction, wall = wall_at(glass);
    light = mix(light, sky(reflect(direction, wall)), 0.35 * mirrored_share(abs(dot(direction, wall))));
    return with_edges(light, glass, enters, 0.55);
}
