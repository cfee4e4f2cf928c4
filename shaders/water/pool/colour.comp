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

uint colour = 0u;
ivec3 slope = ivec3(0);

void add(vec3 particle, vec3 place)
{
    Contribution c = contribution_of(particle, place);
    colour = min(colour + c.colour, MOST_COLOUR);
    slope += c.slope;
}

// The particle, and its images in the walls that are `near`: in one, in two that meet, in three. No image is behind the
// ceiling: there is air.
void add_with_images(vec3 particle, vec3 place, ivec3 near)
{
    vec3 image = mix(-particle, 2.0 * box - particle, greaterThan(place, 0.5 * box));
    for (int z = 0; z <= near.z; z++)
        for (int y = 0; y <= near.y; y++)
            for (int x = 0; x <= near.x; x++) add(mix(particle, image, bvec3(x, y, z)), place);
}

void add_all(vec3 place, float reach_m)
{
    ivec3 near = ivec3(lessThan(vec3(min(place.x, box.x - place.x), place.y, min(place.z, box.z - place.z)), vec3(reach_m)));
    ivec3 low = max(ivec3(floor((place - reach_m - grid_low) / cell_size)), ivec3(0));
    ivec3 high = min(ivec3(floor((place + reach_m - grid_low) / cell_size)), grid_size - 1);
    for (int z = low.z; z <= high.z; z++)
        for (int y = low.y; y <= high.y; y++) {
            uint row = cell_index(ivec3(0, y, z)), end = starts[row + uint(high.x) + 1u];
            for (uint slot = starts[row + uint(low.x)]; slot < end; slot++) add_with_images(sorted_positions[slot].xyz, place, near);
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
    if (max(behind.x, max(behind.y, behind.z)) < 1.01 * cell_size) add_all(inside, inversesqrt(contribution.x));
    colours[i] = colour;
    slopes[i] = ivec4(slope * (1 - 2 * ivec3(notEqual(inside, place))), colour);
}
