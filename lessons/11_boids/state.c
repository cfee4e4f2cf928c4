// What a variant keeps: its buffers, its grid, its programs; and what follows from the parameters.
#include "state.h"
#include "picture.h"
#include "scene.h"
#include "steps.h"

#include "base/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FEWEST_CELLS = 3 };                // along an axis: with two, a cell is met twice
static const float CELL_SLACK = 1.001f;   // see compute/grid.h on rounding
static const float OBSTACLE_SHARE = 0.4f; // of the box, that an obstacle's radius has at the most
static const double SWING = 0.36;         // of the box, that a path leads from its middle
static const float MARGIN = 4.0f;         // m, in which an obstacle is avoided

lesson_state lesson = {.boids = 20000,
                       .scene = SCENE_FLOCKS,
                       .radius = 2.5f,
                       .separation = 1.5f,
                       .separate = 8.0f,
                       .align = 1.0f,
                       .cohere = 0.5f,
                       .steady = 1.0f,
                       .slowest = 2.5f,
                       .cruise = 5.0f,
                       .fastest = 8.0f,
                       .agility = 20.0f,
                       .step_ms = 1000.0f / 30.0f,
                       .cohesion = 10.0f};

const boids_traits *traits(void)
{
    return wb_current_variant()->data;
}

/* ---- Numbers ---- */

// The smallest box that a grid of cells of the radius can make a torus of.
static float smallest_box(void)
{
    return FEWEST_CELLS * CELL_SLACK * lesson.radius;
}

// The parameter, or what follows from the number of boids.
static float choose_box(void)
{
    if (lesson.box > 0.0f) return lesson.box;
    return fmaxf((float)cbrt(lesson.boids / SCENE_DENSITY), 1.0001f * smallest_box());
}

// A closed path around the box's middle, about `speed` m/s fast. x, y and z swing at rates of their
// own; `shift` says where in their swing they begin.
static void follow_path(float place[3], double box, double time_s, double speed, double shift)
{
    static const double rates[3] = {1.0, 1.31, 0.83}, begins[3] = {0.0, 1.1, 2.3};
    double swing = SWING * box;
    for (int k = 0; k < 3; k++) {
        double x = sin(rates[k] * speed / swing * time_s + begins[k] + shift);
        place[k] = (float)(0.5 * box + swing * x);
    }
}

// The hawk begins exactly where a boid is, which must do no harm, and is on its path after 5 s.
static void place_hawk(flock *f, double time_s)
{
    double share = fmin(time_s / 5.0, 1.0);
    follow_path(f->hawk, (double)f->box, time_s, 6.0, 4.0);
    for (int k = 0; k < 3; k++) {
        double from = lesson.prey[k];
        f->hawk[k] = (float)(from + share * ((double)f->hawk[k] - from));
    }
}

static void place_others(flock *f, double time_s)
{
    for (int k = 0; k < 3; k++) f->obstacle[k] = 0.5f * f->box;
    f->obstacle[3] = fminf(lesson.obstacle, OBSTACLE_SHARE * f->box);
    follow_path(f->target, (double)f->box, time_s, 4.0, 0.0);
    f->target[3] = lesson.target;
    follow_path(f->shark, (double)f->box, time_s, 8.0, 2.0);
    f->shark[3] = lesson.shark;
    place_hawk(f, time_s);
}

// Aslant through the box, so that no axis is any better than the others; in boxes from its middle.
static const wb_hand task_hand = {.holds = true,
                                  .eye = {0.65f, -0.78f, 0.81f},
                                  .way = {-0.48f, 0.6f, -0.64f},
                                  .place = {0.05f, -0.03f, 0.01f}};

wb_hand hand_now(void)
{
    wb_hand hand = wb_hand_now();
    if (!hand.holds && traits()->has_hand) hand = task_hand;
    if (hand.holds) wb_hand_convert(&hand, lesson.f.box, 0.5f * lesson.f.box);
    return hand;
}

bool camera_leads(void)
{
    return lesson.lead == LEAD_CAMERA;
}

// As far from the middle as its path leads, on the camera's side.
static void follow_camera(flock *f, const float eye[3])
{
    double middle = 0.5 * (double)f->box, way[3], far = 0.0;
    for (int k = 0; k < 3; k++) way[k] = (double)eye[k] - middle;
    for (int k = 0; k < 3; k++) far += way[k] * way[k];
    for (int k = 0; k < 3; k++)
        f->target[k] = (float)(middle + SWING * (double)f->box * way[k] / sqrt(far));
}

// The target on the ray of a hand in the picture, as far away as the middle of the box.
static void follow_hand(flock *f)
{
    wb_hand hand = hand_now();
    if (lesson.lead == LEAD_PATH || !hand.holds) return;
    if (lesson.lead == LEAD_CAMERA)
        follow_camera(f, hand.eye);
    else
        memcpy(f->target, hand.place, sizeof hand.place);
}

