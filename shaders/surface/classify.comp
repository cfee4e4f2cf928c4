#version 430 core
// Surface, 7 of 9: inside or outside? A work group for each listed block. It loads the colour of its
// 5 x 5 x 5 corners, 64 of them its own, and finds its cut edges and how many triangles its
// candidates have. An edge is cut if one end is inside and the other is not.
// Limit: finds each of 125 corners in its list through its block's mask.
#include "surface/slots.h"

layout(local_size_x = BLOCK) in;

layout(std430, binding = SURFACE_LIST) restrict readonly buffer List { uint list[]; };
layout(std430, binding = SURFACE_MASKS) restrict buffer Masks { uvec2 masks[]; };
layout(std430, binding = SURFACE_CORNER_STARTS) restrict readonly buffer CornerStarts { uint corner_starts[]; };
layout(std430, binding = SURFACE_COLOURS) restrict readonly buffer Colours { uint colours[]; };
layout(std430, binding = SURFACE_MESH_COUNTS) restrict writeonly buffer MeshCounts { uint mesh_counts[]; };
layout(std430, binding = SURFACE_TABLE) restrict readonly buffer Table { uvec2 table[]; };
#include "surface/commands.glsl"
layout(std430, binding = SURFACE_COMMANDS) restrict readonly buffer TheCommands { Commands commands; };

#include "surface/surface.glsl"

const uint UNKNOWN = 2u; // no corner of a candidate

shared uint states[125]; // 0: outside, 1: inside
shared uint words[8];    // inside; cut edges along x, y, z
shared uint triangles;

uint state_of(ivec3 corner)
{
    ivec3 block = block_of(corner);
    if (!is_block(block)) return UNKNOWN;
    uint index = block_index(block), bit = bit_of(corner);
    uvec2 mask = masks[MASKS * index + CORNERS];
    uint at = corner_starts[index] + ones_below(mask, bit);
    return has(mask, bit) && at < room.x ? uint(colours[at] > iso) : UNKNOWN;
}

uint state_at(ivec3 place) { return states[(place.z * 5 + place.y) * 5 + place.x]; }

uint case_of(ivec3 place)
{
    uint number = 0u;
    for (int c = 0; c < 8; c++)
        number |= (state_at(place + ivec3(c & 1, c >> 1 & 1, c >> 2)) & 1u) << c;
    return number;
}

void set_bit(uint mask, uint bit) { atomicOr(words[2u * mask + (bit >> 5)], 1u << (bit & 31u)); }

void look_at(ivec3 place, uint bit)
{
    uint state = state_at(place);
    if (state == 1u) set_bit(0u, bit);
    for (int axis = 0; axis < 3; axis++) {
        ivec3 end = place;
        end[axis]++;
        if ((state ^ state_at(end)) == 1u) set_bit(1u + uint(axis), bit); // neither is unknown
    }
}

void main()
{
    uint number = group_number(), me = gl_LocalInvocationIndex;
    bool works = number < commands.blocks; // the same for the whole group
    uint block = list[works ? number : 0u];
    ivec3 low = SIDE * block_at(block), place = place_of(me);
    for (int i = int(me); i < 125; i += BLOCK)
        states[i] = state_of(low + ivec3(i % 5, i / 5 % 5, i / 25));
    if (me < 8u) words[me] = 0u;
    if (me == 0u) triangles = 0u;
    barrier(); // the states are there, and the rest is 0
    look_at(place, me);
    if (has(masks[MASKS * block + CANDIDATES], me)) atomicAdd(triangles, table[case_of(place)].y >> 28);
    barrier(); // all bits are there
    if (!works || me != 0u) return;
    uint cut = 0u;
    for (uint axis = 0u; axis < 3u; axis++) {
        uvec2 mask = uvec2(words[2u + 2u * axis], words[3u + 2u * axis]);
        masks[MASKS * block + EDGES + axis] = mask;
        cut += ones(mask);
    }
    masks[MASKS * block + INSIDE] = uvec2(words[0], words[1]);
    mesh_counts[block] = cut;
    mesh_counts[block_count() + block] = triangles;
}
