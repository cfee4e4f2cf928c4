// says: expected
shared uint largest; // a number, and behind it the place

void main()
{
    if (gl_LocalInvocationIndex == 0u) largest = 0u;
    barrier();
    for (uint i = gl_GlobalInvocationID.x; i < count; i += gl_NumWorkGroups.x * GROUP) {
        uvec2 one = candidate(i);
        atomicMax(largest, one.x << 17 | 131071u - one.y);
    }
    barrier();
    if (gl_LocalInvocationIndex == 0u) to[gl_WorkGroupID.x] = uvec2(largest >> 17, 131071u - (largest & 131071u));
}
