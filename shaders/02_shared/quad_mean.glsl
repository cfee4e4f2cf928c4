// From the sums over AREA pixels (as in row_sums.glsl) to the four pixels of a quad.
const uint AREA = uint((2 * RADIUS + 1) * (2 * RADIUS + 1));

// A division costs many times what a multiplication does. sum / AREA, rounded down, is the highest
// byte of sum * RECIPROCAL: right for all sums of AREA bytes, and below 2^32, up to an AREA of 225.
const uint RECIPROCAL = ((1u << 24) + AREA - 1u) / AREA;

uint mean(uint red_blue, uint green_alpha)
{
    red_blue += AREA / 2u * 0x10001u; // rounds to the nearest
    green_alpha += AREA / 2u * 0x10001u;
    uint red = (red_blue & 0xFFFFu) * RECIPROCAL, blue = (red_blue >> 16) * RECIPROCAL;
    uint green = (green_alpha & 0xFFFFu) * RECIPROCAL, alpha = (green_alpha >> 16) * RECIPROCAL;
    return red >> 24 | green >> 16 & 0xFF00u | blue >> 8 & 0xFF0000u | alpha & 0xFF000000u;
}

uvec4 quad_mean(uvec4 red_blue, uvec4 green_alpha)
{
    return uvec4(mean(red_blue.x, green_alpha.x), mean(red_blue.y, green_alpha.y),
                 mean(red_blue.z, green_alpha.z), mean(red_blue.w, green_alpha.w));
}
