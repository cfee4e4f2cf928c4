// The plane: its buffers, and the dispatches of a frame.
#include "plane.h"
#include "state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const float BOX[2] = {4.4f, 2.0f}, BLOCK[2] = {1.4f, 1.5f}; // m: the box, the water in it
static const float REACHES = 2.5f;                                 // spacings
static const double FRAME_S = 1.0 / 60.0, FASTEST = 8.0; // m/s: what falls through the box
static const float SPREAD = 4.0f;                        // 1/s: of ink

const plane_traits *plane_variant(void)
{
    return wb_current_variant()->data;
}

/* ---- Numbers ---- */

// A step is no longer than sound takes for half of the reach.
static void choose_numbers(void)
{
    plane_state *p = &lesson.plane;
    const double pi = 3.14159265358979;
    p->spacing = sqrtf(BLOCK[0] * BLOCK[1] / (float)p->discs);
    float reach = REACHES * p->spacing;
    p->steps = (int)ceil(FRAME_S * ((double)p->stiff + FASTEST) / (0.5 * (double)reach));
    p->numbers = (plane_numbers){
        .box = {BOX[0], BOX[1]},
        .count = (uint32_t)p->discs,
        .reach = reach,
        .unit = (float)(7.0 / (pi * (double)REACHES * (double)REACHES)),
        .gap = 0.25f * p->spacing,
        .sound = p->stiff,
        .friction = p->friction,
        .gravity = lesson.chosen.gravity,
        .time_step = (float)(FRAME_S / p->steps),
        .spread = SPREAD,
    };
    glBindBuffer(GL_UNIFORM_BUFFER, p->block);
    glBufferData(GL_UNIFORM_BUFFER, sizeof p->numbers, &p->numbers, GL_DYNAMIC_DRAW);
}

/* ---- Start and end ---- */

// A block of water beside the left wall, row by row from the floor; each a little off its place, so
// that no two fall alike. As wide a lattice has a crowd of 1.
static void fill_block(float (*positions)[2])
{
    wb_random random = wb_random_seed(wb_seed());
    float s = 1.007f * lesson.plane.spacing;
    float narrow = 1.0f - 0.01f * lesson.plane.squeezed;
    int columns = (int)fmaxf(1.0f, floorf(BLOCK[0] / lesson.plane.spacing));
    for (int i = 0; i < lesson.plane.discs; i++)
        for (int axis = 0; axis < 2; axis++) {
            float place = (float)(axis == 0 ? i % columns : i / columns) + 0.5f;
            positions[i][axis] = (axis == 0 ? narrow : 1.0f) * s *
                                 (place + 0.02f * (wb_random_float(&random) - 0.5f));
        }
}

static bool create_buffer(wb_buffer *buffer, const char *name, size_t width, const void *data,
                          bool is_state)
{
    size_t count = (size_t)lesson.plane.discs;
    return wb_buffer_create(buffer, &(wb_buffer_desc){.name = name,
                                                      .type = WB_F32,
                                                      .shape = {count, width},
                                                      .data = data,
                                                      .state = is_state});
}

static bool create_state(void)
{
    plane_state *p = &lesson.plane;
    size_t count = (size_t)p->discs;
    float(*start)[2] = calloc(count, sizeof *start), (*rest)[2] = calloc(count, sizeof *rest);
    bool good = start != NULL && rest != NULL;
    if (!good) wb_error("there is no memory for %zu particles", count);
    if (good) fill_block(start);
    good = good && create_buffer(&p->positions, "positions", 2, start, true) &&
           create_buffer(&p->velocities, "velocities", 2, rest, true) &&
           create_buffer(&p->next_positions, "next_positions", 2, start, false) &&
           create_buffer(&p->next_velocities, "next_velocities", 2, rest, false);
    if (good && plane_variant()->ink != NULL) { // the left half of the water is blue, the right red
        float *inks = &rest[0][0];
        for (size_t i = 0; i < count; i++) inks[i] = start[i][0] > 0.5f * BLOCK[0] ? 1.0f : 0.0f;
        good = create_buffer(&p->inks, "inks", 0, inks, true) &&
               create_buffer(&p->next_inks, "next_inks", 0, inks, false);
    }
    free(start);
    free(rest);
    return good;
}

