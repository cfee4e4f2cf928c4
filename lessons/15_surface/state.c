// What a variant keeps: its particles, its surface, and the programs that it has in place of some.
#include "state.h"
#include "picture.h"
#include "scene.h"
#include "water.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

lesson_state lesson = {.chosen = {WB_WATER_DEFAULTS},
                       .scene = SCENE_WATER,
                       .cells = 2,
                       .moves = 1,
                       .radius = 2.0f,
                       .iso = 0.45f};

const surface_traits *traits(void)
{
    static const surface_traits plain = {0};
    const surface_traits *own = wb_current_variant()->data;
    return own != NULL ? own : &plain;
}

/* ---- The particles ---- */

// From a file, if --load names one.
static bool take_positions(float (*positions)[4])
{
    wb_array file = {.type = WB_F32};
    bool given;
    if (!wb_load_array("positions", &file, &given)) return !given;
    const float(*places)[4] = file.data;
    bool good = file.type == WB_F32 && file.dimensions == 2 && file.shape[1] == 4 &&
                file.shape[0] == (size_t)lesson.chosen.particles;
    if (!good)
        wb_error("--load positions: wanted are %d x 4 float32, a place in m and anything\n"
                 "what to do: give as many as --set particles=N says",
                 lesson.chosen.particles);
    for (int i = 0; i < lesson.chosen.particles && good; i++)
        for (int k = 0; k < 3 && good; k++) {
            good = places[i][k] >= 0.0f && places[i][k] <= lesson.box[k]; // not NaN
            if (!good)
                wb_error("--load positions: particle %d is at %g along %c; the box is from 0 to %g",
                         i, (double)places[i][k], "xyz"[k], (double)lesson.box[k]);
        }
    if (good && lesson.chosen.particles > 0)
        memcpy(positions, places, (size_t)lesson.chosen.particles * sizeof *positions);
    if (!good) wb_wrong_usage();
    free(file.data);
    return good;
}

static bool create_particles(void)
{
    size_t n = (size_t)lesson.chosen.particles;
    float(*positions)[4] = calloc(n + 1, sizeof *positions);
    if (positions == NULL) {
        wb_error("there is no memory for %d particles", lesson.chosen.particles);
        return false;
    }
    bool good = is_water()
                    ? water_fill(positions)
                    : scene_fill(lesson.scene, lesson.chosen.particles, wb_seed(), positions);
    good = good && take_positions(positions) &&
           wb_buffer_create(&lesson.positions, &(wb_buffer_desc){.name = "positions",
                                                                 .type = WB_F32,
                                                                 .shape = {n > 0 ? n : 1, 4},
                                                                 .data = positions,
                                                                 .state = true});
    free(positions);
    return good;
}

/* ---- The surface ---- */

bool is_noise(void)
{
    return lesson.scene == SCENE_NOISE;
}

bool reaches_border(void)
{
    return is_noise() && traits()->own_cells;
}

static const char *colour_kernel(void)
{
    if (is_noise()) return "15_surface/noise.comp";
    return traits()->few_slots ? "15_surface/few_slots.comp" : NULL;
}

// The task's groups come in rows so short that in the last one there are more than blocks.
enum { SHORT_ROW = 16 };

// Noise has surface in every cell. Plain triangles share no vertices.
static bool create_surface(void)
{
    uint32_t all = is_noise() ? UINT32_MAX : 0, room = (uint32_t)lesson.room;
    wb_surface_desc desc = {
        .high = {lesson.box[0], lesson.box[1], lesson.box[2]},
        .spacing = lesson.spacing,
        .radius = lesson.radius,
        .cells = lesson.cells,
        .iso = lesson.iso,
        .most = (uint32_t)lesson.chosen.particles,
        .most_corners = all,
        .most_vertices = room > 0 ? room : all,
        .most_triangles = room > 0 ? 2 * room : all,
        .rule = traits()->table_4 ? WB_SURFACE_OPPOSITES : WB_SURFACE_APART,
        .dense = traits()->dense || (is_noise() && !reaches_border()),
        .row = traits()->own_cells ? SHORT_ROW : 0,
        .soup = traits()->plain,
        .colour_kernel = colour_kernel(),
        .occupied_kernel = traits()->own_occupied ? wb_current_variant()->kernel : NULL,
        .vertices_kernel = traits()->own_vertices ? wb_current_variant()->kernel : NULL,
        .cells_kernel = traits()->own_cells ? wb_current_variant()->kernel : NULL};
    // The surface puts a border of K + 1 cells around its box.
    float border = (float)(lesson.cells + 1) * lesson.radius * lesson.spacing / (float)lesson.cells;
    for (int i = 0; i < 3 && reaches_border(); i++) {
        desc.low[i] += border;
        desc.high[i] -= border;
    }
    if (!wb_surface_create(&lesson.surface, &desc)) return false;
    // The mesh is the lesson's state, where it is the same in every run. (Not the commands: the
    // last pass writes them while it is dispatched from them. If the buffer was read before, one
    // driver does not show what that pass has written.)
    wb_buffer *const state[] = {&lesson.surface.colours, &lesson.surface.positions,
                                &lesson.surface.normals, &lesson.surface.indices};
    for (size_t i = 0; i < sizeof state / sizeof state[0]; i++) state[i]->state = !traits()->plain;
    return true;
}

