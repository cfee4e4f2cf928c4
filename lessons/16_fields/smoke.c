// The smoke's memory: the box with its ball, and the textures and buffers of its fields.
#include "smoke.h"

#include "state.h"

#include <stdio.h>
#include <stdlib.h>

size_t smoke_cells(void)
{
    const int *size = lesson.smoke.size;
    return (size_t)size[0] * (size_t)size[1] * (size_t)size[2];
}

void smoke_face_sizes(int axis, int sizes[3])
{
    for (int k = 0; k < 3; k++) sizes[k] = lesson.smoke.size[k] + (k == axis);
}

/* ---- The box ---- */

static void choose_sizes(void)
{
    smoke_state *s = &lesson.smoke;
    s->size[0] = lesson.columns = lesson.width > 0 ? lesson.width : 48;
    s->size[1] = lesson.rows = lesson.height > 0 ? lesson.height : 72;
    s->size[2] = s->depth > 0 ? s->depth : s->size[0];
    float width = (float)s->size[0], height = (float)s->size[1], deep = (float)s->size[2];
    float narrow = width < deep ? width : deep;
    s->ball[0] = 0.6f * width;
    s->ball[1] = 0.4f * height;
    s->ball[2] = 0.5f * deep;
    s->ball[3] = s->obstacle * narrow;
    s->origin[0] = 0.5f * width;
    s->origin[1] = 0.1f * height;
    s->origin[2] = 0.5f * deep;
    s->origin[3] = 0.15f * narrow;
}

static bool is_air(const int p[3])
{
    const smoke_state *s = &lesson.smoke;
    float d2 = 0;
    for (int k = 0; k < 3; k++) {
        float d = (float)p[k] + 0.5f - s->ball[k];
        if (p[k] < 0 || p[k] >= s->size[k]) return k == 1 && p[k] > 0; // above is the open
        d2 += d * d;
    }
    return d2 >= s->ball[3] * s->ball[3];
}

// Which faces of a cell are open: those between two cells of air, and below the open.
static uint32_t openings_of(int x, int y, int z)
{
    uint32_t bits = 0;
    if (!is_air((int[]){x, y, z})) return 0;
    if (is_air((int[]){x - 1, y, z})) bits |= OPEN_LEFT;
    if (is_air((int[]){x + 1, y, z})) bits |= OPEN_RIGHT;
    if (is_air((int[]){x, y - 1, z})) bits |= OPEN_BELOW;
    if (is_air((int[]){x, y + 1, z})) bits |= OPEN_ABOVE;
    if (is_air((int[]){x, y, z - 1})) bits |= OPEN_BACK;
    if (is_air((int[]){x, y, z + 1})) bits |= OPEN_FRONT;
    return bits;
}

static void fill_openings(uint32_t *openings)
{
    const int *size = lesson.smoke.size;
    for (int z = 0; z < size[2]; z++)
        for (int y = 0; y < size[1]; y++)
            for (int x = 0; x < size[0]; x++) *openings++ = openings_of(x, y, z);
}

/* ---- Memory ---- */

static bool create_texture_of(wb_buffer *texture, const char *name, GLenum format,
                              const int sizes[3], const float *zeros, bool state)
{
    return wb_texture_create(texture, &(wb_texture_desc){.name = name,
                                                         .format = format,
                                                         .width = sizes[0],
                                                         .height = sizes[1],
                                                         .depth = sizes[2],
                                                         .linear = true,
                                                         .data = zeros,
                                                         .state = state});
}

static bool create_texture(wb_buffer *texture, const char *name, const int sizes[3],
                           const float *zeros, bool state)
{
    return create_texture_of(texture, name, GL_R32F, sizes, zeros, state);
}

static bool create_buffer(wb_buffer *buffer, const char *name, const float *zeros, bool state)
{
    const int *size = lesson.smoke.size;
    return wb_buffer_create(
        buffer, &(wb_buffer_desc){.name = name,
                                  .type = WB_F32,
                                  .shape = {(size_t)size[2], (size_t)size[1], (size_t)size[0]},
                                  .data = zeros,
                                  .state = state});
}

