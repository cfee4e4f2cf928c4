// A list of neighbours. The density pass tests all candidates, and notes those that passed; the force pass visits
// only these.
// Each lane of a team has a list of its own, with an entry for each of its rows of cells in which there is a neighbour.
// The candidates of a row are a run, so it takes one number to say which they are, and a bit for each to say whether it
// is a neighbour: `lasts` has the last candidate of the run, `notes` the bits, the lowest one for the last. A note of 0
// ends the list.
// A run that is too long for that is visited as a whole. `notes` has its first candidate, `lasts` the one behind its
// last. Such runs fill the places from the other end; `lasts`, beside the 0, has their number.
// Limit: 32 bytes from the cache for each neighbour, at places of its own for each invocation.
layout(std430, binding = WATER_NOTES) restrict LIST_ACCESS buffer Notes { uint notes[]; };
layout(std430, binding = WATER_LASTS) restrict LIST_ACCESS buffer Lasts { uint lasts[]; };

const uint MOST_BITS = 31u; // of a note
const uint LAST_ENTRY = uint(LIST_ENTRIES - 1);

// Entries with the same number lie side by side, so that neighbouring invocations read and write whole lines of memory.
uint list_stride = uint(LANES) * uint(particle_count); // from an entry to the next one

uint first_place(uint k)
{
    return lane() * uint(particle_count) + k;
}