flock flock_at(int64_t frame, double time_s)
{
    flock f = lesson.f; // the box stays, and the count
    f.per_box = 1.0f / f.box;
    f.radius = lesson.radius;
    f.separation = lesson.separation;
    f.per_separation_squared = f.separation > 0.0f ? 1.0f / (f.separation * f.separation) : 0.0f;
    f.separate = lesson.separate;
    f.align = lesson.align;
    f.cohere = lesson.cohere;
    f.cohesion = lesson.cohesion;
    f.steady = lesson.steady;
    f.fastest = lesson.fastest;
    f.slowest = fminf(lesson.slowest, lesson.fastest); // while a slider moves
    f.cruise = lesson.cruise;
    f.agility = lesson.agility;
    f.noise = lesson.noise;
    f.time_step = 1e-3f * lesson.step_ms;
    f.obstacle_margin = MARGIN;
    f.key = wb_random_hash((uint32_t)frame ^ wb_random_hash((uint32_t)wb_seed()));
    place_others(&f, time_s);
    follow_hand(&f);
    return f;
}

void update_flock(void)
{
    lesson.f = flock_at(lesson.frame, lesson.time_s);
    glBindBuffer(GL_UNIFORM_BUFFER, lesson.parameters);
    glBufferSubData(GL_UNIFORM_BUFFER, 0, sizeof lesson.f, &lesson.f);
}

// A step reads the state and writes it; what it does in between is in the caches.
wb_cost cost(void)
{
    double count = lesson.f.count;
    return (wb_cost){.read_bytes = 32.0 * count,
                     .written_bytes = 32.0 * count,
                     .items = count,
                     .item = "boid steps"};
}

flock_figures figures_at(int64_t frame)
{
    float parts[PARTS][4];
    double sum[4] = {0.0}, square = 0.0;
    if (frame < 1 || frame > lesson.frame || frame <= lesson.frame - HISTORY_FRAMES)
        return (flock_figures){0};
    glBindBuffer(GL_COPY_READ_BUFFER, lesson.history.id);
    glGetBufferSubData(GL_COPY_READ_BUFFER,
                       (GLintptr)((frame - 1) % HISTORY_FRAMES * (int64_t)sizeof parts),
                       sizeof parts, parts);
    for (int i = 0; i < PARTS; i++)
        for (int k = 0; k < 4; k++) sum[k] += (double)parts[i][k];
    for (int k = 0; k < 3; k++) square += sum[k] * sum[k];
    return (flock_figures){.order = sqrt(square) / lesson.f.count,
                           .neighbours = sum[3] / lesson.f.count};
}

/* ---- What cannot be ---- */

static bool refuse(void)
{
    wb_wrong_usage();
    return false;
}

static bool numbers_agree(void)
{
    if (lesson.slowest > lesson.fastest) {
        wb_error("boids cannot fly at %g m/s at the least and %g m/s at the most",
                 (double)lesson.slowest, (double)lesson.fastest);
        return refuse();
    }
    if (lesson.obstacle > OBSTACLE_SHARE * lesson.f.box) {
        wb_error("an obstacle with a radius of %g m leaves no room in a box of %g m: %g m at the "
                 "most",
                 (double)lesson.obstacle, (double)lesson.f.box,
                 (double)(OBSTACLE_SHARE * lesson.f.box));
        return refuse();
    }
    if (traits()->cells == 0 && lesson.f.count > MOST_FOR_PAIRS) {
        wb_error("all pairs of %u boids are too many for every frame\n"
                 "what to do: no more than %d boids, or another variant",
                 lesson.f.count, MOST_FOR_PAIRS);
        return false;
    }
    return true;
}

// Files: only what a flock can begin with. A file of another shape is refused when it is loaded.
static bool file_is_good(const char *name, float low, float high)
{
    bool given;
    wb_array array = {.type = WB_F32};
    if (!wb_load_array(name, &array, &given)) return !given;
    bool good = true;
    size_t count = array.type == WB_F32 ? wb_array_count(&array) : 0;
    for (size_t i = 0; good && i < count; i++) {
        float x = ((const float *)array.data)[i];
        bool is_free = array.dimensions == 2 && array.shape[1] == 4 && i % 4 == 3; // w
        good = isfinite(x) && (is_free || (x >= low && x < high));
        if (!good)
            wb_error("%s[%zu] is %g: each has to be a number from %g to below %g", name, i / 4,
                     (double)x, (double)low, (double)high);
    }
    free(array.data);
    return good || refuse();
}

/* ---- Buffers ---- */

