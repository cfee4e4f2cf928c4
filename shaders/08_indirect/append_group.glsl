// Appends the slots of a work group's survivors to the next list, with one atomic for all of them. The
// including shader declares `next` and `next_living`; every invocation of the group has to call it.
shared uint survivors, first_place;

void append_group(bool lives, uint slot)
{
    if (gl_LocalInvocationID.x == 0u) survivors = 0u;
    barrier(); // the count is 0 for all
    uint place = lives ? atomicAdd(survivors, 1u) : 0u;
    barrier(); // all have been counted
    if (gl_LocalInvocationID.x == 0u) first_place = atomicAdd(next.living, survivors);
    barrier(); // all know where the group's places begin
    if (lives) next_living[first_place + place] = slot;
}
