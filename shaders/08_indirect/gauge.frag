#version 430 core
// The dispatch as rows of cells, one for each work group that the whole pool would take; or for several, if
// they are more than some thousand. The GPU reads its own commands here; the CPU does not know them.
#include "08_indirect/slots.h"
#include "08_indirect/particle.glsl"
#include "08_indirect/commands.glsl"

#if COUNTED
layout(std430, binding = COMMANDS) restrict readonly buffer Now { Commands now; };
#else
layout(std430, binding = POOL) restrict readonly buffer Pool { Particle pool[]; };
#endif
layout(location = AREA) uniform vec4 area;    // corner and size in pixels, origin bottom left
layout(location = CELLS) uniform ivec3 cells; // columns, rows, and pixels from cell to cell
layout(location = PLAN_SLOTS) uniform uint slots;
layout(location = CELL_GROUPS) uniform uint cell_groups; // groups that a cell stands for, of CELL slots each
layout(location = 0) out vec4 pixel;

const vec3 RUNS = vec3(1.00, 0.72, 0.30), IDLE = vec3(0.36, 0.13, 0.15), NONE = vec3(0.125, 0.135, 0.165);

#if COUNTED
// Groups that run find work; the rest do not exist.
vec3 cell_colour(uint cell)
{
    uint groups = now.groups_x * now.groups_y * now.groups_z;
    float share = clamp((float(groups) - float(cell * cell_groups)) / float(cell_groups), 0.0, 1.0);
    return mix(NONE, RUNS, share);
}
#else
// All groups run; the colour says how many of their slots they find alive.
vec3 cell_colour(uint cell)
{
    uint found = 0u, looked_at = 0u;
    for (uint i = 0u; i < 64u; i++) { // some of the cell's slots, if it has more than 64
        uint slot = cell * cell_groups * uint(CELL) + i * cell_groups * uint(CELL) / 64u;
        if (slot >= slots) break;
        looked_at++;
        Particle p = pool[slot];
        found += uint(is_alive(p));
    }
    return looked_at == 0u ? NONE : mix(IDLE, RUNS, float(found) / float(looked_at));
}
#endif

void main()
{
    ivec2 inside = ivec2(gl_FragCoord.x - area.x, area.y + area.w - gl_FragCoord.y);
    ivec2 cell = inside / cells.z, rest = inside % cells.z;
    uint number = uint(cell.y * cells.x + cell.x);
    bool gap = cells.z > 2 && (rest.x == cells.z - 1 || rest.y == cells.z - 1);
    uint count = (slots + uint(CELL) * cell_groups - 1u) / (uint(CELL) * cell_groups);
    if (gap || cell.x >= cells.x || number >= count) discard;
    pixel = vec4(cell_colour(number), 1.0);
}
