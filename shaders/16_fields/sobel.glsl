// How steeply the picture changes at p: Sobel's two sums of the eight around it. The including shader defines at().
float at(ivec2 p);

float steepness(ivec2 p)
{
    float nw = at(p + ivec2(-1, -1)), n = at(p + ivec2(0, -1)), ne = at(p + ivec2(1, -1));
    float w = at(p + ivec2(-1, 0)), e = at(p + ivec2(1, 0));
    float sw = at(p + ivec2(-1, 1)), s = at(p + ivec2(0, 1)), se = at(p + ivec2(1, 1));
    float across = (ne + 2.0 * e + se) - (nw + 2.0 * w + sw);
    float down = (sw + 2.0 * s + se) - (nw + 2.0 * n + ne);
    return abs(across) + abs(down);
}
