#version 430 core
// `append_ballot`: the invocations of a subgroup vote on what is kept. The first asks the buffer for as many
// places as there are votes, and each finds its own by counting the votes before it.
// Limit: one atomic on one address for every 32 values or so.
#include "03_atomics/ballot.glsl"
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Values { uint values[]; };
layout(std430, binding = 1) restrict buffer Length { uint length; };
layout(std430, binding = 2) restrict writeonly buffer List { uint list[]; };
layout(location = 0) uniform uint count;
layout(location = 1) uniform uint limit; // values below it are kept

#include "03_atomics/linear.glsl"

void main()
{
    uint i = linear_index(), first = 0u;
    bool keep = i < count && values[i] < limit;
    Votes votes = ballot(keep); // all of them vote, also those beyond the end

    if (is_first_lane() && count_votes(votes) > 0u) first = atomicAdd(length, count_votes(votes));
    first = of_first_lane(first);

    if (keep) list[first + count_votes_before(votes)] = i;
}
