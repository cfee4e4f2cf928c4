// The sum over the GROUP invocations of a work group. All of them call, and a barrier() lies between
// two calls. SUBGROUPS: whether there are subgroup operations; see common/compute/subgroup.h.
#if SUBGROUPS
#extension GL_KHR_shader_subgroup_arithmetic : require
#endif
layout(local_size_x = GROUP) in; // NVIDIA's compiler wants the size before gl_NumSubgroups

shared uint group_total;

// The sum of all invocations' values.
uint group_sum(uint value)
{
    if (gl_LocalInvocationIndex == 0u) group_total = 0u;
    barrier(); // it is 0 before any invocation adds to it
#if SUBGROUPS
    value = subgroupAdd(value);
    if (subgroupElect()) // one invocation of each subgroup
#endif
        atomicAdd(group_total, value);
    barrier(); // all have added
    return group_total;
}
