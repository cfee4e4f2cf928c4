// From dark through violet and red to nearly white; x from 0 to 1.
vec3 heat_colour(float x)
{
    const vec3 stops[6] = vec3[](vec3(0.035, 0.04, 0.06), vec3(0.16, 0.11, 0.36), vec3(0.52, 0.18, 0.47),
                                 vec3(0.90, 0.36, 0.33), vec3(0.99, 0.72, 0.35), vec3(1.00, 0.98, 0.86));
    float at = clamp(x, 0.0, 0.9999) * 5.0;
    int i = int(at);
    return mix(stops[i], stops[i + 1], fract(at));
}
