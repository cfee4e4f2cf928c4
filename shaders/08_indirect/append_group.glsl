// Places behind those that are taken in the next list, with one atomic for a work group's survivors
// together. The including shader declares `next`; every invocation of the group has to call it.
shared uint survivors, first_place;

// A survivor's place. A particle that does not live on gets none, and a number without meaning.
uint take_place(bool lives)
{
    if (gl_LocalInvocationID.x == 0u) survivors = 0u;
    barrier(); // the count is 0 for all
    uint place = lives ? atomicAdd(survivors, 1u) : 0u;
    barrier(); // all have been counted
    if (gl_LocalInvocationID.x == 0u) first_place = atomicAdd(next.living, survivors);
    barrier(); // all know where the group's places begin
    return first_place + place;
}
