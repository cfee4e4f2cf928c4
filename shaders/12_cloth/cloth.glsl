#include "12_cloth/slots.h"
#include "exact/exact.glsl"

// The cloth's numbers: struct cloth of lessons/12_cloth/cloth.h, which says what each is. SI units.
layout(std140, binding = CLOTH) uniform Cloth {
    ivec2 size;      // particles: columns, rows
    float spacing;   // of particles in a row or a column, at rest
    float diagonal;  // of those across
    float time_step; // of a substep
    float per_step;  // 1 / time_step
    float softness;  // compliance / time_step^2, in 1/kg
    float keep;      // of the velocity, in a substep
    float fall;      // speed that gravity adds in a substep
    float drag;      // 1/m, times time_step; 0: there is no air
    float tear;      // a link breaks at this share of its length more; 0: never
    int pins;        // PINS_NONE and so on
    int tethers;     // for each particle
    float time;      // at the start of the frame
    float wind;      // m/s
    uint seed;
    vec4 ball;      // where it is at the start of the frame, and its radius; 0: there is none
    vec3 ball_step; // how far it moves in a substep
    float floor_height;
};

const int LINKS = 4; // directions of links: across, down, and the two diagonals

uint number_of(ivec2 p) { return uint(p.y * size.x + p.x); }
bool is_in_cloth(ivec2 p) { return all(greaterThanEqual(p, ivec2(0))) && all(lessThan(p, size)); }

// `precise`, sums written out, and roots and quotients to the last bit: then every driver does the same operations in
// the same order, and versions that do the same things in another place have the same results to the last bit.
float length_of(vec3 d)
{
    precise float square = d.x * d.x + d.y * d.y + d.z * d.z;
    return square > 1e-30 ? exact_sqrt(square) : 0.0; // nearer than 1e-15 m is in the same place
}

/* ---- Links ---- */

// A cell is known by its upper left particle. It owns four links, one of each direction: where they begin
// and end, in particles from there.
ivec2 first_of(int direction) { return ivec2(0, direction == 3 ? 1 : 0); }
ivec2 second_of(int direction)
{
    return direction == 0 ? ivec2(1, 0) : direction == 1 ? ivec2(0, 1) : direction == 2 ? ivec2(1, 1) : ivec2(1, 0);
}

bool is_link(ivec2 cell, int direction)
{
    ivec2 reach = ivec2(direction != 1, direction != 0);
    return all(greaterThanEqual(cell, ivec2(0))) && all(lessThan(cell, size - reach));
}

float rest_of(int direction) { return direction < 2 ? spacing : diagonal; }
bool is_cut(uint cuts, int direction) { return tear > 0.0 && (cuts >> direction & 1u) != 0u; }
