float share_of_way(uint here, uint there)
{
    vec3 c = vec3(here, there, iso) / 4194304.0;
    return clamp((c.z - c.x) / (c.y - c.x), 0.0, 1.0);
}
