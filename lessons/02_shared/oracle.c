#include "oracle.h"

#include <stdlib.h>
#include <string.h>

static int clamped(int x, int count)
{
    return x < 0 ? 0 : x >= count ? count - 1 : x;
}

void oracle_blur(const uint32_t *image, uint32_t *blurred, int width, int height, int radius)
{
    uint32_t count = (uint32_t)((2 * radius + 1) * (2 * radius + 1));
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            uint32_t sums[4] = {0}, pixel = 0;
            for (int dy = -radius; dy <= radius; dy++)
                for (int dx = -radius; dx <= radius; dx++) {
                    int i = clamped(y + dy, height) * width + clamped(x + dx, width);
                    for (int c = 0; c < 4; c++) sums[c] += image[i] >> 8 * c & 0xFF;
                }
            for (int c = 0; c < 4; c++) pixel |= (sums[c] + count / 2) / count << 8 * c;
            blurred[y * width + x] = pixel;
        }
}

void oracle_matmul(const float *a, const float *b, double *c, int n, int pitch)
{
    memset(c, 0, (size_t)n * (size_t)pitch * sizeof *c);
    for (int row = 0; row < n; row++)
        for (int k = 0; k < n; k++)
            for (int column = 0; column < n; column++)
                c[row * pitch + column] += (double)a[row * pitch + k] * b[k * pitch + column];
}

void oracle_scan(const uint32_t *values, uint32_t *scan, size_t n, size_t block)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < n; i++) {
        if (i % block == 0) sum = 0;
        scan[i] = sum;
        sum += values[i];
    }
}

uint32_t oracle_bank_sum(uint32_t lane, uint32_t pitch, uint32_t rounds, bool broadcast)
{
    uint32_t sum = 0;
    for (uint32_t round = 0; round < rounds; round++) {
        uint32_t row = broadcast ? round % 32 : (lane + round) % 32;
        for (uint32_t column = 0; column < 32; column++)
            sum += (row * pitch + column) * 2654435761u;
    }
    return sum;
}

int oracle_conflicts(const uint32_t addresses[32])
{
    int most = 0;
    for (uint32_t bank = 0; bank < 32; bank++) {
        int words = 0;
        for (int lane = 0; lane < 32; lane++) {
            bool seen = addresses[lane] % 32 != bank;
            for (int earlier = 0; earlier < lane; earlier++)
                seen = seen || addresses[earlier] == addresses[lane];
            words += !seen;
        }
        if (words > most) most = words;
    }
    return most;
}
