#version 430 core
// A ribbon for each link, in the hue of its colour: six vertices, and no vertex buffer.
#include "12_cloth/cloth.glsl"
layout(std430, binding = POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = CUTS) restrict readonly buffer Cuts { uint cuts[]; };
layout(location = VIEW) uniform mat4 view;
layout(location = PROJECTION) uniform mat4 projection;
flat out vec3 colour;

// Two of a hue for each direction: bright for the even links, deep for the odd ones.
const vec3 HUES[LINKS] = vec3[](vec3(1.00, 0.72, 0.20), vec3(0.30, 0.85, 0.45), vec3(0.30, 0.65, 1.00), vec3(0.95, 0.40, 0.75));

void main()
{
    int link = gl_VertexID / 6, corner = gl_VertexID % 6, direction = link % LINKS;
    ivec2 cell = ivec2(link / LINKS % size.x, link / LINKS / size.x);
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0); // not in sight
    bool odd = ((direction == 1 ? cell.y : cell.x) & 1) == 1;
    colour = HUES[direction] * (odd ? 0.42 : 1.0);
    if (!is_link(cell, direction) || is_cut(cuts[number_of(cell)], direction)) return;
    vec3 a = (view * vec4(positions[number_of(cell + first_of(direction))].xyz, 1.0)).xyz;
    vec3 b = (view * vec4(positions[number_of(cell + second_of(direction))].xyz, 1.0)).xyz;
    if (!all(lessThan(abs(a) + abs(b), vec3(1e9)))) return; // no number
    vec3 along = b - a, aside = cross(along, a);
    aside *= 0.055 * spacing / max(length(aside), 1e-9);
    // Corners 0 1 2 and 2 1 3; the ends stay a little short of the particles.
    int place = corner < 3 ? corner : corner == 3 ? 2 : corner == 4 ? 1 : 3;
    vec3 end = mix(a, b, (place & 1) == 0 ? 0.12 : 0.88);
    gl_Position = projection * vec4(end + (place < 2 ? aside : -aside), 1.0);
}
