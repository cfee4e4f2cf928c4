#version 430 core
// A boid's body, straight from the buffers that the kernels wrote: no vertex is stored anywhere. Each
// boid is an instance of twelve vertices: a pyramid of four triangles, whose tip points ahead.
#include "11_boids/slots.h"
#include "11_boids/view/colours.glsl"

layout(std430, binding = POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = VELOCITIES) restrict readonly buffer Velocities { vec4 velocities[]; };
layout(location = VIEW) uniform mat4 view;
layout(location = PROJECTION) uniform mat4 projection;
layout(location = PLACING) uniform vec4 placing; // 1 / box; a body's length in boxes; fog: from here to there
layout(location = LOOK) uniform int look;        // VIEW_HEADING or VIEW_NEIGHBOURS
layout(location = SHARK) uniform vec4 shark;     // drawn instead of boids if w is above 0: place; w: how large
layout(location = SHARK_HEADING) uniform vec3 shark_heading;
layout(location = PICTURE_SIZE) uniform vec2 picture_size;

flat out vec3 colour; // linear; the share of the fog behind it
flat out float fog;

// Tip, left, right, keel; and which three make a triangle, seen from outside against the clock.
const vec3 CORNERS[4] = vec3[](vec3(0.0, 0.0, 0.62), vec3(-0.27, -0.04, -0.38), vec3(0.27, -0.04, -0.38),
                               vec3(0.0, 0.20, -0.38));
const int TRIANGLES[12] = int[](0, 3, 1, 0, 2, 3, 0, 1, 2, 1, 3, 2);

vec3 corner(int number, vec3 ahead, vec3 right, vec3 up)
{
    vec3 at = CORNERS[TRIANGLES[number]];
    return at.x * right + at.y * up + at.z * ahead;
}

// Corners on a lattice of eighths of a pixel, off the pixels' middles: then drivers that round the last
// bit in another way draw the same pixels all the same.
vec4 on_lattice(vec4 clip)
{
    vec2 pixels = clip.xy / clip.w * 0.5 * picture_size;
    return vec4((floor(pixels * 8.0) + 0.5) / 8.0 / (0.5 * picture_size) * clip.w, clip.zw);
}

void main()
{
    bool is_shark = shark.w > 0.0;
    vec4 moves = is_shark ? vec4(shark_heading, 0.0) : velocities[gl_InstanceID];
    vec3 place = is_shark ? shark.xyz : positions[gl_InstanceID].xyz;
    float speed = length(moves.xyz), size = placing.y * (is_shark ? shark.w : 1.0);
    vec3 ahead = speed > 0.0 ? moves.xyz / speed : vec3(0.0, 0.0, 1.0);
    vec3 side = cross(ahead, vec3(0.0, 1.0, 0.0));
    vec3 right = dot(side, side) > 1e-6 ? normalize(side) : vec3(1.0, 0.0, 0.0), up = cross(right, ahead);

    int first = gl_VertexID / 3 * 3;
    vec3 a = corner(first, ahead, right, up), b = corner(first + 1, ahead, right, up);
    vec3 normal = normalize(cross(b - a, corner(first + 2, ahead, right, up) - a));
    float light = 0.62 + 0.5 * max(dot(normal, normalize(vec3(0.35, 0.85, 0.4))), 0.0);
    colour = look == VIEW_NEIGHBOURS ? hue(0.68 - 0.60 * min(moves.w / 40.0, 1.0), 0.72, 0.14) : heading_colour(ahead);
    if (is_shark) colour = vec3(0.85, 0.86, 0.9);
    colour *= light;

    vec4 seen = view * vec4(place * placing.x - 0.5 + size * corner(gl_VertexID, ahead, right, up), 1.0);
    fog = clamp((-seen.z - placing.z) / (placing.w - placing.z), 0.0, 1.0);
    gl_Position = on_lattice(projection * seen);
    // What is no number is not drawn: neither a place nor a heading.
    if (!(dot(place, place) < 1e30 && speed < 1e15)) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}
