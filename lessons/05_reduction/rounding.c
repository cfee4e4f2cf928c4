#include "rounding.h"

#include "oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHUNK = 32768, // numbers that running.comp adds in a dispatch
    GROUP = 256,   // of pairs.comp
};
enum { TREE = 0, RUNNING = 1, RESULTS = 2 }; // storage block bindings
enum { FIRST = 0 };                          // uniform location of both kernels

static size_t terms(const rounding_part *part)
{
    return (size_t)1 << part->levels;
}

/* ---- Start and end ---- */

// The leaves: numbers from 0 to 1 of all magnitudes down to 2^-48. The nodes above get what a
// buffer holds that no kernel wrote.
static float *grow_leaves(size_t count, uint64_t seed)
{
    float *tree = malloc(2 * count * sizeof *tree);
    if (tree == NULL) {
        wb_error("there is no memory for %zu numbers", count);
        return NULL;
    }
    memset(tree, 0xCD, count * sizeof *tree);
    wb_random random = wb_random_seed(seed);
    for (size_t i = count; i < 2 * count; i++) {
        float factor = wb_random_float(&random) + 0x1p-24f; // never 0
        tree[i] = factor * wb_random_float(&random);
    }
    return tree;
}

bool rounding_create(rounding_part *part, int levels, uint64_t seed)
{
    part->levels = levels;
    float *tree = grow_leaves(terms(part), seed);
    part->shown = calloc((size_t)levels, sizeof *part->shown);
    part->errors = calloc((size_t)levels, sizeof *part->errors);
    bool good =
        tree != NULL && part->shown != NULL && part->errors != NULL &&
        wb_buffer_create(&part->tree, &(wb_buffer_desc){.name = "tree",
                                                        .type = WB_F32,
                                                        .shape = {2 * terms(part)},
                                                        .data = tree,
                                                        .state = true}) &&
        wb_buffer_create(&part->running,
                         &(wb_buffer_desc){.name = "running", .type = WB_U32, .shape = {4, 2}}) &&
        wb_buffer_create(&part->sums, &(wb_buffer_desc){.name = "sums",
                                                        .type = WB_U32,
                                                        .shape = {(size_t)levels, ORACLE_WAYS, 2},
                                                        .state = true});
    free(tree);
    const wb_define *constants = WB_DEFINES(
        {"GROUP", GROUP}, {"CHUNK", CHUNK}, {"TERMS", 1 << levels}, {"PLAIN", ORACLE_PLAIN},
        {"KAHAN", ORACLE_KAHAN}, {"DOUBLE", ORACLE_DOUBLE}, {"TREE", ORACLE_TREE});
    if (good) part->running_kernel = wb_program_compute("05_reduction/running.comp", constants);
    if (good) part->pairs_kernel = wb_program_compute("05_reduction/pairs.comp", constants);
    return part->running_kernel != 0 && part->pairs_kernel != 0;
}

void rounding_delete(rounding_part *part)
{
    wb_buffer_delete(&part->tree);
    wb_buffer_delete(&part->running);
    wb_buffer_delete(&part->sums);
    glDeleteProgram(part->running_kernel);
    glDeleteProgram(part->pairs_kernel);
    free(part->shown);
    free(part->errors);
    *part = (rounding_part){0};
}

/* ---- The sums ---- */

static void step_running(const rounding_part *part)
{
    glUseProgram(part->running_kernel);
    for (size_t first = 0; first < terms(part); first += CHUNK) {
        wb_pass_begin("running");
        glUniform1ui(FIRST, (GLuint)first);
        glDispatchCompute(3, 1, 1); // plain, Kahan, double
        // The next chunk reads where the sums stand; the tree writes to `sums` too.
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
        wb_pass_end();
    }
}

static void step_tree(const rounding_part *part)
{
    glUseProgram(part->pairs_kernel);
    for (GLuint first = (GLuint)terms(part) / 2; first > 0; first /= 2) {
        wb_pass_begin("tree");
        glUniform1ui(FIRST, first);
        glDispatchCompute((first + GROUP - 1) / GROUP, 1, 1);
        // The next level reads these nodes. After the last, the next frame writes `sums` anew, and
        // the picture and the check read them by glGetBufferSubData.
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
        wb_pass_end();
    }
}

void rounding_step(rounding_part *part)
{
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, TREE, part->tree.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, RUNNING, part->running.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, RESULTS, part->sums.id);
    step_running(part);
    step_tree(part);
}

bool rounding_expect(const rounding_part *part, void *expected)
{
    const float *tree = wb_start_state("tree");
    if (tree == NULL) return false;
    oracle_roundings(tree + terms(part), part->levels, expected);
    return true;
}

/* ---- The picture ---- */

