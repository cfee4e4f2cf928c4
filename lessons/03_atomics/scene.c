#include "scene.h"

#include "lesson/picture_file.h"
#include "oracle.h"
#include "state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Part histogram: an image is three planes, red, green and blue ---- */

static void set_sample(uint32_t *words, int plane, int i, uint32_t value)
{
    size_t word = (size_t)plane * (size_t)plane_words() + (size_t)i / 4;
    words[word] |= value << 8 * (i % 4);
}

static void fill_from_picture(uint32_t *words)
{
    for (int plane = 0; plane < 3; plane++)
        for (int i = 0; i < lesson.plane_samples; i++)
            set_sample(words, plane, i, lesson.picture.rgba[(size_t)i * 4 + (size_t)plane]);
}

static void fill_otherwise(uint32_t *words)
{
    wb_random random = wb_random_seed(wb_seed());
    uint32_t value = wb_random_u32(&random) >> 24;
    for (int i = 0; i < lesson.plane_samples; i++)
        set_sample(words, 0, i, lesson.source == ALL_EQUAL ? value : wb_random_u32(&random) >> 24);
}

static uint32_t largest_bin(const uint32_t *samples)
{
    uint32_t bins[BINS], largest = 1;
    for (int plane = 0; plane < lesson.plane_count; plane++) {
        count_plane(samples, plane, bins);
        for (int bin = 0; bin < BINS; bin++)
            if (bins[bin] > largest) largest = bins[bin];
    }
    return largest;
}

uint32_t *create_samples(void)
{
    bool has_picture = lesson.source == FROM_PICTURE;
    if (has_picture && lesson.picture.rgba == NULL && !wb_picture_load(&lesson.picture, NULL))
        return NULL;
    lesson.plane_count = has_picture ? 3 : 1;
    lesson.plane_samples =
        has_picture ? lesson.picture.width * lesson.picture.height : lesson.count;

    size_t words = (size_t)lesson.plane_count * (size_t)plane_words();
    uint32_t *samples = calloc(words + 4, sizeof *samples);
    if (samples == NULL) {
        wb_error("there is no memory for %d samples", lesson.plane_samples);
        return NULL;
    }
    if (has_picture)
        fill_from_picture(samples);
    else
        fill_otherwise(samples);
    lesson.peak = largest_bin(samples);
    return samples;
}

bool scene_load(const char *buffer, const char *path)
{
    const char *part = wb_current_variant()->part->name;
    if (strcmp(buffer, "image") != 0 || strcmp(part, "histogram") != 0) {
        wb_error("--load %s=%s: a picture goes into image, for a variant of the part histogram",
                 buffer, path);
        return false;
    }
    wb_image_free(&lesson.picture);
    lesson.has_file = wb_picture_load(&lesson.picture, path);
    return lesson.has_file;
}

bool scene_dump(const char *buffer, const char *path)
{
    wb_error("--dump %s=%s: this lesson reads pictures, and writes numbers: .npy or .csv", buffer,
             path);
    return false;
}

/* ---- Parts count, append and operations ---- */

int most_kinds(void)
{
    return (int)((double)lesson.density * lesson.count) + 1;
}

// Smaller than LARGEST_VALUE. If there are to be kinds: one of a few, and none of them is 0.
static uint32_t random_value(wb_random *random)
{
    if (!traits()->has_kinds) return wb_random_below(random, LARGEST_VALUE);
    uint32_t kind = wb_random_below(random, (uint32_t)most_kinds());
    return (kind * 2654435761u >> 8) | 1; // spread
}

uint32_t *create_values(size_t padded)
{
    uint32_t *values = malloc(padded * sizeof *values);
    if (values == NULL) {
        wb_error("there is no memory for %d values", lesson.count);
        return NULL;
    }
    wb_random random = wb_random_seed(wb_seed());
    lesson.kept = 0;
    for (size_t i = 0; i < padded; i++) {
        bool is_value = i < (size_t)lesson.count;
        values[i] = is_value ? random_value(&random) : UINT32_MAX;
        lesson.kept += values[i] < value_limit();
    }
    return values;
}

/* ---- Part cells ---- */

static uint32_t fraction(double x)
{
    return (uint32_t)(int64_t)floor(x * 4294967296.0); // what is whole does not count on a torus
}

// Rings of particles around the middle, thrown outwards, each ring faster than the one before.
static particle start_particle(wb_random *random)
{
    double angle = 2.0 * M_PI * wb_random_float(random);
    int ring = (int)wb_random_below(random, 5);
    double out = 0.1 * lesson.spread * wb_random_float(random);
    double speed = (0.0008 + 0.0006 * ring) * lesson.spread *
                   (1.0 + 0.25 * sin(5.0 * angle + ring) + 0.04 * wb_random_float(random));
    return (particle){
        .x = fraction(0.5 + out * cos(angle)),
        .y = fraction(0.5 + out * sin(angle)),
        .velocity_x = fraction(speed * cos(angle)),
        .velocity_y = fraction(speed * sin(angle)),
    };
}

particle *create_particles(size_t count)
{
    particle *particles = calloc(count, sizeof *particles);
    if (particles == NULL) {
        wb_error("there is no memory for %d particles", lesson.count);
        return NULL;
    }
    wb_random random = wb_random_seed(wb_seed());
    for (int i = 0; i < lesson.count; i++) particles[i] = start_particle(&random);
    return particles;
}

/* ---- Part sum ---- */

float *create_reals(size_t count)
{
    float *reals = calloc(count, sizeof *reals);
    if (reals == NULL) {
        wb_error("there is no memory for %d reals", lesson.count);
        return NULL;
    }
    wb_random random = wb_random_seed(wb_seed());
    lesson.exact = 0.0;
    for (int i = 0; i < lesson.count; i++) {
        reals[i] = wb_random_float(&random);
        lesson.exact += reals[i]; // a double has room for all these bits
    }
    return reals;
}
