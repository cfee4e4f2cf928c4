#version 430 core
// Task: the horizon, on two blank pages. This one is for the kernel. The other is for the C code that dispatches
// it, lessons/05_reduction/tasks/horizon.c. For each number, find the largest of all numbers before it; for the
// first, that is 0. (Look at the hills from the left: you see each one that is higher than this.)
// It is a scan with max in place of +, over many work groups. Numbers may have any of their 32 bits set, and
// `count` need not be a multiple of the group. A group may have GROUP = 256 invocations.
// Write both, then run: ./wb check 5.horizon
// --- your lines from here ---
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Values { uint values[]; };
layout(std430, binding = 1) restrict buffer Tops { uint tops[]; }; // the largest number of each tile
layout(std430, binding = 2) restrict writeonly buffer Highest { uint highest[]; };
layout(location = 0) uniform uint count;
layout(location = 1) uniform uint second; // 0: the dispatch for the tops; 1: the one for the rest

shared uint largest;        // of all that the group has given to group_max()
shared uint tile[2][GROUP]; // two copies, which take turns

uint group_max(uint value)
{
    if (gl_LocalInvocationIndex == 0u) largest = 0u;
    barrier(); // it is 0 before any compares
    atomicMax(largest, value);
    barrier(); // all have compared
    return largest;
}

// The largest of the values of this invocation and of all in front of it.
uint scan_max(uint value)
{
    uint me = gl_LocalInvocationIndex, turn = 0u;
    for (uint reach = 1u; reach < GROUP; reach *= 2u) {
        tile[turn][me] = value;
        barrier(); // all read what another has written
        if (me >= reach) value = max(value, tile[turn][me - reach]);
        turn = 1u - turn;
    }
    return value;
}

void main()
{
    uint me = gl_LocalInvocationIndex, group = gl_WorkGroupID.x, i = group * GROUP + me;
    if (second == 0u) {
        uint top = group_max(i < count ? values[i] : 0u);
        if (me == 0u) tops[group] = top;
        return;
    }
    uint before = 0u;
    for (uint t = me; t < group; t += GROUP) before = max(before, tops[t]);
    before = group_max(before);
    // The number in front of one's own: from an inclusive scan that makes an exclusive one.
    uint value = scan_max(me > 0u && i <= count ? values[i - 1u] : 0u);
    if (i < count) highest[i] = max(before, value);
}
// --- to here ---

// --- as shipped ---
// layout(local_size_x = GROUP) in;
//
// void main() {}
