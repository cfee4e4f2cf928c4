#version 430 core
// A bird, straight from the buffers that the kernels wrote: no vertex is stored anywhere. Each boid is an instance of nine
// triangles, which its vertices know from their numbers: a body, a tail, and two wings that beat.
#include "11_boids/slots.h"
#include "11_boids/view/colours.glsl"
#include "11_boids/view/bodies.glsl"

layout(location = LOOK) uniform int look;        // VIEW_HEADING or VIEW_NEIGHBOURS
layout(location = SHARK) uniform vec4 shark;     // drawn instead of boids if w is above 0: place; w: how large
layout(location = SHARK_HEADING) uniform vec3 shark_heading;
layout(location = TIME) uniform float time;

out vec3 colour; // linear
out float fog;   // the share of the fog before it

// In lengths of a body: x to the right, y up, z ahead; w: how light it is there.
const vec4 CORNERS[15] = vec4[](
    vec4(0.0, 0.0, 0.50, 1.0), vec4(-0.10, -0.03, 0.08, 0.9), vec4(0.10, -0.03, 0.08, 0.9), vec4(0.0, 0.10, 0.05, 1.1), // beak, flanks, back
    vec4(0.0, 0.0, -0.35, 0.9), vec4(-0.15, 0.02, -0.62, 0.6), vec4(0.15, 0.02, -0.62, 0.6),                            // tail
    vec4(-0.07, 0.03, 0.22, 1.0), vec4(-0.42, 0.03, 0.20, 0.9), vec4(-0.98, 0.03, -0.14, 0.4), vec4(-0.07, 0.03, -0.14, 0.8), // wings
    vec4(0.07, 0.03, 0.22, 1.0), vec4(0.42, 0.03, 0.20, 0.9), vec4(0.98, 0.03, -0.14, 0.4), vec4(0.07, 0.03, -0.14, 0.8));
const int TRIANGLES[27] = int[](0, 3, 1, 0, 2, 3, 4, 1, 3, 4, 3, 2, 4, 5, 6, 7, 10, 8, 8, 10, 9, 11, 12, 14, 12, 13, 14);

// Up and down at constant speed, each bird in a time of its own: -1 to 1.
float beat()
{
    float turn = fract(0.618034 * float(gl_InstanceID) + 2.5 * time);
    return abs(4.0 * turn - 2.0) - 1.0;
}

// A corner, in front of the eye; wings are higher or lower the further out.
vec3 corner(int number, mat3 axes, float up)
{
    vec3 at = CORNERS[TRIANGLES[number]].xyz;
    at.y += up * max(abs(at.x) - 0.07, 0.0);
    return axes * at;
}

void main()
{
    bool is_shark = shark.w > 0.0;
    vec4 moves = is_shark ? vec4(shark_heading, 0.0) : velocities[gl_InstanceID];
    vec3 place = is_shark ? shark.xyz : positions[gl_InstanceID].xyz;
    float size = placing.y * (is_shark ? shark.w : 1.0), up = 0.12 + 0.5 * beat();
    mat3 axes = axes_of(moves.xyz);

    int first = gl_VertexID / 3 * 3;
    vec3 a = corner(first, axes, up), b = corner(first + 1, axes, up);
    vec3 normal = normalize(cross(b - a, corner(first + 2, axes, up) - a));
    vec4 seen = view * vec4(place * placing.x - 0.5 + size * corner(gl_VertexID, axes, up), 1.0);
    if (dot(mat3(view) * normal, seen.xyz) > 0.0) normal = -normal; // both sides are lit
    float light = 0.45 + 0.65 * max(dot(normal, normalize(vec3(0.35, 0.85, 0.4))), 0.0);
    colour = is_shark ? vec3(0.85, 0.86, 0.9) : colour_of(look, moves, axes[2]);
    colour *= light * CORNERS[TRIANGLES[gl_VertexID]].w;
    fog = fog_at(-seen.z);
    gl_Position = is_number(place, moves.xyz) ? on_lattice(projection * seen) : NOWHERE;
}
