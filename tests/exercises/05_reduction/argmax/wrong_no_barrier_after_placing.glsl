// says: error: 
shared uint largest, place; // of the group

void main()
{
    uvec2 best = uvec2(0u, 0xFFFFFFFFu);
    for (uint i = gl_GlobalInvocationID.x; i < count; i += gl_NumWorkGroups.x * GROUP) {
        uvec2 one = candidate(i);
        if (one.x > best.x || (one.x == best.x && one.y < best.y)) best = one;
    }
    if (gl_LocalInvocationIndex == 0u) {
        largest = 0u;
        place = 0xFFFFFFFFu;
    }
    barrier();
    atomicMax(largest, best.x);
    barrier();
    if (best.x == largest) atomicMin(place, best.y);
    if (gl_LocalInvocationIndex == 0u) to[gl_WorkGroupID.x] = uvec2(largest, place);
}
