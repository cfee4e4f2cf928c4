// Histograms of 8-bit samples: an image is three planes of them, red, green and blue.
#include "atomics.h"
#include "lesson/picture_file.h"

#include <stdlib.h>
#include <string.h>

enum { PLANE_WORDS = 1 }; // uniform location

static int plane_words(void)
{
    return (atomics.plane_samples + 15) / 16 * 4; // whole vectors
}

/* ---- Samples ---- */

// Sample i of a plane is byte i of its words, the first in the lowest bits.
static void set_sample(uint32_t *words, int plane, int i, uint32_t value)
{
    size_t word = (size_t)plane * (size_t)plane_words() + (size_t)i / 4;
    words[word] |= value << 8 * (i % 4);
}

static void fill_from_picture(uint32_t *words)
{
    for (int plane = 0; plane < 3; plane++)
        for (int i = 0; i < atomics.plane_samples; i++)
            set_sample(words, plane, i, atomics.picture.rgba[(size_t)i * 4 + (size_t)plane]);
}

static void fill_otherwise(uint32_t *words)
{
    wb_random random = wb_random_seed(wb_seed());
    uint32_t value = wb_random_u32(&random) >> 24;
    for (int i = 0; i < atomics.plane_samples; i++)
        set_sample(words, 0, i, atomics.source == ALL_EQUAL ? value : wb_random_u32(&random) >> 24);
}

static bool init(void)
{
    bool has_picture = atomics.source == FROM_PICTURE;
    if (has_picture && atomics.picture.rgba == NULL && !wb_picture_load(&atomics.picture, NULL))
        return false;
    atomics.plane_count = has_picture ? 3 : 1;
    atomics.plane_samples =
        has_picture ? atomics.picture.width * atomics.picture.height : atomics.count;

    size_t planes = (size_t)atomics.plane_count, words = (size_t)plane_words();
    uint32_t *samples = calloc(planes * words + 4, sizeof *samples);
    if (samples == NULL) {
        wb_error("there is no memory for %d samples", atomics.plane_samples);
        return false;
    }
    if (has_picture)
        fill_from_picture(samples);
    else
        fill_otherwise(samples);
    bool good =
        wb_buffer_create(&atomics.samples, &(wb_buffer_desc){.name = "samples",
                                                             .type = WB_U32,
                                                             .shape = {planes, words ? words : 4},
                                                             .data = samples}) &&
        wb_buffer_create(&atomics.histogram, &(wb_buffer_desc){.name = "histogram",
                                                               .type = WB_U32,
                                                               .shape = {planes, BINS},
                                                               .state = true});
    free(samples);
    return good;
}

/* ---- The versions ---- */

void step_histogram(void)
{
    clear_words(&atomics.histogram, 0, atomics.plane_count * BINS);

    bool walks = wb_variant_index() == HISTOGRAM_WALK || wb_variant_index() == HISTOGRAM_COPIES;
    extent groups = groups_for(plane_words(), 1);
    if (walks) groups = (extent){groups_for_walk(plane_words() / 4), 1};

    wb_pass_begin("histogram");
    glUseProgram(atomics.kernel);
    glUniform1ui(COUNT, (GLuint)atomics.plane_samples);
    glUniform1ui(PLANE_WORDS, (GLuint)plane_words());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IN, atomics.samples.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OUT, atomics.histogram.id);
    glDispatchCompute(groups.x, groups.y, (GLuint)atomics.plane_count);
    // The picture reads the histogram, and the next frame clears it.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

/* ---- The picture ---- */

static void draw(const wb_view *view)
{
    (void)view;
}

/* ---- The oracle ---- */

static bool expect(const char *buffer, int64_t steps, void *expected)
{
    if (strcmp(buffer, "histogram") != 0) return false;
    uint32_t *samples = copy_of(&atomics.samples), *bins = expected;
    if (samples == NULL) return false;
    memset(bins, 0, (size_t)atomics.histogram.size_bytes);
    for (int plane = 0; steps > 0 && plane < atomics.plane_count; plane++)
        for (int i = 0; i < atomics.plane_samples; i++) {
            size_t word = (size_t)plane * (size_t)plane_words() + (size_t)i / 4;
            uint32_t value = samples[word] >> 8 * (i % 4) & 255;
            bins[(size_t)plane * BINS + value]++;
        }
    free(samples);
    return true;
}

static wb_cost cost(void)
{
    double samples = (double)atomics.plane_count * atomics.plane_samples;
    return (wb_cost){.read_bytes = samples,
                     .written_bytes = 4.0 * BINS * atomics.plane_count,
                     .items = samples,
                     .item = "samples"};
}

const lesson_part histogram_part = {
    .name = "histogram",
    .init = init,
    .canvas = "03_atomics/image.frag",
    .curves = "03_atomics/curves.frag",
    .draw = draw,
    .expect = expect,
    .cost = cost,
};
