#version 430 core
// The trail of a boid: where it has come from, for a moment, if it has flown straight on. One triangle, which turns its broad
// side to the eye, and ends in a point.
#include "11_boids/slots.h"
#include "11_boids/view/colours.glsl"
#include "11_boids/view/bodies.glsl"

layout(location = LOOK) uniform int look; // VIEW_HEADING or VIEW_NEIGHBOURS

const float TRAIL_S = 0.6, WIDTH = 0.12; // s; of a body's length

flat out vec3 colour; // linear
out float fade;       // 1 at the body, 0 where the trail ends, and in the fog

void main()
{
    vec4 moves = velocities[gl_InstanceID];
    vec3 place = positions[gl_InstanceID].xyz, ahead = axes_of(moves.xyz)[2];
    vec3 body = (view * vec4(place * placing.x - 0.5 - 0.4 * placing.y * ahead, 1.0)).xyz;
    vec3 to_face = mix(1.0 / placing.x - place, place, greaterThan(moves.xyz, vec3(0.0))) / max(abs(moves.xyz), vec3(1e-6));
    float since = min(TRAIL_S, min(to_face.x, min(to_face.y, to_face.z))); // on a torus it came in at a face
    vec3 way = mat3(view) * moves.xyz * (since * placing.x), side = cross(way, body);
    side *= dot(side, side) > 0.0 ? WIDTH * placing.y * inversesqrt(dot(side, side)) : 0.0;
    vec3 seen = gl_VertexID == 0 ? body - way : gl_VertexID == 1 ? body + side : body - side;
    colour = colour_of(look, moves, ahead);
    fade = gl_VertexID == 0 ? 0.0 : 1.0 - fog_at(-body.z);
    gl_Position = is_number(place, moves.xyz) ? on_lattice(projection * vec4(seen, 1.0)) : NOWHERE;
}