static bool create_scratch(void)
{
    plane_state *p = &lesson.plane;
    const plane_traits *t = plane_variant();
    bool good = true;
    if (t->crowd != NULL)
        good =
            create_buffer(&p->crowds, "crowds", 0, NULL, true) &&
            create_buffer(&p->energies, "energies", 4, NULL, false) &&
            wb_buffer_create(&p->sums, &(wb_buffer_desc){.name = "sums",
                                                         .type = WB_F32,
                                                         .shape = {PLANE_FRAMES, PLANE_PARTS, 4}});
    if (good && t->list != NULL)
        good =
            wb_buffer_create(&p->lengths, &(wb_buffer_desc){.name = "lengths",
                                                            .type = WB_U32,
                                                            .shape = {(size_t)p->discs}}) &&
            wb_buffer_create(&p->lists, &(wb_buffer_desc){.name = "lists",
                                                          .type = WB_U32,
                                                          .shape = {(size_t)p->discs, PLANE_MOST}});
    return good;
}

static bool create_program(GLuint *program, const char *kernel)
{
    if (kernel != NULL)
        *program = wb_program_compute(kernel, WB_DEFINES({"PLANE_GROUP", PLANE_GROUP}));
    return kernel == NULL || *program != 0;
}

bool plane_is_dust(void)
{
    return strcmp(plane_variant()->push, "09_sph/plane/dust.comp") == 0;
}

// Dust has none, and a gas stores its energy in another way than water.
static bool has_ledger(void)
{
    return !plane_is_dust() && !plane_variant()->is_gas;
}

static bool plane_init(void)
{
    plane_state *p = &lesson.plane;
    const plane_traits *t = plane_variant();
    p->frame = 0;
    glGenBuffers(1, &p->block);
    choose_numbers();
    return create_state() && create_scratch() && create_program(&p->list, t->list) &&
           create_program(&p->crowd, t->crowd) && create_program(&p->ink, t->ink) &&
           create_program(&p->push, t->push) &&
           (!has_ledger() || create_program(&p->measure, "09_sph/plane/measure.comp")) &&
           plane_picture_create();
}

static void plane_quit(void)
{
    plane_state *p = &lesson.plane;
    wb_buffer *const buffers[] = {
        &p->positions, &p->velocities, &p->next_positions, &p->next_velocities,
        &p->crowds,    &p->energies,   &p->sums,           &p->lengths,
        &p->lists,     &p->inks,       &p->next_inks};
    GLuint *const programs[] = {&p->list, &p->crowd, &p->ink, &p->push, &p->measure};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++) wb_buffer_delete(buffers[i]);
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        glDeleteProgram(*programs[i]);
        *programs[i] = 0;
    }
    glDeleteBuffers(1, &p->block);
    p->block = 0;
    plane_picture_delete();
}

/* ---- The passes ---- */

static void bind(GLuint place, const wb_buffer *buffer)
{
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, place, buffer->id);
}

static void use(GLuint program)
{
    glUseProgram(program);
    glBindBufferBase(GL_UNIFORM_BUFFER, PLANE_NUMBERS, lesson.plane.block);
    bind(PLANE_POSITIONS, &lesson.plane.positions);
}

static GLuint groups(void)
{
    return wb_groups_for(lesson.plane.discs, PLANE_GROUP);
}

