// Sums along a row for four pixels at a time, a quad. Two channels share a word, 16 bits each: a sum
// of up to 15 x 15 values of up to 255 is at most 57,375, so that none spills into its neighbour.
// The including shader declares `quads` (the picture as uvec4) and `size`.
// NVIDIA: arrays of registers need constant indices, so all short loops have to be unrolled.
#pragma optionNV(unroll all)

const uint LOW_BYTES = 0x00FF00FFu;
const int REACH = (RADIUS + 3) / 4; // so many quads left and right hold a quad's neighbours

struct Sums {
    uvec4 red_blue, green_alpha; // of the four pixels of a quad
};

// Beyond an edge, the edge's pixel goes on. The rows are a whole number of quads long.
uvec4 quad_at(int x, int y)
{
    int last = size.x / 4 - 1;
    uvec4 quad = quads[clamp(y, 0, size.y - 1) * (last + 1) + clamp(x, 0, last)];
    return x < 0 ? quad.xxxx : x > last ? quad.wwww : quad;
}

// For each pixel of quad x in row y: the sum of the 2 RADIUS + 1 pixels around it in the row.
Sums sum_row(int x, int y)
{
    uint row[4 * (2 * REACH + 1)];
    for (int k = 0; k <= 2 * REACH; k++) {
        uvec4 quad = quad_at(x + k - REACH, y);
        row[4 * k] = quad.x;
        row[4 * k + 1] = quad.y;
        row[4 * k + 2] = quad.z;
        row[4 * k + 3] = quad.w;
    }
    const int first = 4 * REACH - RADIUS;
    Sums sums = Sums(uvec4(0), uvec4(0));
    for (int i = first; i <= first + 2 * RADIUS; i++) {
        sums.red_blue.x += row[i] & LOW_BYTES;
        sums.green_alpha.x += row[i] >> 8 & LOW_BYTES;
    }
    // One pixel on, one neighbour comes in at the right and one goes out at the left.
    for (int k = 1; k < 4; k++) {
        uint comes = row[first + 2 * RADIUS + k], goes = row[first + k - 1];
        sums.red_blue[k] = sums.red_blue[k - 1] + (comes & LOW_BYTES) - (goes & LOW_BYTES);
        sums.green_alpha[k] = sums.green_alpha[k - 1] + (comes >> 8 & LOW_BYTES) - (goes >> 8 & LOW_BYTES);
    }
    return sums;
}