static bool create_buffer(wb_buffer *buffer, const char *name, size_t count, const void *data,
                          bool state)
{
    return wb_buffer_create(
        buffer,
        &(wb_buffer_desc){
            .name = name, .type = WB_F32, .shape = {count, 4}, .data = data, .state = state});
}

static bool create_state(void)
{
    size_t count = lesson.f.count;
    float(*positions)[4] = calloc(count, sizeof *positions);
    float(*velocities)[4] = calloc(count, sizeof *velocities);
    bool good = positions != NULL && velocities != NULL;
    if (!good) wb_error("there is no memory for %zu boids", count);
    if (good) scene_fill(lesson.scene, &lesson.f, wb_seed(), positions, velocities);
    if (good) memcpy(lesson.prey, positions[0], sizeof lesson.prey);
    good = good && create_buffer(&lesson.positions, "positions", count, positions, true) &&
           create_buffer(&lesson.velocities, "velocities", count, velocities, true);
    free(positions);
    free(velocities);
    if (!good || traits()->copies || traits()->in_place) return good;
    return create_buffer(&lesson.next_positions, "next_positions", count, NULL, false) &&
           create_buffer(&lesson.next_velocities, "next_velocities", count, NULL, false);
}

// Cells a little larger than the radius, or half of it, so that a whole number of them fills the
// box: on a torus the last one ends where the first begins.
static bool create_grid(void)
{
    if (traits()->cells == 0) return true;
    float least = CELL_SLACK * lesson.radius / (float)traits()->cells, box = lesson.f.box;
    float along = floorf(box / least);
    if (along < (float)(FEWEST_CELLS * traits()->cells)) {
        wb_error("a box of %g m is too small for a radius of %g m: it needs %g m", (double)box,
                 (double)lesson.radius, (double)smallest_box());
        return refuse();
    }
    wb_grid_desc desc = {.cell_size = box / along, .most = lesson.f.count};
    while ((double)along * (double)desc.cell_size < (double)box) // or there would be one more
        desc.cell_size = nextafterf(desc.cell_size, box);
    for (int k = 0; k < 3; k++) desc.high[k] = box;
    return wb_grid_create(&lesson.grid, &desc);
}

/* ---- Programs ---- */

static bool create_programs(void)
{
    const wb_define *constants = WB_DEFINES({"GRID_HASHED", 0});
    const char *own = wb_current_variant()->kernel;
    bool is_hand = traits()->has_hand;
    lesson.fly = wb_program_compute(is_hand ? "11_boids/rows.comp" : own, constants);
    lesson.measure = wb_program_compute("11_boids/measure.comp", constants);
    lesson.hand = wb_program_compute(is_hand ? own : "11_boids/hand.comp", constants);
    return lesson.fly != 0 && lesson.measure != 0 && lesson.hand != 0;
}

static void delete_programs(void)
{
    glDeleteProgram(lesson.fly);
    glDeleteProgram(lesson.measure);
    glDeleteProgram(lesson.hand);
    lesson.fly = lesson.measure = lesson.hand = 0;
}

/* ---- Start and end ---- */

bool rebuild(void)
{
    delete_programs();
    wb_grid_delete(&lesson.grid);
    return create_grid() && create_programs();
}

bool init(void)
{
    glGenBuffers(1, &lesson.parameters);
    glBindBuffer(GL_UNIFORM_BUFFER, lesson.parameters);
    glBufferData(GL_UNIFORM_BUFFER, sizeof lesson.f, NULL, GL_DYNAMIC_DRAW);
    glObjectLabel(GL_BUFFER, lesson.parameters, -1, "flock");
    lesson.frame = 0;
    lesson.time_s = 0.0;
    lesson.f = (flock){.box = choose_box(), .count = (uint32_t)lesson.boids};
    if (!numbers_agree()) return false;
    update_flock();
    return file_is_good("positions", 0.0f, lesson.f.box) &&
           file_is_good("velocities", -1000.0f, 1000.0f) && create_state() &&
           wb_buffer_create(&lesson.history,
                            &(wb_buffer_desc){.name = "history",
                                              .type = WB_F32,
                                              .shape = {HISTORY_FRAMES, PARTS, 4}}) &&
           create_grid() && create_programs() && picture_create();
}

void quit(void)
{
    wb_buffer *const buffers[] = {&lesson.positions, &lesson.velocities, &lesson.next_positions,
                                  &lesson.next_velocities, &lesson.history};
    for (size_t i = 0; i < sizeof buffers / sizeof buffers[0]; i++) wb_buffer_delete(buffers[i]);
    wb_grid_delete(&lesson.grid);
    delete_programs();
    glDeleteBuffers(1, &lesson.parameters);
    lesson.parameters = 0;
    picture_delete();
}
