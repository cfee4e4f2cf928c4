#version 430 core
// Surface, 9 of 9: the triangles of each candidate, as the table has them, and the draw command. A
// work group for each listed block. The corners of a cell's triangles lie on edges of this block and
// of seven behind it; where the vertex of an edge is in the list follows from their masks.
// Limit: few cells have triangles, so few invocations of a group have something to do.
#include "surface/slots.h"

layout(local_size_x = BLOCK) in;

layout(std430, binding = SURFACE_LIST) restrict readonly buffer List { uint list[]; };
layout(std430, binding = SURFACE_MASKS) restrict readonly buffer Masks { uvec2 masks[]; };
layout(std430, binding = SURFACE_MESH_STARTS) restrict readonly buffer MeshStarts { uint mesh_starts[]; };
layout(std430, binding = SURFACE_TABLE) restrict readonly buffer Table { uvec2 table[]; };
layout(std430, binding = SURFACE_INDICES) restrict writeonly buffer Indices { uint indices[]; };
#include "surface/commands.glsl"
layout(std430, binding = SURFACE_COMMANDS) restrict buffer TheCommands { Commands commands; };

#include "surface/surface.glsl"

// Bit k of the number of triangles of each cell, up to 7: so the triangles before a cell's can be
// counted without a scan.
shared uint digits[3][2];

bool is_inside(ivec3 corner)
{
    return has(masks[MASKS * block_index(block_of(corner)) + INSIDE], bit_of(corner));
}

uint case_of(ivec3 cell)
{
    uint number = 0u;
    for (int c = 0; c < 8; c++)
        number |= uint(is_inside(cell + ivec3(c & 1, c >> 1 & 1, c >> 2))) << c;
    return number;
}

// The vertex on an edge, which is numbered as in compute/surface_table.h.
uint vertex_on(ivec3 cell, uint edge)
{
    uint axis = edge / 4u, others = edge % 4u, below = (1u << axis) - 1u;
    uint c = (others & below) | (others & ~below) << 1; // the corner at its lower end
    ivec3 corner = cell + ivec3(c & 1u, c >> 1 & 1u, c >> 2);
    uint block = block_index(block_of(corner)), at = mesh_starts[block];
    for (uint other = 0u; other < axis; other++) at += ones(masks[MASKS * block + EDGES + other]);
    return at + ones_below(masks[MASKS * block + EDGES + axis], bit_of(corner));
}

void command_drawing()
{
    uint blocks = block_count(), vertices = mesh_starts[blocks];
    uint count = mesh_starts[2u * blocks] - vertices;
    bool fits = vertices <= room.y && count <= room.z && commands.lacking == 0u;
    commands.vertices = vertices;
    commands.triangles = count;
    if (fits) commands.draw[0] = 3u * count;
    else commands.lacking = 1u;
}

void main()
{
    uint number = group_number(), me = gl_LocalInvocationIndex;
    bool works = number < commands.blocks; // the same for the whole group
    uint block = list[works ? number : 0u];
    ivec3 cell = SIDE * block_at(block) + place_of(me);
    if (me < 6u) digits[me >> 1][me & 1u] = 0u;
    barrier(); // the digits are 0
    bool is_candidate = works && has(masks[MASKS * block + CANDIDATES], me);
    uvec2 entry = is_candidate ? table[case_of(cell)] : uvec2(0u);
    uint count = entry.y >> 28, at = mesh_starts[block_count() + block] - mesh_starts[block_count()];
    for (uint k = 0u; k < 3u; k++)
        if ((count >> k & 1u) != 0u) atomicOr(digits[k][me >> 5], 1u << (me & 31u));
    barrier(); // all digits are there
    for (uint k = 0u; k < 3u; k++) at += ones_below(uvec2(digits[k][0], digits[k][1]), me) << k;
    for (uint k = 0u; k < 3u * count && at + k / 3u < room.z; k++)
        indices[3u * at + k] = vertex_on(cell, entry[k >> 3] >> (4u * (k & 7u)) & 15u);
    if (number == 0u && me == 0u) command_drawing();
}
