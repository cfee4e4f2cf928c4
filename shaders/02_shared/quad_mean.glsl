// From the sums over AREA pixels (as in row_sums.glsl) to the four pixels of a quad.
const uint AREA = uint((2 * RADIUS + 1) * (2 * RADIUS + 1));

// A division costs many times what a multiplication does. sum / AREA, rounded down, is the highest
// byte of sum * RECIPROCAL: right for all sums of AREA bytes, and below 2^32, up to an AREA of 225.
const uint RECIPROCAL = ((1u << 24) + AREA - 1u) / AREA;
const uint HALF = AREA / 2u * RECIPROCAL; // half a pixel: rounds to the nearest

uint mean(uint red_blue, uint upper)
{
    uint blue_sum = red_blue >> 16, green_alpha = upper - (blue_sum << 8);
    uint red = (red_blue & 0xFFFFu) * RECIPROCAL + HALF, blue = blue_sum * RECIPROCAL + HALF;
    uint green = (green_alpha & 0xFFFFu) * RECIPROCAL + HALF, alpha = (green_alpha >> 16) * RECIPROCAL + HALF;
    return (red >> 24) + (green >> 24) * 0x100u + (blue >> 24) * 0x10000u | alpha & 0xFF000000u;
}

uvec4 quad_mean(uvec4 red_blue, uvec4 upper)
{
    return uvec4(mean(red_blue.x, upper.x), mean(red_blue.y, upper.y),
                 mean(red_blue.z, upper.z), mean(red_blue.w, upper.w));
}
