#version 430 core
// The sums of all groups, in one group and in a fixed order: one entry of the history.
layout(local_size_x = GROUP) in;

layout(location = 0) uniform uint count;
layout(location = 1) uniform uint entry;
layout(std430, binding = ENERGIES) restrict readonly buffer Energies { vec4 energies[]; };
layout(std430, binding = HISTORY) restrict writeonly buffer History { vec4 history[]; };

shared vec4 sums[GROUP];

void main()
{
    uint me = gl_LocalInvocationIndex;
    vec4 sum = vec4(0.0);
    for (uint i = me; i < count; i += GROUP) sum += energies[i];
    sums[me] = sum;
    for (uint others = GROUP / 2u; others > 0u; others /= 2u) {
        barrier(); // the round before is over
        if (me < others) sums[me] += sums[me + others];
    }
    if (me == 0u) history[entry] = sums[0];
}
