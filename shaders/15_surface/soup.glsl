// The triangles of a cell, every one with three vertices of its own.
#include "15_surface/slots.h"

layout(std430, binding = MARKS) restrict readonly buffer Marks { uint marks[]; };
layout(std430, binding = SLOPES) restrict readonly buffer Slopes { ivec4 slopes[]; };
layout(std430, binding = TABLE) restrict readonly buffer Table { uvec2 table[]; };
layout(std430, binding = POSITIONS) restrict writeonly buffer Positions { vec4 positions[]; };
layout(std430, binding = NORMALS) restrict writeonly buffer Normals { vec4 normals[]; };
layout(std430, binding = INDICES) restrict writeonly buffer Indices { uint indices[]; };
#include "surface/commands.glsl"
layout(std430, binding = COMMANDS) restrict buffer TheCommands { Commands commands; };

#include "15_surface/append.glsl"
#include "surface/surface.glsl"
#include "surface/kernel.glsl"

uint take(uint count)
{
    uint at = atomicAdd(commands.triangles, count), end = at + count;
    atomicMax(commands.vertices, 3u * end);
    atomicMax(commands.draw[0], 3u * end);
    if (end > room.z) {
        commands.lacking = 1u;
        commands.draw[1] = 0u; // no instance of the mesh
    }
    return at;
}

// The slope, and in w the colour. Zeros, if the corner was not computed.
ivec4 slope_at(ivec3 corner)
{
    ivec3 block = block_of(corner);
    if (!is_block(block)) return ivec4(0);
    uint mark = marks[BLOCK * block_index(block) + bit_of(corner)];
    return mark != 0u ? slopes[mark - 1u] : ivec4(0);
}

#if DIFFERENCES
// The slope of differences between the colours on both sides of the corner, away from most of it.
vec3 normal_at(ivec3 corner)
{
    vec3 slope;
    for (int axis = 0; axis < 3; axis++) {
        ivec3 step = ivec3(0);
        step[axis] = 1;
        float after = float(uint(slope_at(corner + step).w)), before = float(uint(slope_at(corner - step).w));
#if PRECEDENCE
        slope[axis] = before - after / cell_size;
#else
        slope[axis] = (before - after) / cell_size;
#endif
    }
    return slope;
}
#else
vec3 normal_at(ivec3 corner) { return vec3(slope_at(corner).xyz); }
#endif

void put_vertex(uint at, ivec3 cell, uint edge)
{
    uint axis = edge / 4u, others = edge % 4u, below = (1u << axis) - 1u;
    uint c = (others & below) | (others & ~below) << 1; // the corner at its lower end
    ivec3 corner = cell + ivec3(c & 1u, c >> 1 & 1u, c >> 2), end = corner;
    end[axis]++;
    uint here = uint(slope_at(corner).w), there = uint(slope_at(end).w);
    precise float share = (float(iso) - float(here)) / (float(there) - float(here));
    vec3 outwards = vec3(end - corner) * (here > there ? 1.0 : -1.0);
    positions[at] = vec4(on_edge(corner, end, share), 1.0);
    normals[at] = vec4(normal_of(normal_at(corner), normal_at(end), share, outwards), 0.0);
    indices[at] = at;
}

// All of a work group call it.
void put_triangles(uint id, bool works)
{
    ivec3 cell = SIDE * block_at(id / BLOCK) + place_of(id % BLOCK);
    uint number = 0u;
    for (int c = 0; c < 8 && works; c++)
        number |= uint(uint(slope_at(cell + ivec3(c & 1, c >> 1 & 1, c >> 2)).w) > iso) << c;
    uvec2 entry = table[number]; // of case 0, there are no triangles
    uint count = entry.y >> 28, at = append(count);
    for (uint k = 0u; k < 3u * count && at + k / 3u < room.z; k++)
        put_vertex(3u * at + k, cell, entry[k >> 3] >> (4u * (k & 7u)) & 15u);
}
