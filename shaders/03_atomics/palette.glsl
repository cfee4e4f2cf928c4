// A circle of calm colours; t from 0 to 1.
vec3 hue_colour(float t)
{
    return 0.58 + 0.34 * cos(6.2831853 * (t + vec3(0.0, 0.36, 0.68)));
}
