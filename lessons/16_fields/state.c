#include "state.h"

#include "scene.h"

#include <math.h>
#include <stdlib.h>

lesson_state lesson = {.steps = 4,
                       .courant = 0.5f,
                       .feed = 0.037f,
                       .kill = 0.06f,
                       .noise = 0.1f,
                       .split = 0.5f,
                       .smoke = {.omega = 1.7f,
                                 .buoyancy = 0.0012f,
                                 .source = 1,
                                 .flicker = 0.4f,
                                 .fade = 0.995f,
                                 .swirl = 0.15f,
                                 .obstacle = 0.14f,
                                 .thickness = 80,
                                 .lamp = 50,
                                 .flame = 2000}};

const fields_traits *traits(void)
{
    static const fields_traits plain;
    const void *data = wb_current_variant()->data;
    return data != NULL ? data : &plain;
}

size_t texel_count(void)
{
    return (size_t)lesson.columns * (size_t)lesson.rows;
}

void map_rates(int x, int y, double *feed, double *kill)
{
    *kill = 0.045 + 0.025 * ((double)x + 0.5) / lesson.columns;
    *feed = 0.06 - 0.05 * ((double)y + 0.5) / lesson.rows;
}

/* ---- Programs ---- */

static bool create_programs(const char *picture)
{
    lesson.groups_x = wb_groups_for(lesson.columns, traits()->in_tiles ? TILE_STEP : GROUP);
    lesson.groups_y = wb_groups_for(lesson.rows, GROUP);
    lesson.kernel = wb_program_compute(wb_current_variant()->kernel, NULL);
    lesson.picture = wb_program_draw("draw/picture.vert", picture, NULL);
    if (!traits()->is_lit) return lesson.kernel != 0 && lesson.picture != 0;
    lesson.dark = wb_program_compute("16_fields/dark.comp", NULL);
    lesson.wave = wb_program_compute("16_fields/sampled.comp", NULL);
    return lesson.kernel != 0 && lesson.picture != 0 && lesson.dark != 0 && lesson.wave != 0;
}

/* ---- Textures ---- */

// `start` NULL: it is no part of the state.
static bool create_field(wb_buffer *field, const char *name, GLenum format, GLenum wrap,
                         const float *start)
{
    return wb_texture_create(field, &(wb_texture_desc){.name = name,
                                                       .format = format,
                                                       .width = lesson.columns,
                                                       .height = lesson.rows,
                                                       .wrap = wrap,
                                                       .linear = traits()->is_between,
                                                       .data = start,
                                                       .state = start != NULL});
}

static void choose_size(int columns, int rows)
{
    lesson.columns = lesson.width > 0 ? lesson.width : columns;
    lesson.rows = lesson.height > 0 ? lesson.height : rows;
}

static float *allocate(size_t numbers)
{
    float *start = calloc(numbers + 1, sizeof *start);
    if (start == NULL)
        wb_error("there is no memory for a field of %d x %d", lesson.columns, lesson.rows);
    return start;
}

/* ---- Start and end ---- */

bool filter_init(void)
{
    wb_image image;
    lesson.step = 0;
    if (!scene_read_picture(&image)) return false;
    choose_size(image.width, image.height);
    float *start = allocate(texel_count());
    bool good = start != NULL;
    if (good) scene_fill_picture(&image, start);
    wb_image_free(&image);
    good = good && create_field(&lesson.now, "image", GL_R32F, 0, start) &&
           create_field(&lesson.next, "filtered", GL_R32F, 0, start) &&
           create_programs("16_fields/filter.frag");
    free(start);
    return good;
}

static bool create_light(void)
{
    float *none = allocate(texel_count()); // the bytes of a whole 0, too
    bool good =
        none != NULL && wb_texture_create(&lesson.light, &(wb_texture_desc){.name = "light",
                                                                            .format = GL_R32UI,
                                                                            .width = lesson.columns,
                                                                            .height = lesson.rows,
                                                                            .data = none,
                                                                            .state = true});
    free(none);
    return good;
}

bool pond_init(void)
{
    lesson.step = 0;
    choose_size(384, 240);
    float *start = allocate(2 * texel_count());
    bool good = start != NULL;
    if (good) scene_fill_pond(start, start + texel_count());
    good = good && create_field(&lesson.now, "now", GL_R32F, 0, start) &&
           create_field(&lesson.before, "before", GL_R32F, 0, start + texel_count()) &&
           (traits()->in_two || create_field(&lesson.next, "next", GL_R32F, 0, NULL)) &&
           (!traits()->is_lit || create_light()) &&
           create_programs(traits()->is_lit ? "16_fields/light.frag" : "16_fields/pond.frag");
    free(start);
    return good;
}

bool dish_init(void)
{
    lesson.step = 0;
    choose_size(256, 160);
    float *start = allocate(2 * texel_count());
    bool good = start != NULL;
    if (good) scene_fill_dish(start);
    good = good && create_field(&lesson.now, "now", GL_RG32F, GL_REPEAT, start) &&
           create_field(&lesson.next, "next", GL_RG32F, GL_REPEAT, NULL) &&
           create_programs("16_fields/coral.frag");
    free(start);
    return good;
}

void quit(void)
{
    wb_buffer_delete(&lesson.now);
    wb_buffer_delete(&lesson.next);
    wb_buffer_delete(&lesson.before);
    wb_buffer_delete(&lesson.light);
    glDeleteProgram(lesson.kernel);
    glDeleteProgram(lesson.picture);
    glDeleteProgram(lesson.dark);
    glDeleteProgram(lesson.wave);
    lesson.kernel = lesson.picture = lesson.dark = lesson.wave = 0;
}

/* ---- What it costs ---- */

static wb_cost cost_of(double read_bytes, double written_bytes, int steps, const char *item)
{
    double items = (double)texel_count() * steps;
    return (wb_cost){.read_bytes = read_bytes * items,
                     .written_bytes = written_bytes * items,
                     .items = items,
                     .item = item};
}

wb_cost filter_cost(void)
{
    return cost_of(4, 4, 1, "pixels");
}

wb_cost pond_cost(void)
{
    return cost_of(8, 4, lesson.steps, "cell updates");
}

wb_cost dish_cost(void)
{
    return cost_of(8, 8, lesson.steps, "cell updates");
}

/* ---- The mouse stirs ---- */

// A round hill, or hollow, of water at rest, in place of what was there.
void paint(int column, int row, bool erase)
{
    enum { SIDE = 13, MIDDLE = SIDE / 2 };
    float hill[SIDE * SIDE];
    if (lesson.before.id == 0 || column < MIDDLE || row < MIDDLE ||
        column >= lesson.columns - MIDDLE || row >= lesson.rows - MIDDLE)
        return; // no pond, or at its shore
    for (int i = 0; i < SIDE * SIDE; i++) {
        int x = i % SIDE - MIDDLE, y = i / SIDE - MIDDLE;
        float inside = fmaxf(0.0f, 1.0f - (float)(x * x + y * y) / (MIDDLE * MIDDLE));
        hill[i] = (erase ? -1.0f : 1.0f) * inside * inside;
    }
    glMemoryBarrier(GL_TEXTURE_UPDATE_BARRIER_BIT); // for glTexSubImage2D
    for (int i = 0; i < 2; i++) {
        glBindTexture(GL_TEXTURE_2D, i == 0 ? lesson.now.id : lesson.before.id);
        glTexSubImage2D(GL_TEXTURE_2D, 0, column - MIDDLE, row - MIDDLE, SIDE, SIDE, GL_RED,
                        GL_FLOAT, hill);
    }
}
