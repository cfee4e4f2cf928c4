// Histograms of 8-bit samples: an image is three planes of them, red, green and blue.
#include "atomics.h"
#include "lesson/picture_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PLANE_WORDS = 1 };                                                // uniform location
enum { PLANES = 2, PEAK = 3, CANVAS_PLANE_WORDS = 3, SAMPLE_COUNT = 4 }; // for the picture

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

// Counts one plane, on the CPU.
static void count_plane(const uint32_t *samples, int plane, uint32_t bins[BINS])
{
    const uint32_t *words = samples + (size_t)plane * (size_t)plane_words();
    memset(bins, 0, BINS * sizeof *bins);
    for (int i = 0; i < atomics.plane_samples; i++) bins[words[i / 4] >> 8 * (i % 4) & 255]++;
}

// For the picture's scale.
static uint32_t largest_bin(const uint32_t *samples)
{
    uint32_t bins[BINS], largest = 1;
    for (int plane = 0; plane < atomics.plane_count; plane++) {
        count_plane(samples, plane, bins);
        for (int bin = 0; bin < BINS; bin++)
            if (bins[bin] > largest) largest = bins[bin];
    }
    return largest;
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
    atomics.peak = largest_bin(samples);
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

// What is counted: the picture, or the samples in rows of 960.
static void draw_samples(const wb_view *view)
{
    int columns = atomics.picture.width, rows = atomics.picture.height;
    if (atomics.source != FROM_PICTURE) {
        columns = 960;
        rows = (atomics.plane_samples + columns - 1) / columns;
        rows = rows < 1 ? 1 : rows > 640 ? 640 : rows;
    }
    glProgramUniform1ui(atomics.canvas, PLANES, (GLuint)atomics.plane_count);
    glProgramUniform1ui(atomics.canvas, CANVAS_PLANE_WORDS, (GLuint)plane_words());
    glProgramUniform1ui(atomics.canvas, SAMPLE_COUNT, (GLuint)atomics.plane_samples);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IN, atomics.samples.id);
    float scale = fminf(660.0f / (float)columns, 440.0f / (float)rows) * layout_unit(view);
    wb_grid_view grid = {0.5f * ((float)view->width - scale * (float)columns),
                         112.0f * layout_unit(view), scale};
    wb_draw_cells(atomics.canvas, grid, columns, rows);
}

static void draw(const wb_view *view)
{
    draw_samples(view);
    glProgramUniform1ui(atomics.curves, PLANES, (GLuint)atomics.plane_count);
    glProgramUniform1f(atomics.curves, PEAK, (float)atomics.peak);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OUT, atomics.histogram.id);
    draw_panel(view, atomics.curves, 0.0f, 430.0f, 1280, 344);
    draw_heading(view, "Which values, and how many of each?", "");
    draw_note(view, 40.0f, 66.0f, 18.0f, FAINT,
              "%d samples in %d plane%s, 256 bins each, counted with atomicAdd; heights are square "
              "roots.",
              atomics.plane_count * atomics.plane_samples, atomics.plane_count,
              atomics.plane_count > 1 ? "s" : "");
    draw_note(view, 40.0f, 772.0f, 15.0f, FAINT, "0");
    draw_note(view, 1214.0f, 772.0f, 15.0f, FAINT, "255");
    // The next frame clears the histogram that the picture reads.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

/* ---- The oracle ---- */

static bool expect(const char *buffer, int64_t steps, void *expected)
{
    if (strcmp(buffer, "histogram") != 0 || steps == 0) return false;
    uint32_t *samples = copy_of(&atomics.samples), *bins = expected;
    if (samples == NULL) return false;
    for (int plane = 0; plane < atomics.plane_count; plane++)
        count_plane(samples, plane, bins + plane * BINS);
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
