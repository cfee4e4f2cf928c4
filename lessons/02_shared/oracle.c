#include "oracle.h"

#include "scene.h"
#include "state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Blur ---- */

static int clamped(int x, int count)
{
    return x < 0 ? 0 : x >= count ? count - 1 : x;
}

// The mean of the (2 radius + 1)^2 pixels around (x, y), channel by channel, rounded to nearest;
// beyond an edge, the edge's pixel goes on. RGBA, red in the lowest byte.
static uint32_t mean(const uint32_t *image, int width, int height, int radius, int x, int y)
{
    uint32_t count = (uint32_t)((2 * radius + 1) * (2 * radius + 1)), sums[4] = {0}, pixel = 0;
    for (int dy = -radius; dy <= radius; dy++)
        for (int dx = -radius; dx <= radius; dx++) {
            int i = clamped(y + dy, height) * width + clamped(x + dx, width);
            for (int c = 0; c < 4; c++) sums[c] += image[i] >> 8 * c & 0xFF;
        }
    for (int c = 0; c < 4; c++) pixel |= (sums[c] + count / 2) / count << 8 * c;
    return pixel;
}

static void blur(const uint32_t *image, uint32_t *blurred, int width, int height, int radius)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            blurred[y * width + x] = mean(image, width, height, radius, x, y);
}

// The mean of means, which go on beyond the edge as far as they are needed. False, with a message,
// if there is no memory for them.
static bool blur_twice(const uint32_t *image, uint32_t *blurred, int width, int height, int radius)
{
    int columns = width + 2 * radius, rows = height + 2 * radius;
    uint32_t *means = malloc((size_t)columns * (size_t)rows * sizeof *means);
    if (means == NULL) {
        wb_error("there is no memory for %d x %d means", columns, rows);
        return false;
    }
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++)
            means[y * columns + x] = mean(image, width, height, radius, x - radius, y - radius);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            blurred[y * width + x] = mean(means, columns, rows, radius, x + radius, y + radius);
    free(means);
    return true;
}

// The same for the mean of a pixel and the 2 radius to its right.
static void smear(const uint32_t *image, uint32_t *blurred, int width, int height, int radius)
{
    uint32_t count = (uint32_t)(2 * radius + 1);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            uint32_t pixel = 0;
            for (int c = 0; c < 4; c++) {
                uint32_t sum = 0;
                for (int dx = 0; dx <= 2 * radius; dx++)
                    sum += image[y * width + clamped(x + dx, width)] >> 8 * c & 0xFF;
                pixel |= (sum + count / 2) / count << 8 * c;
            }
            blurred[y * width + x] = pixel;
        }
}

static void turn(const uint32_t *image, uint32_t *turned, int width, int height)
{
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) turned[x * height + y] = image[y * width + x];
}

wb_answer blur_expect(const char *buffer, int64_t steps, void *expected)
{
    const void *image = wb_start_state("image");
    if (image == NULL || steps < 1 || strcmp(buffer, "blurred") != 0) return WB_NO_ANSWER;
    const blur_traits *traits = wb_current_variant()->data;
    if (traits->twice)
        return blur_twice(image, expected, lesson.blur.pitch, lesson.blur.rows, lesson.blur.radius)
                   ? WB_ANSWERED
                   : WB_ANSWER_FAILED;
    if (traits->turns)
        turn(image, expected, lesson.blur.pitch, lesson.blur.rows);
    else
        (traits->smears ? smear : blur)(image, expected, lesson.blur.pitch, lesson.blur.rows,
                                        lesson.blur.radius);
    return WB_ANSWERED;
}

// Which invocation it is, and whether its mean takes pixels of the halo, or from beyond the edge.
void blur_inputs(const char *buffer, size_t index, int64_t steps, char *text, size_t size)
{
    const blur_traits *traits = wb_current_variant()->data;
    int pitch = lesson.blur.pitch, x = (int)index % pitch, y = (int)index / pitch, halo = 0,
        beyond = 0, reach = (traits->twice ? 2 : 1) * lesson.blur.radius;
    (void)steps;
    if (strcmp(buffer, "blurred") != 0 || traits->turns) return;
    int left = traits->smears ? 0 : -reach, right = traits->smears ? 2 * reach : reach;
    int up = traits->smears ? 0 : -reach, down = traits->smears ? 0 : reach;
    for (int dy = up; dy <= down; dy++)
        for (int dx = left; dx <= right; dx++) {
            bool is_outside =
                x + dx < 0 || x + dx >= pitch || y + dy < 0 || y + dy >= lesson.blur.rows;
            bool is_halo = x % PIXELS + dx < 0 || x % PIXELS + dx >= PIXELS ||
                           y % PIXELS + dy < 0 || y % PIXELS + dy >= PIXELS;
            beyond += is_outside;
            halo += is_halo;
        }
    snprintf(text, size,
             "it is pixel (%d, %d) of work group (%d, %d); of the %d pixels in its mean, %d are in "
             "the group's halo, and %d beyond the picture's edge",
             x % PIXELS, y % PIXELS, x / PIXELS, y / PIXELS, (right - left + 1) * (down - up + 1),
             halo, beyond);
}

/* ---- Banks ---- */

