// Shorter is blue, longer is yellow and then red; 1 is the end of the scale. Linear light.
vec3 stretch_colour(float share)
{
    vec3 rest = vec3(0.30, 0.31, 0.33);
    if (share < 0.0) return mix(rest, vec3(0.04, 0.20, 0.75), min(-share, 1.0));
    return share < 0.5 ? mix(rest, vec3(0.85, 0.60, 0.08), 2.0 * share)
                       : mix(vec3(0.85, 0.60, 0.08), vec3(0.75, 0.03, 0.03), min(2.0 * share - 1.0, 1.0));
}
