#version 430 core
// Exercise: not the largest number, but where it is. The tree carries candidates: a number and its
// place. It takes two levels: many groups, each of which finds the best of its share, and then one
// group for these.
// Write in the gap which of two candidates is the better one, then run: ./wb check 5
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer From { uint from[]; };
layout(std430, binding = 1) restrict writeonly buffer To { uvec2 to[]; }; // number, place
layout(location = 0) uniform uint count; // of candidates on this level
layout(location = 1) uniform uint level; // 0: `from` holds numbers; 1: candidates

const uvec2 NOBODY = uvec2(0u, 0xFFFFFFFFu); // what stands in where there is no candidate

shared uvec2 tile[GROUP];

uvec2 candidate(uint i) { return level == 0u ? uvec2(from[i], i) : uvec2(from[2u * i], from[2u * i + 1u]); }

// The candidate with the larger number; of equal ones, the one that stands further in front.
uvec2 better(uvec2 a, uvec2 b)
{
    // --- your lines from here ---
    return a; // the first one wins, whatever it is
    // --- to here ---
}

void main()
{
    uint me = gl_LocalInvocationIndex;
    uvec2 best = NOBODY;
    for (uint i = gl_GlobalInvocationID.x; i < count; i += gl_NumWorkGroups.x * GROUP)
        best = better(best, candidate(i));
    tile[me] = best;
    barrier(); // the first round reads what others have found
    for (uint reach = GROUP / 2u; reach > 0u; reach /= 2u) {
        if (me < reach) tile[me] = better(tile[me], tile[me + reach]);
        barrier(); // each round reads what the one before has found
    }
    if (me == 0u) to[gl_WorkGroupID.x] = tile[0];
}
