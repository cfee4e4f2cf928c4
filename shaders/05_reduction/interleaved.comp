#version 430 core
// `interleaved`: a tree in shared memory. In the first round every second invocation adds its
// neighbour's value to its own, then every fourth the one two further on, and so on.
// Limit: those who add are spread over all subgroups, so all of these stay busy to the last round;
// and the remainder (%) is slow.
layout(local_size_x = GROUP) in;

#include "05_reduction/levels.glsl"

shared uint tile[GROUP];

void main()
{
    uint me = gl_LocalInvocationIndex;
    tile[me] = number(group_index() * GROUP + me);
    RECORD(1u, tile[me]);
    barrier(); // the first round reads what others have loaded
    for (uint reach = 1u; reach < GROUP; reach *= 2u) {
        if (me % (2u * reach) == 0u) tile[me] += tile[me + reach];
        RECORD(2u * reach, tile[me]);
        barrier(); // each round reads what the one before has added up
    }
    write_sum(tile[0], GROUP);
}
