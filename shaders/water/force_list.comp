#version 430 core
// Acceleration and the step in time. It goes through the list that density_list.comp has made, and needs no grid.
layout(local_size_x = TEAMS, local_size_y = LANES) in;

#define LIST_ACCESS readonly
#include "water/force_packed.glsl"
#include "water/team.glsl"
#include "water/list.glsl"

// One loop over the bits of all notes, not a loop over notes with one over bits in it. Invocations that run in step would
// wait at each note for the one that has most neighbours there; so they wait for the one that has most in all.
void visit_list(uint k)
{
    uint place = first_place(k), note = notes[place], last = lasts[place];
    while (note != 0u) {
        int bit = findMSB(note);
        note ^= 1u << bit;
        visit(last - uint(bit));
        if (note == 0u) {
            place += list_stride;
            note = notes[place];
            last = lasts[place];
        }
    }
    uint long_runs = last;
    place = first_place(k) + LAST_ENTRY * list_stride;
    for (uint r = 0u; r < long_runs; r++, place -= list_stride) {
        for (uint j = notes[place]; j < lasts[place]; j++) visit(j);
    }
}

void main()
{
    uint k = team();
    bool is_particle = k < uint(particle_count); // nobody leaves before the barrier in team_sum()
    sum = vec3(0.0);
    if (is_particle) {
        begin(k);
        visit_list(k);
    }
    vec3 whole = team_sum(sum);
    if (is_particle && lane() == 0u) move(k, whole); // one of the team writes
}