static bool create_velocity(const float *zeros)
{
    static const char *const names[] = {"velocity_x", "velocity_y", "velocity_z"};
    static const char *const next_names[] = {"velocity_x_next", "velocity_y_next",
                                             "velocity_z_next"};
    smoke_state *s = &lesson.smoke;
    bool good = true;
    for (int axis = 0; axis < 3; axis++) {
        int sizes[3];
        smoke_face_sizes(axis, sizes);
        good = good && create_texture(&s->velocity[axis], names[axis], sizes, zeros, true) &&
               create_texture(&s->velocity_next[axis], next_names[axis], sizes, zeros, false);
    }
    return good;
}

// What maccormack's second pass stores.
static bool create_mended(const float *zeros)
{
    static const char *const names[] = {"velocity_x_mended", "velocity_y_mended",
                                        "velocity_z_mended"};
    smoke_state *s = &lesson.smoke;
    bool good = create_texture(&s->smoke_mended, "smoke_mended", s->size, zeros, false) &&
                create_texture(&s->heat_mended, "heat_mended", s->size, zeros, false);
    for (int axis = 0; axis < 3; axis++) {
        int sizes[3];
        smoke_face_sizes(axis, sizes);
        good = good && create_texture(&s->velocity_mended[axis], names[axis], sizes, zeros, false);
    }
    return good;
}

static bool create_whirls(const float *zeros)
{
    smoke_state *s = &lesson.smoke;
    return create_texture(&s->turning, "turning", s->size, zeros, false) &&
           create_texture_of(&s->curl, "curl", GL_RGBA32F, s->size, zeros, false) &&
           create_texture_of(&s->push, "push", GL_RGBA32F, s->size, zeros, false);
}

static bool create_openings(void)
{
    const int *size = lesson.smoke.size;
    uint32_t *openings = malloc(smoke_cells() * sizeof *openings);
    if (openings == NULL) {
        wb_error("there is no memory for %zu cells", smoke_cells());
        return false;
    }
    fill_openings(openings);
    bool good = wb_buffer_create(
        &lesson.smoke.openings,
        &(wb_buffer_desc){.name = "openings",
                          .type = WB_U32,
                          .shape = {(size_t)size[2], (size_t)size[1], (size_t)size[0]},
                          .data = openings,
                          .internal = true});
    if (traits()->solver == MULTIGRID) good = good && smoke_create_levels(openings);
    free(openings);
    return good;
}

static bool create_fields(const float *zeros)
{
    smoke_state *s = &lesson.smoke;
    return create_texture(&s->smoke, "smoke", s->size, zeros, true) &&
           create_texture(&s->smoke_next, "smoke_next", s->size, zeros, false) &&
           create_texture(&s->heat, "heat", s->size, zeros, true) &&
           create_texture(&s->heat_next, "heat_next", s->size, zeros, false) &&
           create_velocity(zeros) && create_whirls(zeros) &&
           (!traits()->mends || create_mended(zeros)) && create_openings() &&
           create_buffer(&s->divergence, "divergence", zeros, false) &&
           create_buffer(&s->pressure, "pressure", zeros, true) &&
           create_buffer(&s->pressure_next, "pressure_next", zeros, false);
}

// A kernel for the finest level, and the same for those below.
static bool create_pair(GLuint programs[2], const char *file)
{
    programs[0] = wb_program_compute(file, WB_DEFINES({"FINE", 1}));
    programs[1] = wb_program_compute(file, WB_DEFINES({"FINE", 0}));
    return programs[0] != 0 && programs[1] != 0;
}

static bool create_solver(void)
{
    smoke_state *s = &lesson.smoke;
    if (traits()->in_tiles) {
        s->solve = wb_program_compute(wb_current_variant()->kernel, WB_DEFINES({"FINE", 1}));
        return s->solve != 0;
    }
    switch (traits()->solver) {
    case JACOBI:
        s->solve = wb_program_compute(traits()->in_one ? "16_fields/smoke/in_place.comp"
                                                       : "16_fields/smoke/jacobi.comp",
                                      WB_DEFINES({"FINE", 1}));
        return s->solve != 0;
    case RED_BLACK:
        s->relax[0] = wb_program_compute("16_fields/smoke/relax.comp", WB_DEFINES({"FINE", 1}));
        return s->relax[0] != 0;
    default:
        s->bottom = wb_program_compute("16_fields/smoke/bottom.comp", NULL);
        return create_pair(s->relax, "16_fields/smoke/relax.comp") &&
               create_pair(s->restriction, traits()->restriction != NULL
                                               ? traits()->restriction
                                               : "16_fields/smoke/restrict.comp") &&
               create_pair(s->prolongation, "16_fields/smoke/prolong.comp") && s->bottom != 0;
    }
}

