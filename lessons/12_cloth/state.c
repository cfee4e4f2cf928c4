// What a variant keeps: its buffers, its programs; and what follows from the parameters.
#include "state.h"
#include "gl/floats.h"
#include "picture.h"

#include <math.h>
#include <stdlib.h>

lesson_state lesson = {.columns = 128,
                       .rows = 128,
                       .substeps = 30,
                       .iterations = 1,
                       .pins = PINS_CORNERS,
                       .tethers = 1,
                       .damping = 1.0f,
                       .gravity = 9.81f,
                       .wind = 3.0f,
                       .ball = 0.35f,
                       .swing = 5.0f};

static const double PI = 3.14159265358979323846;
static const float MOST_IN_FILE = 1e9f; // metres, m/s or 1/kg: squares of differences stay finite

const cloth_traits *traits(void)
{
    return wb_current_variant()->data;
}

int substeps(void)
{
    return traits()->one_step ? 1 : lesson.substeps;
}

int sweeps(void)
{
    if (traits()->one_step) return ONE_STEP_SWEEPS;
    return traits()->repeats ? lesson.iterations : 1;
}

// The second task is for a cloth that one work group's memory can hold.
static int fitting(int side)
{
    return traits()->is_whole && side > WHOLE_SIDE ? WHOLE_SIDE : side;
}

int columns(void)
{
    return fitting(lesson.columns);
}

int rows(void)
{
    return fitting(lesson.rows);
}

/* ---- Numbers ---- */

// The longer side is CLOTH_SIDE_M long.
static double spacing(void)
{
    int most = columns() > rows() ? columns() : rows();
    return CLOTH_SIDE_M / (most - 1);
}

static double length(void)
{
    return spacing() * (rows() - 1);
}

// The ball swings through the cloth, from behind it; below one that lies flat, from side to side.
// The ball never begins inside the cloth, however large it is.
static void place_ball(double time, double place[3])
{
    double radius = (double)lesson.ball,
           turn = lesson.swing > 0.0f ? time / (double)lesson.swing : 0.0;
    bool flat = lesson.start == FLAT;
    place[0] = flat ? 0.3 * sin(2.0 * PI * turn) : 0.12;
    place[1] = flat ? -radius - fmax(0.8 - radius, 0.05) : TOP_M - 0.55 * length();
    place[2] = flat ? 0.0 : -(radius + (lesson.swing > 0.0f ? 0.5 : 0.02)) * cos(2.0 * PI * turn);
}

static void set_ball(cloth *c, int64_t frame, int steps)
{
    double from[3], to[3];
    place_ball((double)frame * FRAME_S, from);
    place_ball((double)(frame + 1) * FRAME_S, to);
    for (int k = 0; k < 3; k++) {
        c->ball[k] = (float)from[k];
        c->ball_step[k] = (float)((to[k] - from[k]) / steps);
    }
    c->ball[3] = lesson.ball;
}

cloth make_cloth(int64_t frame, bool right)
{
    static const int tethers[PINS_COUNT] = {0, 2, 1, 4};
    int steps = right ? lesson.substeps : substeps();
    double dt = FRAME_S / steps, damping = (double)lesson.damping;
    double scale = traits()->unscaled && !right ? 1.0 : 1.0 / (dt * dt); // BROKEN: unscaled
    cloth c = {.columns = columns(),
               .rows = rows(),
               .spacing = (float)spacing(),
               .diagonal = (float)(sqrt(2.0) * spacing()),
               .time_step = (float)dt,
               .per_step = (float)(1.0 / dt),
               .softness = (float)((double)lesson.compliance * scale),
               .keep = (float)(1.0 - damping * dt),
               .fall = (float)((double)lesson.gravity * dt),
               .drag = lesson.wind > 0.0f ? (float)(AIR_DRAG * dt) : 0.0f,
               .tear = lesson.tear,
               .pins = lesson.pins,
               .tethers = lesson.tethers ? tethers[lesson.pins] : 0,
               .time = (float)((double)lesson.clock + (double)frame * FRAME_S),
               .wind = lesson.wind,
               .seed = (uint32_t)wb_seed(),
               .floor = FLOOR_M};
    set_ball(&c, frame, steps);
    return c;
}

// Aslant at a cloth that hangs, or lies.
static const wb_hand task_hand = {.holds = true,
                                  .eye = {-1.1f, 1.0f, -2.0f},
                                  .way = {0.48f, -0.36f, 0.8f},
                                  .place = {0.1f, 0.1f, 0.0f}};

wb_hand hand_now(void)
{
    wb_hand hand = wb_hand_now();
    return hand.holds || !traits()->has_hand ? hand : task_hand;
}

