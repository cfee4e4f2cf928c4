// A wall as a mirror: whatever is near it has an image behind it. Image 0 is the particle itself, 1 the one behind the
// floor, 2 the one behind the nearer side wall, 3 the one behind both.

vec2 image(vec2 place, uint k)
{
    if ((k & 1u) != 0u) place.y = -place.y;
    if ((k & 2u) != 0u) place.x = place.x < 0.5 * box.x ? -place.x : 2.0 * box.x - place.x;
    return place;
}

// The same of an arrow. Twice, and it is as it was.
vec2 turned(vec2 arrow, uint k)
{
    return vec2((k & 2u) != 0u ? -arrow.x : arrow.x, (k & 1u) != 0u ? -arrow.y : arrow.y);
}

// Whether anything in the box can be within the reach of that place.
bool is_near(vec2 place)
{
    return place.y > -reach && place.x > -reach && place.x < box.x + reach;
}
