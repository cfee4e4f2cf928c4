#version 430
// A list that points back into itself.
// expect: endless-loop - A
// also: long-loop -
// buffer 0: 16 iota
// budget: 30000000
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Data { uint next[]; };
void main()
{
    uint at = 3u;
#if BUG
    while (at != 99u) at = next[at]; // A
#else
    for (uint k = 0u; k < 16u && at != 99u; k++) at = next[at];
#endif
    next[0] = at;
}
