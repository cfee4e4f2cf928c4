// Which nodes of the tree are near the group's stars: see walk.comp.
layout(location = THETA) uniform float theta; // a node is near if its size, divided by its distance, is more than this

// [near]
vec3 box_low, box_high; // of the group's stars

void find_box(vec3 here)
{
    list[gl_LocalInvocationIndex].xyz = here;
    barrier(); // all places are there
    box_low = box_high = here;
    for (uint k = 0u; k < WALK_GROUP; k++) {
        box_low = min(box_low, list[k].xyz);
        box_high = max(box_high, list[k].xyz);
    }
}

bool is_near(vec3 centre, float size)
{
    precise vec3 off = max(max(box_low - centre, centre - box_high), vec3(0.0)); // from the box to there
    precise float square = off.x * off.x + off.y * off.y + off.z * off.z, far = theta * theta * square;
#if FORGETS_SIZE
    return size > 0.0 && far < 1.0; // BROKEN: a large cell has to be further away than a small one
#else
    return size * size > far;
#endif
}
// [/near]
