#version 430 core
// BROKEN: no barrier() after loading, nor between the rounds. Each round reads what other invocations
// may not have written yet: zeros, from the careful start, so their numbers are lost.
layout(local_size_x = GROUP) in;

#include "05_reduction/levels.glsl"

shared uint tile[GROUP];

void main()
{
    uint me = gl_LocalInvocationIndex;
    tile[me] = 0u;
    barrier(); // everything is 0 now
    tile[me] = number(group_index() * GROUP + me);
    RECORD(1u, tile[me]);
    for (uint reach = GROUP / 2u; reach > 0u; reach /= 2u) {
        if (me < reach) tile[me] += tile[me + reach];
        RECORD(GROUP / reach, tile[me]);
    }
    write_sum(tile[0], GROUP);
}
