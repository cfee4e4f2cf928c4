#version 430 core
// What surface/colour.comp does, in a glass box: water at a wall goes on behind it as its own mirror image. So the
// surface meets the wall at a right angle, and does not bend round where particles end. The vertex shader then cuts off
// what is behind the wall: one cell of it is made, and closed.
// Limit: as surface/colour.comp; beside a wall twice, in an edge four times as many particles count.
#include "surface/slots.h"
#include "water/physics.glsl"

layout(local_size_x = GROUP) in;

layout(std430, binding = SURFACE_STARTS) restrict readonly buffer Starts { uint starts[]; };
layout(std430, binding = SURFACE_SORTED_POSITIONS) restrict readonly buffer SortedPositions { vec4 sorted_positions[]; };
layout(std430, binding = SURFACE_CORNER_LIST) restrict readonly buffer CornerList { uint corner_list[]; };
layout(std430, binding = SURFACE_COLOURS) restrict writeonly buffer Colours { uint colours[]; };
layout(std430, binding = SURFACE_SLOPES) restrict writeonly buffer Slopes { ivec4 slopes[]; };
#include "surface/commands.glsl"
layout(std430, binding = SURFACE_COMMANDS) restrict readonly buffer TheCommands { Commands commands; };

#include "surface/surface.glsl"
#include "surface/kernel.glsl"

// Of R: what is further away contributes nothing, see kernel.glsl. So the cells that begin at R need no look.
const float REACH = 0.9995;

uint colour = 0u;
ivec3 slope = ivec3(0);

// All particles that reach a place; their slopes times `sides`. Behind a wall there are none, and few rows to look at.
void add_all(vec3 place, ivec3 sides, float reach_m)
{
    ivec3 low = max(ivec3(floor((place - reach_m - grid_low) / cell_size)), ivec3(0));
    ivec3 high = min(ivec3(floor((place + reach_m - grid_low) / cell_size)), grid_size - 1);
    for (int z = low.z; z <= high.z; z++)
        for (int y = low.y; y <= high.y; y++) {
            uint row = cell_index(ivec3(0, y, z)), end = starts[row + uint(high.x) + 1u];
            for (uint slot = starts[row + uint(low.x)]; slot < end; slot++) {
                Contribution c = contribution_of(sorted_positions[slot].xyz, place);
                colour = min(colour + c.colour, MOST_COLOUR);
                slope += sides * c.slope;
            }
        }
}

// What a particle's image in a wall does to a place, the particle does to the place's image. There is one in a wall that
// is near, there are three where two meet, and seven in a corner. The ceiling has none: there is air.
void add_with_images(vec3 place, float reach_m)
{
    bvec3 is_near = lessThan(vec3(min(place.x, box.x - place.x), place.y, min(place.z, box.z - place.z)), vec3(reach_m));
    vec3 image = mix(-place, 2.0 * box - place, greaterThan(place, 0.5 * box));
    for (int i = 0; i < 8; i++) {
        bvec3 mirrors = bvec3(i & 1, i & 2, i & 4);
        if (any(greaterThan(ivec3(mirrors), ivec3(is_near)))) continue;
        add_all(mix(place, image, mirrors), 1 - 2 * ivec3(mirrors), reach_m);
    }
}

void main()
{
    uint i = group_number() * GROUP + gl_LocalInvocationIndex;
    if (i >= min(commands.corners, room.x)) return;

    uint id = corner_list[i];
    vec3 place = corner_position(SIDE * block_at(id / BLOCK) + place_of(id % BLOCK));
    vec3 inside = mix(abs(place), 2.0 * box - place, greaterThan(place, box)); // its image, if it is behind a wall
    inside.y = place.y > box.y ? place.y : inside.y;
    vec3 behind = max(max(-place, place - box), vec3(0.0));
    if (max(behind.x, max(behind.y, behind.z)) < 1.01 * cell_size) add_with_images(inside, REACH * inversesqrt(contribution.x));
    colours[i] = colour;
    slopes[i] = ivec4(slope * (1 - 2 * ivec3(notEqual(inside, place))), colour);
}
