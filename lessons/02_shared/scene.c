#include "scene.h"

#include "state.h"

#include "lesson/picture_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Blur ---- */

// A picture smaller than asked for is repeated; the last pixel of a row is repeated up to the
// pitch, so that the rows are whole quads and the blur does not notice.
uint32_t *scene_lay_out(const wb_image *image)
{
    uint32_t *words = malloc((size_t)lesson.blur.pitch * (size_t)lesson.blur.rows * sizeof *words);
    if (words == NULL) wb_error("there is no memory for the picture");
    for (int y = 0; words != NULL && y < lesson.blur.rows; y++)
        for (int x = 0; x < lesson.blur.pitch; x++) {
            int from_x = (x < lesson.blur.columns ? x : lesson.blur.columns - 1) % image->width;
            const uint8_t *rgba = image->rgba + 4 * (y % image->height * image->width + from_x);
            words[(size_t)y * (size_t)lesson.blur.pitch + (size_t)x] =
                (uint32_t)rgba[0] | (uint32_t)rgba[1] << 8 | (uint32_t)rgba[2] << 16 |
                (uint32_t)rgba[3] << 24;
        }
    return words;
}

// Whether the variant that runs is one of the blur.
static bool is_blur(void)
{
    return strcmp(wb_current_part()->name, "blur") == 0;
}

bool scene_load(const char *buffer, const char *path)
{
    if (!is_blur() || strcmp(buffer, "image") != 0) {
        wb_error("--load %s=%s: a PNG goes into the buffer image of the blur", buffer, path);
        return false;
    }
    wb_image image;
    if (!wb_picture_load(&image, path)) return false; // init() would find out too late
    wb_image_free(&image);
    snprintf(lesson.blur.file, sizeof lesson.blur.file, "%s", path);
    return true;
}

bool scene_dump(const char *buffer, const char *path)
{
    wb_buffer *from = wb_buffer_find(buffer);
    if (!is_blur() || from == &lesson.blur.row_sums) {
        wb_error("--dump %s=%s: only image and blurred can be written as a PNG", buffer, path);
        return false;
    }
    wb_image image = {0};
    uint32_t *words = malloc((size_t)from->size_bytes);
    bool good = words != NULL && wb_image_create(&image, lesson.blur.columns, lesson.blur.rows);
    if (words == NULL) wb_error("%s: out of memory", path);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData in wb_buffer_read()
    good = good && wb_buffer_read(from, words);
    for (int i = 0; good && i < lesson.blur.columns * lesson.blur.rows; i++) {
        uint32_t word =
            words[i / lesson.blur.columns * lesson.blur.pitch + i % lesson.blur.columns];
        for (int c = 0; c < 4; c++) image.rgba[4 * i + c] = (uint8_t)(word >> 8 * c & 0xFF);
    }
    good = good && wb_image_write(&image, path);
    free(words);
    wb_image_free(&image);
    return good;
}

/* ---- Banks ---- */

// Lanes are neighbouring numbers. Without stirring (Ch. Wellons's lowbias32) their places would
// stay at one distance from each other, which would be a stride again.
uint32_t scene_first_chance(uint32_t lane)
{
    uint32_t x = lane + 1;
    x = (x ^ x >> 16) * 0x7FEB352Du;
    x = (x ^ x >> 15) * 0x846CA68Bu;
    return x ^ x >> 16;
}

uint32_t scene_next_chance(uint32_t chance)
{
    return chance * 1664525u + 1013904223u;
}

/* ---- Chase ---- */

// A linear congruential generator modulo a power of two, with a multiplier of 4 k + 1 and an odd
// increment, comes through all places before it is back.
uint32_t scene_next_place(uint32_t place, uint32_t words)
{
    return (place * 1664525u + 1013904223u) & (words - 1u);
}

/* ---- Matmul ---- */

// Whole numbers from -4 to 4 in rings around two corners: their products and sums are exact.
static float ring(int x, int y, int n)
{
    int distance = (int)(INT64_C(4096) * (x * x + y * y) / (n * n));
    return (float)(distance / 64 % 17 < 9 ? distance / 64 % 17 - 4 : 12 - distance / 64 % 17);
}

void scene_fill_matrices(float *a, float *b)
{
    int n = lesson.matmul.n;
    wb_random random = wb_random_seed(wb_seed());
    for (int row = 0; row < n; row++)
        for (int column = 0; column < n; column++) {
            int i = row * lesson.matmul.pitch + column;
            a[i] =
                lesson.matmul.reals ? 2.0f * wb_random_float(&random) - 1.0f : ring(row, column, n);
            b[i] = lesson.matmul.reals ? 2.0f * wb_random_float(&random) - 1.0f
                                       : ring(row, n - 1 - column, n);
        }
}

/* ---- Scan ---- */

void scene_fill_numbers(uint32_t *values, size_t count)
{
    wb_random random = wb_random_seed(wb_seed());
    for (size_t i = 0; i < count; i++) values[i] = wb_random_below(&random, 10);
}
