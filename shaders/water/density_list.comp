#version 430 core
// Density, and everything else that the next pass wants to know of a neighbour; and it notes the neighbours: see
// list.glsl.
layout(local_size_x = TEAMS, local_size_y = LANES) in;

#define LIST_ACCESS writeonly
#include "water/density_packed.glsl"
#include "water/team.glsl"
#include "water/fine.glsl"
#include "water/list.glsl"

uint place;                 // of the next entry
uint long_place, long_runs; // of the next long run; how many there are

void put(uint place, uint note, uint last)
{
    notes[place] = note;
    lasts[place] = last;
}

void visit_run(uint begin, uint end)
{
    uint count = end - begin, beyond = 0u;
    // What is left of the reach is below 0 for those beyond it: its sign is a bit.
    for (uint j = begin; j < end; j++) beyond = beyond << 1 | floatBitsToUint(add(j)) >> 31;
    if (count > MOST_BITS) {
        put(long_place, begin, end);
        long_place -= list_stride;
        long_runs++;
    } else {
        uint note = ~beyond & ((1u << count) - 1u);
        if (note != 0u) { // at least one is a neighbour
            put(place, note, end - 1u);
            place += list_stride;
        }
    }
}

void main()
{
    uint k = team();
    place = first_place(k);
    long_place = place + LAST_ENTRY * list_stride;
    long_runs = 0u;
    bool is_particle = k < uint(particle_count); // none leaves before the barrier in team_sum()
    sum = 0.0;
    if (is_particle) {
        begin(k);
        visit_candidates(here);
        put(place, 0u, long_runs);
    }
    float whole = team_sum(vec3(sum)).x;
    if (is_particle && lane() == 0u) pack(k, whole); // one of the team writes
}