void update_cloth(void)
{
    lesson.c = make_cloth(wb_frame(), false);
    glBindBuffer(GL_UNIFORM_BUFFER, lesson.parameters);
    glBufferSubData(GL_UNIFORM_BUFFER, 0, sizeof lesson.c, &lesson.c);
}

// For each link, a substep reads and writes two particles. The versions that keep them in shared
// memory, or ask for them twice, have more or less to do; this is what the method asks for.
wb_cost cost(void)
{
    double steps = substeps(), particles = (double)lesson.count * steps;
    return (wb_cost){.read_bytes = 32.0 * particles,
                     .written_bytes = 32.0 * particles,
                     .items = (double)lesson.starts[COLOURS] * steps,
                     .item = "links"};
}

/* ---- Buffers ---- */

static bool create_floats(wb_buffer *buffer, const char *name, const void *data, bool state)
{
    return wb_buffer_create(buffer, &(wb_buffer_desc){.name = name,
                                                      .type = WB_F32,
                                                      .shape = {lesson.count, 4},
                                                      .data = data,
                                                      .most = MOST_IN_FILE,
                                                      .state = state});
}

static bool create_uints(wb_buffer *buffer, const char *name, size_t count, size_t width,
                         const void *data, bool state)
{
    return wb_buffer_create(buffer, &(wb_buffer_desc){.name = name,
                                                      .type = WB_U32,
                                                      .shape = {count, width},
                                                      .data = data,
                                                      .internal = width > 0,
                                                      .state = state});
}

// At rest, or `crumple` of a spacing away from that, in a direction that chance decides.
static void place_particles(float (*x)[4], float (*air)[4])
{
    wb_random random = wb_random_seed(wb_seed());
    double s = spacing(), mass = CLOTH_DENSITY * s * s, left = -0.5 * s * (columns() - 1);
    bool flat = lesson.start == FLAT;
    for (int row = 0; row < rows(); row++)
        for (int column = 0; column < columns(); column++) {
            size_t i = (size_t)row * (size_t)columns() + (size_t)column;
            bool pinned = cloth_is_pinned(lesson.pins, columns(), rows(), column, row);
            x[i][0] = (float)(left + s * column);
            x[i][1] = (float)(flat ? 0.0 : TOP_M - s * row);
            x[i][2] = (float)(flat ? s * row - 0.5 * length() : 0.0);
            x[i][3] = pinned ? 0.0f : (float)(1.0 / mass);
            for (int k = 0; k < 3 && !pinned; k++)
                x[i][k] += lesson.crumple * (float)s * (2.0f * wb_random_float(&random) - 1.0f);
            air[i][flat ? 1 : 2] = 1.0f; // its normal; the wind begins with the second frame
        }
}

static bool create_state(void)
{
    size_t count = lesson.count;
    float(*x)[4] = calloc(count, sizeof *x), (*air)[4] = calloc(count, sizeof *air);
    float *rest = calloc(count, sizeof *x);
    uint32_t *cuts = calloc(count, sizeof *cuts);
    bool good = x != NULL && air != NULL && rest != NULL && cuts != NULL;
    if (!good) wb_error("there is no memory for %zu particles", count);
    if (good) place_particles(x, air);
    good = good && create_floats(&lesson.positions, "positions", x, true) &&
           create_floats(&lesson.velocities, "velocities", rest, true) &&
           create_floats(&lesson.air, "air", air, true) &&
           create_uints(&lesson.cuts, "cuts", count, 0, cuts, true) &&
           create_uints(&lesson.next_cuts, "next_cuts", count, 0, NULL, false);
    free(x);
    free(air);
    free(rest);
    free(cuts);
    return good;
}

static bool create_scratch(void)
{
    bool both = traits()->is_gathered || traits()->is_tiled || traits()->has_springs;
    bool good = traits()->is_tiled || create_floats(&lesson.predicted, "predicted", NULL, false);
    if (both) good = good && create_floats(&lesson.next_positions, "next_positions", NULL, false);
    if (traits()->is_tiled)
        good = good && create_floats(&lesson.next_velocities, "next_velocities", NULL, false);
    return good;
}

static bool create_links(void)
{
    cloth_links(columns(), rows(), NULL, lesson.starts);
    if (!traits()->has_list) return true;
    uint32_t count = lesson.starts[COLOURS];
    cloth_link *links = calloc(count, sizeof *links);
    bool good = links != NULL;
    if (!good) wb_error("there is no memory for %u links", count);
    if (good) cloth_links(columns(), rows(), links, lesson.starts);
    good = good && create_uints(&lesson.links, "links", count, 4, links, false);
    free(links);
    return good;
}