static bool create_programs(void)
{
    smoke_state *s = &lesson.smoke;
    s->move_smoke = wb_program_compute(traits()->by_sampler ? "16_fields/smoke/sampled_smoke.comp"
                                                            : "16_fields/smoke/move_smoke.comp",
                                       NULL);
    s->move_velocity =
        wb_program_compute(traits()->by_sampler ? "16_fields/smoke/sampled_velocity.comp"
                                                : "16_fields/smoke/move_velocity.comp",
                           NULL);
    s->find_curl = wb_program_compute("16_fields/smoke/curl.comp", NULL);
    s->find_push = wb_program_compute("16_fields/smoke/swirl.comp", NULL);
    s->forces = wb_program_compute("16_fields/smoke/forces.comp", NULL);
    s->diverge = wb_program_compute("16_fields/smoke/diverge.comp", NULL);
    s->project = wb_program_compute("16_fields/smoke/project.comp", NULL);
    bool good = true;
    if (traits()->mends) {
        s->mend_smoke = wb_program_compute("16_fields/smoke/mend_smoke.comp", NULL);
        s->mend_velocity = wb_program_compute("16_fields/smoke/mend_velocity.comp", NULL);
        good = s->mend_smoke != 0 && s->mend_velocity != 0;
    }
    return good && s->move_smoke != 0 && s->move_velocity != 0 && s->find_curl != 0 &&
           s->find_push != 0 && s->forces != 0 && s->diverge != 0 && s->project != 0 &&
           create_solver();
}

bool smoke_init(void)
{
    lesson.step = 0;
    choose_sizes();
    const int *size = lesson.smoke.size;
    size_t most = (size_t)(size[0] + 1) * (size_t)(size[1] + 1) * (size_t)(size[2] + 1);
    float *zeros = calloc(4 * most, sizeof *zeros); // the most that a texel holds
    if (zeros == NULL)
        wb_error("there is no memory for a box of %d x %d x %d", size[0], size[1], size[2]);
    bool good =
        zeros != NULL && create_fields(zeros) && create_programs() && smoke_picture_create();
    free(zeros);
    return good;
}

void smoke_quit(void)
{
    smoke_state *s = &lesson.smoke;
    wb_buffer *buffers[] = {&s->smoke,        &s->smoke_next,  &s->smoke_mended, &s->heat,
                            &s->heat_next,    &s->heat_mended, &s->turning,      &s->curl,
                            &s->push,         &s->openings,    &s->divergence,   &s->pressure,
                            &s->pressure_next};
    GLuint *programs[] = {&s->move_smoke,      &s->move_velocity,  &s->mend_smoke,
                          &s->mend_velocity,   &s->find_curl,      &s->find_push,
                          &s->forces,          &s->diverge,        &s->solve,
                          &s->project,         &s->bottom,         &s->relax[0],
                          &s->relax[1],        &s->restriction[0], &s->restriction[1],
                          &s->prolongation[0], &s->prolongation[1]};
    smoke_picture_delete();
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++) wb_buffer_delete(buffers[i]);
    for (int axis = 0; axis < 3; axis++) {
        wb_buffer_delete(&s->velocity[axis]);
        wb_buffer_delete(&s->velocity_next[axis]);
        wb_buffer_delete(&s->velocity_mended[axis]);
    }
    smoke_delete_levels();
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        glDeleteProgram(*programs[i]);
        *programs[i] = 0;
    }
}

int smoke_sweeps(void)
{
    static const int suit[] = {
        [JACOBI] = JACOBI_SWEEPS, [RED_BLACK] = RED_BLACK_SWEEPS, [MULTIGRID] = CYCLES};
    return lesson.smoke.sweeps > 0 ? lesson.smoke.sweeps : suit[traits()->solver];
}

// A step reads and writes smoke, heat and three components at least once, and the pressure.
wb_cost smoke_cost(void)
{
    double cells = (double)smoke_cells();
    return (wb_cost){.read_bytes = 24 * cells,
                     .written_bytes = 24 * cells,
                     .items = cells,
                     .item = "cell updates"};
}
