// The lists of neighbours, for those who read them.
layout(std430, binding = PLANE_LENGTHS) restrict readonly buffer Lengths { uint lengths[]; };
layout(std430, binding = PLANE_LISTS) restrict readonly buffer Lists { uint lists[]; };

// Who is asked: those in the list; all, if it had no room for all.
uint asked(uint i)
{
    return lengths[i] > uint(PLANE_MOST) ? count : lengths[i];
}

uint neighbour(uint i, uint n)
{
    return lengths[i] > uint(PLANE_MOST) ? n : lists[i * uint(PLANE_MOST) + n];
}
