#version 430 core
// As density_team.comp, and notes who the neighbours are: see list.glsl.
layout(local_size_x = TEAMS, local_size_y = LANES) in;

#define LIST_ACCESS writeonly
#include "09_sph/density_packed.glsl"
#include "09_sph/list.glsl"

uint me;                  // the particle
uint entries, long_runs; // in its list, so far

void put(uint entry, uint note, uint last)
{
    uint place = place_in_list(me, entry);
    notes[place] = note;
    lasts[place] = last;
}

void visit_run(uint begin, uint end)
{
    uint count = end - begin, beyond = 0u;
    // What is left of the reach is below 0 for those beyond it: its sign is a bit.
    for (uint j = begin; j < end; j++) beyond = beyond << 1 | floatBitsToUint(add(j)) >> 31;
    if (count > MOST_BITS) {
        put(LAST_ENTRY - long_runs++, begin, end);
    } else {
        uint note = ~beyond & ((1u << count) - 1u);
        if (note != 0u) put(entries++, note, end - 1u);
    }
}

void main()
{
    me = team();
    entries = long_runs = 0u;
    bool is_particle = me < uint(particle_count); // nobody leaves before the barrier in team_sum()
    sum = 0.0;
    if (is_particle) {
        begin(me);
        visit_candidates(here);
        put(entries, 0u, long_runs);
    }
    float whole = team_sum(vec3(sum)).x;
    if (is_particle && lane() == 0u) pack(me, whole); // one of the team writes
}
