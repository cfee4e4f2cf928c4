// Goes through the list of a particle's neighbours, as list.glsl has it: calls visit() for each.
void visit(uint j);

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
