#version 430 core
// A square for each particle, turned towards the eye, on which ball.frag draws a ball; or a needle in the direction that the
// particle has, the longer the more of it there is.
#include "water/physics.glsl"
#include "water/pool/eye.glsl"
layout(std430, binding = WATER_POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = WATER_SHOWN) restrict readonly buffer Shown { vec4 shown[]; }; // a direction, and a number
layout(location = WATER_SIZE) uniform float size;    // of a ball's radius, in margins
layout(location = WATER_LONGEST) uniform float longest; // needle, in margins; 0: balls
layout(location = WATER_CUT) uniform float cut;      // z, m: what is nearer to the eye is left out
layout(location = WATER_SCALE) uniform vec2 scale;   // of the number: the least and the most
layout(location = WATER_PICKED) uniform vec4 picked; // a place, and 1 if a particle is picked

out vec2 on_disc; // -1 to 1
out vec3 seen;    // from the eye
flat out float ball_radius, share;
flat out int kind;

const vec2 CORNERS[6] = vec2[](vec2(-1, -1), vec2(1, -1), vec2(-1, 1), vec2(-1, 1), vec2(1, -1), vec2(1, 1));

int kind_of(vec3 place)
{
    if (picked.w == 0.0) return scale.x < scale.y ? WATER_BY_SCALE : WATER_PLAIN;
    float square = square_of(place - picked.xyz);
    return square == 0.0 ? WATER_THE_PICKED : square < reach * reach ? WATER_NEIGHBOUR : WATER_OTHER;
}

// Whether it would hide the neighbours of the picked one: it stands in a cone from the eye to them.
bool hides(vec3 place)
{
    vec3 way = picked.xyz - eye;
    float along = dot(place - eye, way) / dot(way, way);
    return kind == WATER_OTHER && along < 1.0 && length(place - eye - along * way) < 1.3 * reach * along;
}

void main()
{
    int i = gl_VertexID / 6, corner = gl_VertexID % 6;
    vec3 place = positions[i].xyz;
    share = clamp((shown[i].w - scale.x) / max(scale.y - scale.x, 1e-9), 0.0, 1.0);
    kind = kind_of(place);
    ball_radius = size * margin;
    seen = (view * vec4(place, 1.0)).xyz;
    on_disc = CORNERS[corner];
    if (longest > 0.0) {
        vec3 along = mat3(view) * shown[i].xyz, across = cross(along, seen);
        float wide = 0.35 * margin / max(length(across), 1e-9);
        vec3 tip = along * (longest * margin * sqrt(share) / max(length(along), 1e-9));
        seen += corner == 0 ? -wide * across : corner == 1 ? wide * across : tip;
        on_disc = vec2(0.0);
    } else {
        seen.xy += ball_radius * on_disc;
    }
    gl_Position = projection * vec4(seen, 1.0);
    if (place.z > cut || hides(place) || (longest > 0.0 && corner > 2)) gl_Position = vec4(0.0, 0.0, 2.0, 1.0); // unseen
}
