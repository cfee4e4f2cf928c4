#version 430
// Each group takes the sum of the one before from a buffer that is not coherent.
// expect: race sums A B
// buffer 0: 8 one
// groups: 8 1 1
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer A { uint sums[]; };
shared uint before;
void main()
{
    uint g = gl_WorkGroupID.x;
    if (gl_LocalInvocationIndex != 0u) return;
#if BUG
    uint before = g > 0u ? sums[g - 1u] : 0u; // A
    sums[g] = before + 1u; // B
#else
    sums[g] = sums[g] + 1u;
#endif
}
