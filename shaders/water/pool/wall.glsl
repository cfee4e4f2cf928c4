// The wall of the box that a place is at: 1 or -1 on its axis, outwards; zeros if it is at none.
vec3 wall_at(vec3 place)
{
    const float AT = 1e-3; // m
    vec3 wall = vec3(greaterThan(place, box - AT)) - vec3(lessThan(place, vec3(AT)));
    if (wall.y != 0.0) return vec3(0.0, wall.y, 0.0);
    return wall.x != 0.0 ? vec3(wall.x, 0.0, 0.0) : wall;
}
