// Places in a list for what the invocations have to put there: `count` for each, none for some. All
// of a work group call append(), and a barrier() lies between two calls. The including kernel says how
// the list's end is moved: take() returns where it was.
uint take(uint count);

#if AGGREGATED
shared uint wanted, first_place;

// One atomic operation on the list's end for the whole group; in it, shared memory counts.
uint append(uint count)
{
    bool leads = gl_LocalInvocationIndex == 0u;
    if (leads) wanted = 0u;
    barrier(); // it is 0 before any invocation adds to it
    uint at = count > 0u ? atomicAdd(wanted, count) : 0u;
    barrier(); // all have added
    if (leads && wanted > 0u) first_place = take(wanted);
    barrier(); // the first place is there
    return first_place + at;
}
#else
// An atomic operation on the list's end for each invocation; there, all wait for each other.
uint append(uint count) { return count > 0u ? take(count) : 0u; }
#endif
