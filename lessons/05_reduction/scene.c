#include "scene.h"

#include "state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Values ---- */

enum { LARGEST_VALUE = 99 }; // of the lesson's own numbers

// A silhouette of hills, rough on top: values from 0 to LARGEST_VALUE.
static uint32_t hill_value(wb_random *random, float x)
{
    static const float hills[4][3] = {
        {0.18f, 0.11f, 0.75f}, {0.42f, 0.07f, 0.45f}, {0.63f, 0.13f, 1.0f}, {0.90f, 0.06f, 0.55f}};
    float height = 0.06f;
    for (int i = 0; i < 4; i++) {
        float d = (x - hills[i][0]) / hills[i][1];
        height += d * d < 1.0f ? hills[i][2] * (1.0f - d * d) * (1.0f - d * d) : 0.0f;
    }
    float rough = 0.6f + 0.4f * wb_random_float(random);
    return (uint32_t)(height * rough * LARGEST_VALUE / 1.06f);
}

// Number i of `count`, after `numbers`: hills; any 32 bits; the three largest there are; one larger
// than the other, up to almost 2^32; zeros; ones.
static uint32_t value_at(wb_random *random, int i)
{
    switch (lesson.numbers) {
    case WIDE: return wb_random_u32(random);
    case NEAR: return UINT32_MAX - wb_random_u32(random) % 3;
    case RISING: return (uint32_t)i * (UINT32_MAX / (uint32_t)lesson.count);
    case ZEROS: return 0;
    case ONES: return 1;
    default: return hill_value(random, (float)i / (float)lesson.count);
    }
}

// The file decides how many numbers there are.
static bool take_shape_of_values(void)
{
    bool given;
    wb_array shape = {.type = WB_U32};
    if (!wb_load_shape("values", &shape, &given)) return !given;
    size_t count = wb_array_count(&shape);
    if (shape.type == WB_U32 && shape.dimensions == 1 && count > 0 && count <= 1u << 28) {
        lesson.count = (int)count;
        return true;
    }
    char text[100];
    wb_error("--load values: the file holds %s %s; wanted is an array of 1 to %d numbers, uint32\n"
             "In a .csv each of them stands on a line of its own.",
             wb_array_shape_text(&shape, text, sizeof text), wb_type_name(shape.type), 1 << 28);
    return false;
}

bool scene_create_values(void)
{
    if (!take_shape_of_values()) return false;
    uint32_t *start = malloc((size_t)lesson.count * sizeof *start);
    if (start == NULL) {
        wb_error("there is no memory for %d numbers", lesson.count);
        return false;
    }
    wb_random random = wb_random_seed(wb_seed());
    for (int i = 0; i < lesson.count; i++) start[i] = value_at(&random, i);
    bool good = wb_buffer_create(&lesson.values, &(wb_buffer_desc){.name = "values",
                                                                   .type = WB_U32,
                                                                   .shape = {(size_t)lesson.count},
                                                                   .data = start,
                                                                   .state = true});
    free(start);
    return good;
}

/* ---- Particles: a cloud ---- */

// About normal: mean 0, spread 1.
static float random_normal(wb_random *random)
{
    float sum = -6.0f;
    for (int i = 0; i < 12; i++) sum += wb_random_float(random);
    return sum;
}

// Two arms that wind up around a middle; the heavier particles further in.
static void place_particle(wb_random *random, float *particle)
{
    float along = wb_random_float(random);
    float radius = 2.2f * sqrtf(along);
    float turn = 2.2f * radius + (wb_random_u32(random) % 2 ? 3.14159265f : 0.0f);
    float spread = 0.16f + 0.10f * along;
    particle[0] = radius * cosf(turn) + spread * random_normal(random) + 0.35f;
    particle[1] = 0.8f * spread * random_normal(random) + 0.2f * radius * sinf(turn);
    particle[2] = radius * sinf(turn) + spread * random_normal(random);
    particle[3] = 0.2f + (1.0f - along) * wb_random_float(random);
}

static float *place_particles(size_t count, uint64_t seed)
{
    float *particles = malloc(count * 4 * sizeof *particles);
    wb_random random = wb_random_seed(seed);
    for (size_t i = 0; particles != NULL && i < count; i++)
        place_particle(&random, particles + 4 * i);
    if (particles == NULL) wb_error("there is no memory for %zu particles", count);
    return particles;
}

static bool take_shape_of_particles(void)
{
    bool given;
    wb_array shape = {.type = WB_F32};
    if (!wb_load_shape("particles", &shape, &given)) return !given;
    if (shape.type == WB_F32 && shape.dimensions == 2 && shape.shape[1] == 4 &&
        shape.shape[0] > 0 && shape.shape[0] <= 1 << 26) {
        lesson.count = (int)shape.shape[0];
        return true;
    }
    wb_error("--load particles: the file has to hold float32 of shape n x 4: x, y, z and mass, n "
             "from 1 to %d",
             1 << 26);
    return false;
}

bool scene_create_particles(void)
{
    if (!take_shape_of_particles()) return false;
    float *start = place_particles((size_t)lesson.count, wb_seed());
    bool good =
        start != NULL &&
        wb_buffer_create(&lesson.particles, &(wb_buffer_desc){.name = "particles",
                                                              .type = WB_F32,
                                                              .shape = {(size_t)lesson.count, 4},
                                                              .data = start,
                                                              .state = true});
    free(start);
    return good;
}

/* ---- Terms ---- */

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

bool scene_create_terms(void)
{
    float *tree = grow_leaves(terms(), wb_seed());
    bool good =
        tree != NULL && wb_buffer_create(&lesson.tree, &(wb_buffer_desc){.name = "tree",
                                                                         .type = WB_F32,
                                                                         .shape = {2 * terms()},
                                                                         .data = tree,
                                                                         .state = true});
    free(tree);
    return good;
}