/* ---- What the plain versions and those of the colour have of their own ---- */

static bool create(wb_buffer *buffer, const char *name, size_t count)
{
    return wb_buffer_create(
        buffer,
        &(wb_buffer_desc){.name = name, .type = WB_U32, .shape = {count}, .internal = true});
}

static bool create_lists(void)
{
    size_t blocks = lesson.surface.blocks, cells = WB_SURFACE_BLOCK * blocks;
    return !traits()->plain || (create(&lesson.block_counts, "block_counts", blocks) &&
                                create(&lesson.marks, "marks", cells) &&
                                create(&lesson.cell_list, "cell_list", 4 + cells));
}

// The constants of the building block's kernels, and the lesson's own.
static GLuint program(const char *name)
{
    const surface_traits *own = traits();
    int tile = own->halo_5 ? 5 : own->tiles ? WB_SURFACE_SIDE + 2 * lesson.cells : 0;
    wb_define constants[24];
    int count = 0;
    for (const wb_define *d = wb_surface_constants(&lesson.surface); d->name != NULL; d++)
        constants[count++] = *d;
    const wb_define *added = WB_DEFINES(
        {"AGGREGATED", own->aggregated}, {"EIGHT", own->tiles}, {"TILE", tile},
        {"BOXES", own->boxes}, {"DIFFERENCES", own->differences}, {"PRECEDENCE", own->precedence});
    for (; added->name != NULL; added++) constants[count++] = *added;
    constants[count] = *added;
    return wb_program_compute(name, constants);
}

static bool create_programs(void)
{
    const surface_traits *own = traits();
    const struct {
        GLuint *kernel;
        bool needed;
        const char *name;
    } all[] = {
        {&lesson.clear, own->plain, "15_surface/clear.comp"},
        {&lesson.occupy, own->plain, "15_surface/occupy.comp"},
        {&lesson.blocks, own->plain, "15_surface/blocks.comp"},
        {&lesson.cell_kernel, own->plain,
         own->own_rim ? wb_current_variant()->kernel : "15_surface/cells.comp"},
        {&lesson.compact, own->plain, "15_surface/compact.comp"},
        {&lesson.soup, own->plain,
         own->zero_inside ? "15_surface/zero_inside.comp" : "15_surface/soup.comp"},
        {&lesson.colour_shared, own->colour == BY_BLOCK, "15_surface/colour_shared.comp"},
        {&lesson.splat_clear, own->colour == BY_PARTICLE, "15_surface/splat_clear.comp"},
        {&lesson.splat, own->colour == BY_PARTICLE, "15_surface/splat.comp"},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i].needed && (*all[i].kernel = program(all[i].name)) == 0) return false;
    return true;
}

static void delete_programs(void)
{
    GLuint *const programs[] = {&lesson.clear,         &lesson.occupy,      &lesson.blocks,
                                &lesson.cell_kernel,   &lesson.compact,     &lesson.soup,
                                &lesson.colour_shared, &lesson.splat_clear, &lesson.splat};
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
        glDeleteProgram(*programs[i]);
        *programs[i] = 0;
    }
}

/* ---- Start and end ---- */

// Of what is no water, the numbers that the picture asks for.
static void choose_shape(void)
{
    lesson.numbers = (wb_water_numbers){.margin = 0.5f * lesson.spacing};
    memcpy(lesson.numbers.box, lesson.box, sizeof lesson.box);
}

bool init(void)
{
    scene_box(lesson.box);
    lesson.spacing = (float)scene_spacing(lesson.scene, lesson.chosen.particles);
    if (is_water())
        water_choose();
    else
        choose_shape();
    bool good = create_particles() && water_create() && create_surface() && create_lists() &&
                create_programs() && picture_create();
    for (int i = 0; good && is_water() && i < lesson.before; i++) water_step();
    return good;
}

void quit(void)
{
    wb_buffer *const buffers[] = {&lesson.block_counts, &lesson.marks, &lesson.cell_list,
                                  &lesson.positions};
    picture_delete();
    delete_programs();
    for (size_t i = 0; i < sizeof buffers / sizeof buffers[0]; i++) wb_buffer_delete(buffers[i]);
    wb_surface_delete(&lesson.surface);
    water_delete();
    lesson.frame = lesson.water_frame = 0;
}

bool rebuild(void)
{
    lesson.surface.iso = lesson.iso;
    return true;
}

wb_cost cost(void)
{
    return (wb_cost){.read_bytes = 16.0 * lesson.chosen.particles,
                     .items = lesson.chosen.particles,
                     .item = "particles"};
}

void status(char *text, size_t size)
{
    snprintf(text, size, "%d particles", lesson.chosen.particles);
}