// What the invocation with this lane sums up.
static uint32_t bank_sum(uint32_t lane, uint32_t pitch, uint32_t rounds, bool broadcast)
{
    uint32_t sum = 0;
    for (uint32_t round = 0; round < rounds; round++) {
        uint32_t row = broadcast ? round % LANES : (lane + round) % LANES;
        for (uint32_t column = 0; column < LANES; column++)
            sum += (row * pitch + column) * 2654435761u;
    }
    return sum;
}

// The same of `random`, whose lanes have no row.
static uint32_t chance_sum(uint32_t lane, uint32_t rounds)
{
    uint32_t sum = 0, chance = scene_first_chance(lane);
    for (uint32_t i = 0; i < rounds * LANES; i++, chance = scene_next_chance(chance))
        sum += (chance >> (32 - DRAWN_BITS)) * 2654435761u;
    return sum;
}

static uint32_t expect_address(uint32_t lane)
{
    const banks_traits *traits = wb_current_variant()->data;
    if (traits->random) return scene_first_chance(lane) >> (32 - DRAWN_BITS);
    return traits->broadcast ? 0 : lane * banks_pitch(lesson.banks.stride);
}

wb_answer banks_expect(const char *buffer, int64_t steps, void *expected)
{
    const banks_traits *traits = wb_current_variant()->data;
    uint32_t *numbers = expected, pitch = banks_pitch(lesson.banks.stride);
    uint32_t rounds = (uint32_t)lesson.banks.rounds;
    uint32_t invocations = (uint32_t)lesson.banks.groups * BANKS_GROUP;
    if (steps < 1) return WB_NO_ANSWER;
    if (strcmp(buffer, "addresses") == 0) {
        for (uint32_t lane = 0; lane < LANES; lane++) numbers[lane] = expect_address(lane);
        return WB_ANSWERED;
    }
    for (uint32_t i = 0; i < invocations; i++)
        numbers[i] = i >= LANES       ? numbers[i % LANES]
                     : traits->random ? chance_sum(i, rounds)
                                      : bank_sum(i, pitch, rounds, traits->broadcast);
    return WB_ANSWERED;
}

/* ---- Chase ---- */

wb_answer chase_expect(const char *buffer, int64_t steps, void *expected)
{
    const uint32_t *start = wb_start_state("end");
    if (start == NULL || strcmp(buffer, "end") != 0) return WB_NO_ANSWER;
    uint32_t place = *start;
    for (int64_t hop = 0; hop < steps * HOPS; hop++)
        place = scene_next_place(place, chase_walked_words());
    *(uint32_t *)expected = place;
    return WB_ANSWERED;
}

/* ---- Matmul ---- */

// a b in double, laid out as they are, the rest of a row 0; for the caller to free. NULL, with a
// message, if there is none.
static double *multiply(void)
{
    int n = lesson.matmul.n, pitch = lesson.matmul.pitch;
    const float *a = wb_start_state("a"), *b = wb_start_state("b");
    double *c = calloc((size_t)n * (size_t)pitch, sizeof *c);
    if (a == NULL || b == NULL || c == NULL) {
        wb_error("there is no memory for a product of %d x %d on the CPU", n, n);
        free(c);
        return NULL;
    }
    for (int row = 0; row < n; row++)
        for (int k = 0; k < n; k++)
            for (int column = 0; column < n; column++)
                c[row * pitch + column] += (double)a[row * pitch + k] * b[k * pitch + column];
    return c;
}

// Only for whole numbers: these must be exact, while sums of others depend on their order.
wb_answer matmul_expect(const char *buffer, int64_t steps, void *expected)
{
    if (steps < 1 || strcmp(buffer, "c") != 0 || lesson.matmul.reals) return WB_NO_ANSWER;
    double *c = multiply();
    if (c == NULL) return WB_ANSWER_FAILED;
    float *numbers = expected;
    for (int i = 0; i < lesson.matmul.n * lesson.matmul.pitch; i++) numbers[i] = (float)c[i];
    free(c);
    return WB_ANSWERED;
}

static wb_result verify_reals(void)
{
    wb_result result = WB_NOT_RUN;
    double *expected = multiply();
    float *got = malloc((size_t)lesson.matmul.c.size_bytes);
    if (got == NULL) wb_error("there is no memory for a copy of the product");
    if (expected != NULL && got != NULL && wb_buffer_read(&lesson.matmul.c, got)) {
        wb_array array = wb_buffer_array(&lesson.matmul.c, got);
        // A float32 sum of n products, in any order, is off by at most about n * 2^-24 times the
        // sum of their magnitudes (Higham, Accuracy and Stability of Numerical Algorithms, 3.5);
        // each is at most 1.
        double n = lesson.matmul.n;
        result = wb_result_of(wb_check_close("c", &array, expected, n * n * 0x1p-24, 0.0));
    }
    free(expected);
    free(got);
    return result;
}

wb_result matmul_verify(void)
{
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData in both
    return lesson.matmul.reals ? verify_reals() : wb_verify_state();
}

/* ---- Scan ---- */

wb_answer scan_expect(const char *buffer, int64_t steps, void *expected)
{
    const uint32_t *values = wb_start_state("values");
    if (values == NULL || steps < 1 || strcmp(buffer, "scan") != 0) return WB_NO_ANSWER;
    uint32_t *scan = expected, sum = 0;
    for (int i = 0; i < lesson.scan.n; i++) {
        if (i % scan_block() == 0) sum = 0; // each block by itself
        scan[i] = sum;
        sum += values[i];
    }
    return WB_ANSWERED;
}
