// What the blurs have in common. A pixel is one word: red in the lowest byte, then green, blue, alpha.
// The including shader declares `pixels` and `size`; beyond an edge, the edge's pixel goes on.
const int AREA = (2 * RADIUS + 1) * (2 * RADIUS + 1);

uint pixel_at(ivec2 p)
{
    p = clamp(p, ivec2(0), size - 1);
    return pixels[p.y * size.x + p.x];
}

uvec4 channels(uint pixel) { return uvec4(pixel, pixel >> 8, pixel >> 16, pixel >> 24) & 0xFFu; }

// The pixel that is the mean of `count` pixels, from the sums of their channels; rounded to nearest.
uint mean(uvec4 sums, uint count)
{
    uvec4 c = (sums + count / 2u) / count;
    return c.r | c.g << 8 | c.b << 16 | c.a << 24;
}
