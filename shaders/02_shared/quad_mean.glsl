// From the sums over AREA pixels (as in row_sums.glsl) to the four pixels of a quad.
const uint AREA = uint((2 * RADIUS + 1) * (2 * RADIUS + 1));

uint mean(uint red_blue, uint green_alpha)
{
    uvec4 sums = uvec4(red_blue & 0xFFFFu, green_alpha & 0xFFFFu, red_blue >> 16, green_alpha >> 16);
    uvec4 c = (sums + AREA / 2u) / AREA;
    return c.r | c.g << 8 | c.b << 16 | c.a << 24;
}

uvec4 quad_mean(uvec4 red_blue, uvec4 green_alpha)
{
    return uvec4(mean(red_blue.x, green_alpha.x), mean(red_blue.y, green_alpha.y),
                 mean(red_blue.z, green_alpha.z), mean(red_blue.w, green_alpha.w));
}
