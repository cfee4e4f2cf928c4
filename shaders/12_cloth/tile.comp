#version 430 core
// `tile`: a whole substep in one dispatch. A group has SIDE x SIDE particles, and computes HALO more on
// every side along with its neighbours, so that it need not wait for what they have: each colour spoils
// one ring of particles at the most, and what is left after the last one is right to the last bit.
// Limit: latency. Eight barriers, and behind each a square root and a division that all wait for.
#include "12_cloth/slots.h"

layout(local_size_x = PAIRS, local_size_y = WIDTH) in; // one for each link of a colour in the tile

layout(std430, binding = POSITIONS) restrict readonly buffer Positions { vec4 positions[]; };
layout(std430, binding = VELOCITIES) restrict readonly buffer Velocities { vec4 velocities[]; };
layout(std430, binding = NEXT_POSITIONS) restrict writeonly buffer NextPositions { vec4 next_positions[]; };
layout(std430, binding = NEXT_VELOCITIES) restrict writeonly buffer NextVelocities { vec4 next_velocities[]; };
layout(std430, binding = AIR) restrict readonly buffer Air { vec4 air[]; };
layout(std430, binding = CUTS) restrict readonly buffer Cuts { uint cuts[]; };
layout(location = SUBSTEP) uniform int substep;

#include "12_cloth/cloth.glsl"
#include "12_cloth/link.glsl"
#include "12_cloth/motion.glsl"

shared vec4 tile[WIDTH * WIDTH]; // WIDTH: SIDE and the halo on both sides
const int GROUP_SIZE = PAIRS * WIDTH;

ivec2 corner() { return ivec2(gl_WorkGroupID.xy) * SIDE - HALO; }

// Where a particle would be without links, and with which velocity.
vec4 prediction_of(uint i, out vec3 v)
{
    vec4 x = positions[i];
    v = velocities[i].xyz;
    predict(x, v, drag > 0.0 ? air[i] : vec4(0.0));
    return x;
}

void load_tile()
{
    vec3 v;
    for (int i = int(gl_LocalInvocationIndex); i < WIDTH * WIDTH; i += GROUP_SIZE) {
        ivec2 p = corner() + ivec2(i % WIDTH, i / WIDTH);
        if (is_in_cloth(p)) tile[i] = prediction_of(number_of(p), v);
    }
}

// Whether the group's own particles, by way of the later colours, see what this cell's link does. `later`
// is how many of those go along x and y. Each hands news on by one particle. Before colour 0 it is 6 and 6.
bool is_needed(ivec2 in_tile, int direction, int colour)
{
    ivec2 later = ivec2(colour == 0 ? 5 : colour < 4 ? 4 : 7 - colour,
                        colour < 2 ? 6 : colour == 2 ? 5 : colour == 3 ? 4 : 7 - colour);
    ivec2 reach = ivec2(direction != 1, direction != 0);
    later = min(later, HALO - reach); // there is no more
    ivec2 low = HALO - later - reach, high = HALO + SIDE + later;
    return all(greaterThanEqual(in_tile, low)) && all(lessThan(in_tile, high));
}

// One colour in the tile. Cells are numbered as in the cloth, or two tiles would disagree on what is even.
void pull_colour(int colour)
{
    int direction = colour >> 1;
    ivec2 pair = ivec2(gl_LocalInvocationID.xy), odd = (corner() + (colour & 1)) & 1;
    ivec2 in_tile = direction == 1 ? ivec2(pair.y, 2 * pair.x + odd.y) : ivec2(2 * pair.x + odd.x, pair.y);
    ivec2 from = in_tile + first_of(direction), to = in_tile + second_of(direction), cell = corner() + in_tile;
    if (!is_needed(in_tile, direction, colour) || !is_link(cell, direction)) return;
    if (tear > 0.0 && is_cut(cuts[number_of(cell)], direction)) return;
    pull(tile[from.y * WIDTH + from.x], tile[to.y * WIDTH + to.x], rest_of(direction));
}

// The group's own particles, without the halo.
void finish()
{
    for (int i = int(gl_LocalInvocationIndex); i < SIDE * SIDE; i += GROUP_SIZE) {
        ivec2 in_tile = ivec2(i % SIDE, i / SIDE) + HALO, p = corner() + in_tile;
        if (!is_in_cloth(p)) continue;
        uint own = number_of(p), lost = tear > 0.0 ? cuts[own] >> LINKS : 0u;
        vec3 v;
        vec4 x = tile[in_tile.y * WIDTH + in_tile.x], from = prediction_of(own, v);
        for (int t = 0; t < tethers && x.w > 0.0; t++) {
            ivec2 pin = pin_of(p, t);
            if ((lost >> t & 1u) == 0u) x.xyz = tether(x.xyz, p, pin, positions[number_of(pin)]);
        }
        if (x.w > 0.0) {
            x.xyz = collide(x.xyz, from.xyz, v, substep);
            v = velocity_of(x.xyz, from.xyz, v);
        }
        next_positions[own] = x;
        next_velocities[own] = vec4(v, 0.0);
    }
}

void main()
{
    load_tile();
    barrier(); // the links read what others have loaded
    // Behind each colour, a barrier: the next one, or finish(), reads what it has moved. Not a loop: like this
    // every colour is a constant, and most of what cells and directions are computed from is known beforehand.
    pull_colour(0); barrier(); pull_colour(1); barrier();
    pull_colour(2); barrier(); pull_colour(3); barrier();
    pull_colour(4); barrier(); pull_colour(5); barrier();
    pull_colour(6); barrier(); pull_colour(7); barrier();
    finish();
}
