#include "scene.h"

#include "state.h"

#include "lesson/picture_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- The picture ---- */

bool scene_read_picture(wb_image *image)
{
    return wb_picture_load(image, lesson.file[0] != '\0' ? lesson.file : NULL);
}

// Some pixels become black or white.
static float struck(float grey, wb_random *random)
{
    if (!traits()->with_noise) return grey;
    float chance = wb_random_float(random);
    return chance >= lesson.noise ? grey : chance < 0.5f * lesson.noise ? 0.0f : 255.0f;
}

void scene_fill_picture(const wb_image *image, float *grey)
{
    wb_random random = wb_random_seed(wb_seed());
    for (int y = 0; y < lesson.rows; y++)
        for (int x = 0; x < lesson.columns; x++) {
            size_t from = (size_t)(y % image->height) * (size_t)image->width;
            const uint8_t *c = image->rgba + 4 * (from + (size_t)(x % image->width));
            int sum = 54 * c[0] + 183 * c[1] + 19 * c[2]; // how bright each colour is to the eye
            grey[(size_t)y * (size_t)lesson.columns + (size_t)x] =
                struck((float)(sum / 256), &random);
        }
}

bool scene_load(const char *buffer, const char *path)
{
    wb_image image;
    if (strcmp(buffer, "image") != 0) {
        wb_error("--load %s=%s: a picture goes into the buffer image", buffer, path);
        return false;
    }
    if (!wb_picture_load(&image, path)) return false;
    wb_image_free(&image);
    snprintf(lesson.file, sizeof lesson.file, "%s", path);
    return true;
}

bool scene_dump(const char *buffer, const char *path)
{
    const wb_buffer *field = wb_buffer_find(buffer);
    float *grey = malloc((size_t)field->size_bytes + 1);
    wb_image image = {0};
    bool good = strcmp(buffer, "image") == 0 || strcmp(buffer, "filtered") == 0;
    if (!good)
        wb_error("--dump %s=%s: only image and filtered are pictures\nwhat to do: take .npy",
                 buffer, path);
    glMemoryBarrier(GL_TEXTURE_UPDATE_BARRIER_BIT); // for glGetTexImage in wb_buffer_read()
    good = good && grey != NULL && wb_image_create(&image, lesson.columns, lesson.rows) &&
           wb_buffer_read(field, grey);
    for (size_t i = 0; good && i < texel_count(); i++) {
        float value = fminf(fmaxf(grey[i], 0.0f), 255.0f);
        memset(image.rgba + 4 * i, (int)value, 3);
    }
    good = good && wb_image_write(&image, path);
    wb_image_free(&image);
    free(grey);
    return good;
}

/* ---- The pond ---- */

// A round hill of water, by sums and products alone, which every machine rounds in one way.
static void add_drop(float *heights, double at_x, double at_y, double radius, double top)
{
    for (int y = 0; y < lesson.rows; y++)
        for (int x = 0; x < lesson.columns; x++) {
            double dx = x + 0.5 - at_x, dy = y + 0.5 - at_y;
            double inside = 1.0 - (dx * dx + dy * dy) / (radius * radius);
            if (inside > 0.0)
                heights[(size_t)y * (size_t)lesson.columns + (size_t)x] +=
                    (float)(top * inside * inside);
        }
}

// A wave that stands: three half waves across and two down, and what it was a step ago.
static void stand(float *now, float *before)
{
    enum { ACROSS = 3, DOWN = 2 };
    const double pi = 3.14159265358979323846;
    double kx = pi * ACROSS, ky = pi * DOWN * lesson.columns / lesson.rows; // the pond is 1 wide
    double dt = (double)lesson.courant / lesson.columns, turn = sqrt(kx * kx + ky * ky) * dt;
    for (int y = 0; y < lesson.rows; y++)
        for (int x = 0; x < lesson.columns; x++) {
            size_t i = (size_t)y * (size_t)lesson.columns + (size_t)x;
            double height =
                cos(kx * (x + 0.5) / lesson.columns) * cos(ky * (y + 0.5) / lesson.columns);
            now[i] = (float)height;
            before[i] = (float)(height * cos(turn));
        }
}

void scene_fill_pond(float *now, float *before)
{
    if (lesson.start == START_STANDING) {
        stand(now, before);
        return;
    }
    double w = lesson.columns, h = lesson.rows;
    add_drop(now, 0.31 * w, 0.40 * h, 0.030 * w, 3.0);
    add_drop(now, 0.66 * w, 0.58 * h, 0.024 * w, 2.6);
    add_drop(now, 0.72 * w, 0.20 * h, 0.016 * w, 2.4);
    memcpy(before, now, texel_count() * sizeof *now); // at rest, for a moment
}

/* ---- The dish ---- */

// Full of the first substance, with squares of the second here and there.
void scene_fill_dish(float *mix)
{
    enum { SEEDS = 24 };
    wb_random random = wb_random_seed(wb_seed());
    for (size_t i = 0; i < texel_count(); i++) mix[2 * i] = 1.0f;
    int side = lesson.columns / 24 + 1;
    int seeds = traits()->makes_a_map ? 4 * SEEDS : SEEDS;
    for (int k = 0; k < seeds; k++) {
        int left = (int)wb_random_below(&random, (uint32_t)lesson.columns);
        int top = (int)wb_random_below(&random, (uint32_t)lesson.rows);
        for (int i = 0; i < side * side; i++) {
            int x = (left + i % side) % lesson.columns, y = (top + i / side) % lesson.rows;
            float *at = mix + 2 * ((size_t)y * (size_t)lesson.columns + (size_t)x);
            at[0] = 0.5f;
            at[1] = 0.25f;
        }
    }
}
