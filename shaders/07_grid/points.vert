#version 430 core
// The particles as small balls, coloured by cell, or by where they lie in memory.
#include "07_grid/slots.h"

layout(std430, binding = POINTS) restrict readonly buffer Points { vec4 points[]; };
layout(std430, binding = IDS) restrict readonly buffer Ids { uint ids[]; }; // in memory: who is in which slot
layout(std430, binding = MARKS) restrict readonly buffer Marks { uint marks[]; }; // 1 candidate, 2 neighbour
layout(location = PLACING) uniform vec4 placing; // the point in the picture's middle, and a scale
layout(location = BALL) uniform vec2 ball;       // radius in the picture's space; the picture's height
layout(location = VIEW) uniform mat4 view;
layout(location = PROJECTION) uniform mat4 projection;
layout(location = LOOK) uniform int look; // one of those below
layout(location = PICKED) uniform uint picked;
layout(location = PARTICLES) uniform uint particles;
layout(location = FOG) uniform vec2 fog; // it begins at this distance, and ends at that
layout(location = CHOSEN) uniform uint nearest[K]; // numbers; of no particle, if there are none
layout(location = VIEWPORT) uniform vec4 viewport; // x, y, width, height
layout(location = STRIP) uniform vec4 strip; // memory: first slot's middle, pixels from slot to slot, slots in a row

#include "grid/grid.glsl"

flat out vec3 colour;
flat out vec3 disc; // the ball's middle and its radius, in pixels

const int ALL = 0, MARKED = 1, BY_SLOT = 2, NEIGHBOURS = 3, MEMORY = 4, MEMORY_BY_SLOT = 5;
const vec3 FOG_COLOUR = vec3(0.055, 0.06, 0.075), NEIGHBOUR = vec3(1.0, 0.80, 0.36), PICKED_COLOUR = vec3(1.0),
           NEAREST = vec3(1.0, 0.36, 0.24);

// Around the colour circle, at an even lightness.
vec3 hue(float turn)
{
    vec3 rgb = clamp(abs(fract(turn + vec3(0.0, 2.0, 1.0) / 3.0) * 6.0 - 3.0) - 1.0, 0.0, 1.0);
    return mix(vec3(0.62), rgb, 0.58) * vec3(0.95, 0.88, 1.0);
}

// Cells that touch are far apart on the circle, without the part that has the neighbours' gold.
vec3 loud_colour(ivec3 cell)
{
    int place = cell.x * 5 + cell.y * 7 + cell.z * 11;
    return hue(0.2 + 0.84 * float(((place % 23) + 23) % 23) / 22.0);
}

// A slow change across the box; every other cell is a little darker.
vec3 quiet_colour(ivec3 cell)
{
    vec3 middle = (vec3(cell) + 0.5) / grid_inverse + grid_low;
    vec3 at = (middle - placing.xyz) * placing.w;
    float odd = float((cell.x + cell.y + cell.z) & 1);
    return hue(0.60 + 0.27 * at.x + 0.12 * at.y - 0.1 * at.z) * (0.98 - 0.45 * odd);
}

void main()
{
    uint id = uint(gl_VertexID);
    bool in_memory = look >= MEMORY, by_slot = look == BY_SLOT || look == MEMORY_BY_SLOT;
    if (in_memory) id = min(ids[id], particles); // not below it: nothing has been written there
    vec4 point = points[min(id, particles - 1u)];
    uint mark = by_slot || id == particles ? 0u : marks[id];
    bool is_nearest = false;
    for (int i = 0; i < K; i++) is_nearest = is_nearest || id == nearest[i];
    bool is_picked = !by_slot && id == picked;
    vec4 seen = view * vec4((point.xyz - placing.xyz) * placing.w, 1.0);
    gl_Position = projection * seen;
    float radius = ball.x * (is_picked || is_nearest ? 1.5 : mark > 0u ? 1.2 : 1.0);
    float size = clamp(radius * projection[1][1] * ball.y / gl_Position.w, 2.0, 200.0);
    gl_PointSize = size + 1.0; // the fragment shader rounds it off
    disc = vec3((gl_Position.xy / gl_Position.w * 0.5 + 0.5) * viewport.zw + viewport.xy, 0.5 * size);
    if (in_memory) {
        disc = vec3(strip.xy + strip.z * vec2(gl_VertexID % int(strip.w), -(gl_VertexID / int(strip.w))), 0.42 * strip.z);
        gl_PointSize = strip.z;
        gl_Position = vec4((disc.xy - viewport.xy) / viewport.zw * 2.0 - 1.0, 0.0, 1.0);
    }
    bool hidden = (in_memory && id == particles) || (look == MARKED && mark == 0u) || (look == NEIGHBOURS && mark < 2u);
    if (hidden && (!is_picked || in_memory)) gl_Position = vec4(2.0, 2.0, 2.0, 1.0); // not in sight

    ivec3 cell = cell_of(point.xyz);
    colour = mark > 0u ? loud_colour(cell) : quiet_colour(cell);
    if (by_slot) colour = hue(0.72 * float(gl_VertexID) / float(particles));
    if (mark == 2u) colour = NEIGHBOUR;
    if (is_nearest) colour = NEAREST;
    if (is_picked) colour = PICKED_COLOUR;
    float share = in_memory ? 0.0 : clamp((-seen.z - fog.x) / (fog.y - fog.x), 0.0, 1.0);
    share = floor(share * 6.0) / 6.0; // steps here, too: the picture's file stays small
    colour = mix(colour, FOG_COLOUR, share * (mark > 0u ? 0.3 : 0.85));
}