// Two triangles a cell, as shaders/12_cloth/triangles.glsl has them.
static bool create_indices(void)
{
    uint32_t width = (uint32_t)columns(), height = (uint32_t)rows();
    size_t cells = (size_t)(width - 1) * (height - 1), at = 0;
    uint32_t *indices = calloc(6 * cells, sizeof *indices);
    bool good = indices != NULL;
    if (!good) wb_error("there is no memory for %zu triangles", 2 * cells);
    for (uint32_t y = 0; good && y + 1 < height; y++)
        for (uint32_t x = 0; x + 1 < width; x++) {
            uint32_t i = y * width + x, below = i + width;
            const uint32_t corners[6] = {i, below + 1, i + 1, i, below, below + 1};
            for (int k = 0; k < 6; k++) indices[at++] = corners[k];
        }
    good = good && create_uints(&lesson.indices, "indices", 2 * cells, 3, indices, false);
    free(indices);
    return good;
}

/* ---- Programs ---- */

static bool make(GLuint *program, const char *file, const wb_define *constants)
{
    *program = wb_program_compute(file, constants);
    return *program != 0;
}

static bool create_programs(void)
{
    int halo = traits()->halo > 0 ? traits()->halo : HALO;
    const wb_floats *floats = wb_floats_of_driver();
    const wb_define *constants =
        WB_DEFINES({"HALO", halo}, {"WIDTH", SIDE + 2 * halo}, {"PAIRS", (SIDE + 2 * halo + 1) / 2},
                   {"OLD_VELOCITY", traits()->old_velocity}, {"KEEPS_CUTS", traits()->is_project},
                   {"ROUNDS_BEST", floats->rounds_divide && floats->rounds_sqrt});
    const char *kernel = wb_current_variant()->kernel;
    bool is_links =
        !traits()->is_bent && !traits()->is_first && !traits()->has_hand; // the variant's kernel
    bool alone = traits()->is_tiled || traits()->is_whole ||
                 traits()->has_springs; // it does all of a substep
    bool first = !alone && !traits()->predicts_first;
    return make(&lesson.colours, is_links ? kernel : "12_cloth/colour.comp", constants) &&
           (!traits()->is_bent || make(&lesson.bend, kernel, constants)) &&
           (alone ||
            make(&lesson.finish,
                 traits()->is_project ? "12_cloth/project_finish.comp" : "12_cloth/finish.comp",
                 constants)) &&
           (!first ||
            make(&lesson.first, traits()->is_first ? kernel : "12_cloth/first.comp", constants)) &&
           (alone || first ||
            make(&lesson.predict,
                 traits()->is_project ? "12_cloth/project_predict.comp" : "12_cloth/predict.comp",
                 constants)) &&
           make(&lesson.tear_kernel, "12_cloth/tear.comp", constants) &&
           make(&lesson.normals, "12_cloth/normals.comp", constants) &&
           make(&lesson.hand, traits()->has_hand ? kernel : "12_cloth/hand.comp", constants) &&
           picture_create(constants);
}

/* ---- Start and end ---- */

bool init(void)
{
    lesson.count = (uint32_t)columns() * (uint32_t)rows();
    glGenBuffers(1, &lesson.parameters);
    glBindBuffer(GL_UNIFORM_BUFFER, lesson.parameters);
    glBufferData(GL_UNIFORM_BUFFER, sizeof lesson.c, NULL, GL_DYNAMIC_DRAW);
    glObjectLabel(GL_BUFFER, lesson.parameters, -1, "cloth");
    update_cloth();
    return create_state() && create_scratch() && create_links() && create_indices() &&
           create_programs();
}

void quit(void)
{
    wb_buffer *const buffers[] = {
        &lesson.positions, &lesson.velocities,     &lesson.predicted, &lesson.air,
        &lesson.cuts,      &lesson.next_positions, &lesson.next_cuts, &lesson.next_velocities,
        &lesson.links,     &lesson.indices};
    GLuint *const programs[] = {&lesson.predict, &lesson.first, &lesson.colours,
                                &lesson.finish,  &lesson.bend,  &lesson.tear_kernel,
                                &lesson.normals, &lesson.hand};
    for (size_t i = 0; i < sizeof buffers / sizeof buffers[0]; i++) wb_buffer_delete(buffers[i]);
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
        glDeleteProgram(*programs[i]);
        *programs[i] = 0;
    }
    glDeleteBuffers(1, &lesson.parameters);
    lesson.parameters = 0;
    picture_delete();
}