static void list_neighbours(void)
{
    wb_pass_begin("list");
    use(lesson.plane.list);
    bind(PLANE_LENGTHS, &lesson.plane.lengths);
    bind(PLANE_LISTS, &lesson.plane.lists);
    glDispatchCompute(groups(), 1, 1);
    // The next two passes read the lists.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

static void count_crowds(void)
{
    bool listed = lesson.plane.list != 0;
    wb_pass_begin("crowd");
    use(lesson.plane.crowd);
    bind(PLANE_CROWDS, &lesson.plane.crowds);
    if (listed) bind(PLANE_LENGTHS, &lesson.plane.lengths);
    if (listed) bind(PLANE_LISTS, &lesson.plane.lists);
    glDispatchCompute(plane_variant()->team ? lesson.plane.numbers.count : groups(), 1, 1);
    // The push reads the crowds of neighbours. Dust does not, and the picture comes behind its
    // push.
    if (!plane_is_dust()) glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

static void spread_ink(void)
{
    wb_pass_begin("ink");
    use(lesson.plane.ink);
    bind(PLANE_INKS, &lesson.plane.inks);
    bind(PLANE_NEXT_INKS, &lesson.plane.next_inks);
    glDispatchCompute(groups(), 1, 1);
    // No barrier: nothing reads the new inks, or overwrites the old ones, before the push has one.
    wb_buffer_swap(&lesson.plane.inks, &lesson.plane.next_inks);
    wb_pass_end();
}

static void push_and_move(void)
{
    plane_state *p = &lesson.plane;
    wb_pass_begin("push");
    use(p->push);
    bind(PLANE_VELOCITIES, &p->velocities);
    bind(PLANE_NEXT_POSITIONS, &p->next_positions);
    bind(PLANE_NEXT_VELOCITIES, &p->next_velocities);
    if (p->crowd != 0) bind(PLANE_CROWDS, &p->crowds);
    if (p->crowd != 0) bind(PLANE_ENERGIES, &p->energies);
    if (p->list != 0) bind(PLANE_LENGTHS, &p->lengths);
    if (p->list != 0) bind(PLANE_LISTS, &p->lists);
    glDispatchCompute(groups(), 1, 1);
    // The next step, or the picture, reads the new positions, and the step overwrites the old ones.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_buffer_swap(&p->positions, &p->next_positions);
    wb_buffer_swap(&p->velocities, &p->next_velocities);
    wb_pass_end();
}

// Where the sums of a frame are. The first keeps its place; the others go round in a ring.
static int64_t place_of(int64_t frame)
{
    return frame == 0 ? 0 : 1 + (frame - 1) % (PLANE_FRAMES - 1);
}

// The ledger: a sum of each kind of energy.
static void measure(void)
{
    plane_state *p = &lesson.plane;
    wb_pass_begin("measure");
    use(p->measure);
    bind(PLANE_ENERGIES, &p->energies);
    bind(PLANE_SUMS, &p->sums);
    glUniform1ui(PLANE_FRAME, (GLuint)place_of(p->frame));
    glDispatchCompute(1, 1, 1);
    // The plot reads the sums back with glGetBufferSubData. Before the next push overwrites the
    // energies, there is the barrier behind the crowds.
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    wb_pass_end();
}

void step_plane(void)
{
    choose_numbers();
    for (int i = 0; i < lesson.plane.steps; i++) {
        if (lesson.plane.list != 0) list_neighbours();
        if (lesson.plane.ink != 0) spread_ink();
        if (lesson.plane.crowd != 0) count_crowds();
        push_and_move();
    }
    if (lesson.plane.measure != 0) measure();
    lesson.plane.frame++;
}

void plane_energies(const float (*sums)[PLANE_PARTS][4], int64_t frame, double energies[3])
{
    for (int k = 0; k < 3; k++) {
        energies[k] = 0.0;
        for (int part = 0; part < PLANE_PARTS; part++)
            energies[k] += sums[place_of(frame)][part][k];
    }
}

/* ---- The part ---- */

const wb_part plane_part = {
    .name = "plane",
    .init = plane_init,
    .draw = plane_draw,
    .quit = plane_quit,
    .verify = plane_verify,
    .check_frames = 2,
    .cases = {"discs=1", "discs=2 stiff=10", "discs=63", "discs=64 stiff=30",
              "discs=65 gravity=-7 friction=0", "discs=200 friction=1", "discs=301 gravity=20",
              "discs=150 squeezed=50"},
    .status = plane_status,
    .is_flat = true,
};
