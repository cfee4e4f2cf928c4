// A scale of colours, from the least, 0, to the most, 1: dark violet, blue, green, yellow. It grows brighter all the way, so
// that it can be read without seeing red from green. In linear light.
vec3 scale_colour(float share)
{
    const vec3 COLOURS[6] = vec3[](vec3(0.27, 0.00, 0.38), vec3(0.25, 0.29, 0.62), vec3(0.10, 0.50, 0.68),
                                   vec3(0.10, 0.68, 0.52), vec3(0.50, 0.84, 0.28), vec3(1.00, 0.93, 0.15));
    float at = 5.0 * clamp(share, 0.0, 1.0);
    int below = min(int(at), 4);
    return 1.6 * pow(mix(COLOURS[below], COLOURS[below + 1], at - float(below)), vec3(2.2));
}