static const struct {
    const char *name;
    wb_colour colour;
} ways[ORACLE_WAYS] = {
    [ORACLE_PLAIN] = {"one after the other", {0.93f, 0.36f, 0.33f, 1.0f}},
    [ORACLE_KAHAN] = {"with Kahan's correction", {0.36f, 0.83f, 0.55f, 1.0f}},
    [ORACLE_DOUBLE] = {"in double", {0.55f, 0.57f, 0.62f, 1.0f}},
    [ORACLE_TREE] = {"as a tree", {1.00f, 0.78f, 0.30f, 1.0f}},
};

static const wb_colour grid_colour = {0.16f, 0.18f, 0.22f, 1.0f};
static const wb_colour text_colour = {0.66f, 0.68f, 0.72f, 1.0f};

enum { HIGHEST = -3, LOWEST = -19 }; // powers of ten of the errors shown; the lowest stands for 0

// The plot's place in the picture, in pixels.
typedef struct area {
    float x, y, width, height;
    int levels;
} area;

static float plot_x(const area *plot, int level)
{
    return plot->x + plot->width * (float)level / (float)plot->levels;
}

static float plot_y(const area *plot, double error)
{
    double power = error > 0.0 ? log10(error) : LOWEST;
    double share = (HIGHEST - fmin(fmax(power, LOWEST), HIGHEST)) / (HIGHEST - LOWEST);
    return plot->y + plot->height * (float)share;
}

// Only if the sums are others than those that were drawn last: it takes a while.
static void measure_errors(rounding_part *part)
{
    double(*sums)[ORACLE_WAYS] = malloc((size_t)part->sums.size_bytes);
    float *tree = malloc((size_t)part->tree.size_bytes);
    if (sums != NULL && tree != NULL) {
        wb_buffer_read(&part->sums, sums);
        if (memcmp(sums, part->shown, (size_t)part->sums.size_bytes) != 0) {
            wb_buffer_read(&part->tree, tree);
            memcpy(part->shown, sums, (size_t)part->sums.size_bytes);
            for (int k = 0; k < part->levels; k++)
                oracle_relative_errors(tree + terms(part), (size_t)2 << k, sums[k],
                                       part->errors[k]);
        }
    }
    free(sums);
    free(tree);
}

static void draw_axes(const area *plot)
{
    for (int power = HIGHEST; power >= LOWEST; power -= 2) {
        float y = plot_y(plot, pow(10.0, power));
        wb_draw_line(plot->x, y, plot->x + plot->width, y, 1, grid_colour);
        if (power == LOWEST)
            wb_draw_text(plot->x - 60, y - 9, 17, text_colour, "exact");
        else
            wb_draw_text(plot->x - 60, y - 9, 17, text_colour, "1e%d", power);
    }
    for (int level = 2; level <= plot->levels; level += 2) {
        float x = plot_x(plot, level);
        wb_draw_line(x, plot->y, x, plot->y + plot->height, 1, grid_colour);
        wb_draw_text(x - 12, plot->y + plot->height + 10, 17, text_colour, "2^%d", level);
    }
    float y = plot_y(plot, 0x1p-24); // half a unit in the last place
    wb_draw_line(plot->x, y, plot->x + plot->width, y, 1, (wb_colour){0.35f, 0.45f, 0.62f, 1.0f});
    wb_draw_text(plot->x + 8, y - 22, 15, (wb_colour){0.50f, 0.60f, 0.78f, 1.0f},
                 "2^-24: what rounding once may cost a float");
}

static void draw_way(const rounding_part *part, const area *plot, int way)
{
    for (int k = 0; k < part->levels; k++) {
        float x = plot_x(plot, k + 1), y = plot_y(plot, part->errors[k][way]);
        if (k > 0)
            wb_draw_line(plot_x(plot, k), plot_y(plot, part->errors[k - 1][way]), x, y, 2.5f,
                         ways[way].colour);
        wb_draw_rectangle(x - 3, y - 3, 6, 6, ways[way].colour);
    }
    float y = plot_y(plot, part->errors[part->levels - 1][way]);
    wb_draw_text(plot->x + plot->width + 14, y - 10, 18, ways[way].colour, "%s", ways[way].name);
}

void rounding_draw(rounding_part *part, const wb_view *view)
{
    area plot = {110, 110, (float)view->width - 390, (float)view->height - 190, part->levels};
    if (wb_frame() > 0) measure_errors(part);
    wb_draw_text(40, 28, 28, (wb_colour){0.92f, 0.93f, 0.95f, 1},
                 "How far the sum of n float32 numbers is off, relative to the sum");
    draw_axes(&plot);
    wb_draw_text(plot.x - 60, plot.y + plot.height + 10, 17, text_colour, "n");
    for (int way = 0; wb_frame() > 0 && way < ORACLE_WAYS; way++) draw_way(part, &plot, way);
}
