// A scan in a work group, by Hillis and Steele's rounds: after each, every sum reaches twice as far back.
shared uint tile[GROUP];

// The sum of this invocation's value and of all in front of it. All of the group call it, and a barrier()
// lies between two calls.
uint group_scan(uint value)
{
    uint me = gl_LocalInvocationIndex;
    tile[me] = value;
    barrier(); // the first round reads what others have written
    for (uint reach = 1u; reach < GROUP; reach *= 2u) {
        uint before = me >= reach ? tile[me - reach] : 0u;
        barrier(); // all have read before one of them adds
        tile[me] += before;
        barrier(); // all have added before one of them reads
    }
    return tile[me];
}
