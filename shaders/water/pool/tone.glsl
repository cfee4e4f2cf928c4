// From light to the screen: film's curve (Narkowicz, 2015), then the screen's.
vec3 toned(vec3 x)
{
    const float EXPOSURE = 0.54;
    x *= EXPOSURE;
    x = clamp(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0);
    return pow(x, vec3(1.0 / 2.2));
}
