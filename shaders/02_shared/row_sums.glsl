// Sums along a row for four pixels at a time, a quad, in two words for each pixel. `red_blue` has 16 bits
// for red and 16 for blue: a sum of up to 15 x 15 values of up to 255 is at most 57,375. `upper` adds up
// what lies above the lowest byte, green + 2^8 blue + 2^16 alpha, and stays just below 2^32. That takes
// no mask for each pixel; the mean subtracts blue again.
// The including shader declares `quads` (the picture as uvec4) and `size`.
// NVIDIA: arrays of registers need constant indices, so all short loops have to be unrolled.
#pragma optionNV(unroll all)

const uint RED_BLUE = 0x00FF00FFu;
const int REACH = (RADIUS + 3) / 4; // quads to the left and right that hold a quad's neighbours

struct Sums {
    uvec4 red_blue, upper; // of the four pixels of a quad
};

// The quad, or beyond an edge its pixel four times. With a mask: a driver may make a branch of `? :`,
// and no load is moved across a branch.
uvec4 quad_or_edge(bool beyond, uvec4 quad, uint pixel)
{
    uint mask = beyond ? 0xFFFFFFFFu : 0u;
    return quad & ~mask | pixel & mask;
}

// For each pixel of quad x in row y: the sum of the 2 RADIUS + 1 pixels around it in the row.
// Beyond an edge, the edge's pixel goes on. The rows are a whole number of quads long.
Sums sum_row(int x, int y)
{
    int quads_in_row = size.x / 4, row = clamp(y, 0, size.y - 1) * quads_in_row;
    uint pixels[4 * (2 * REACH + 1)];
    for (int k = -REACH; k <= REACH; k++) {
        uvec4 quad = quads[row + clamp(x + k, 0, quads_in_row - 1)];
        if (k < 0) quad = quad_or_edge(x + k < 0, quad, quad.x);
        if (k > 0) quad = quad_or_edge(x + k >= quads_in_row, quad, quad.w);
        for (int j = 0; j < 4; j++) pixels[4 * (k + REACH) + j] = quad[j];
    }
    const int first = 4 * REACH - RADIUS;
    Sums sums = Sums(uvec4(0), uvec4(0));
    for (int i = first; i <= first + 2 * RADIUS; i++) {
        sums.red_blue.x += pixels[i] & RED_BLUE;
        sums.upper.x += pixels[i] >> 8;
    }
    // One pixel on, one neighbour comes in at the right and one goes out at the left.
    for (int k = 1; k < 4; k++) {
        uint comes = pixels[first + 2 * RADIUS + k], goes = pixels[first + k - 1];
        sums.red_blue[k] = sums.red_blue[k - 1] + (comes & RED_BLUE) - (goes & RED_BLUE);
        sums.upper[k] = sums.upper[k - 1] + (comes >> 8) - (goes >> 8);
    }
    return sums;
}
