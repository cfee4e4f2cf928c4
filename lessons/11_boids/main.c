// Lesson 11: boids. Each one looks at its neighbours on a torus, and follows three rules; a flock
// comes of that, or does not. Open steps.c first: the passes, and how a version puts them together;
// then shaders/11_boids/boid.glsl. flock.h has the model.
#include "oracle.h"
#include "picture.h"
#include "project.h"
#include "scene.h"
#include "state.h"
#include "steps.h"
#include "tasks.h"

static const wb_part flight = {
    .init = init,
    .draw = draw,
    .quit = quit,
    .verify = verify,
    .check_frames = 2,
    .cases = {"boids=1", "boids=1 cruise=0 slowest=0", "boids=2 box=7.6", "boids=127", "boids=128",
              "boids=40 box=8", "boids=129 radius=0.7", "boids=1009", "boids=2003 scene=flocks",
              "boids=1009 noise=30 agility=60", "boids=600 separation=0 step_ms=100 cohesion=1.7",
              "boids=1009 obstacle=4 target=6 shark=9", "boids=60 box=8 cohere=50 separation=3",
              "boids=400 cruise=0 slowest=0 noise=5"},
    .cost = cost,
    .bench_cases = {"boids=16000 scene=gas", "boids=20000", "boids=1000000 scene=gas",
                    "boids=1000000"},
    .quick_case = "boids=4000 scene=gas", // without a GPU, too
    .status = status,
    .places = {"positions velocities next_positions next_velocities",
               "sorted_positions sorted_velocities"},
    .to_picture = to_picture,
};

/* ---- Variants ---- */

#define WAY(...)                                                                                   \
    .data = &(const boids_traits)                                                                  \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }

static const wb_variant variants[] = {
    {.name = "all_pairs",
     .shows = "every boid asks every other one; 16,384 of them at the most",
     .remark = "n x n tests, and only 5 n find a neighbour in a gas, 20 n in flocks",
     .kernel = "11_boids/all_pairs.comp",
     WAY(.cells = 0),
     .step = step_pairs},
    {.name = "tiles",
     .shows = "the same, 128 boids at a time through shared memory",
     .remark = "the same tests, with loads that are next to free",
     .kernel = "11_boids/tiles.comp",
     WAY(.cells = 0),
     .step = step_pairs},
    {.name = "index",
     .shows = "27 cells of a grid that closes to a torus; boids are looked up by index",
     .remark = "an index, and then a boid that lies anywhere in memory",
     .kernel = "11_boids/index.comp",
     WAY(.cells = 1),
     .step = step_index},
    {.name = "sorted",
     .shows = "the same on copies that lie in the order of their cells",
     .remark = "27 short loops, and each begins with two loads",
     .kernel = "11_boids/sorted.comp",
     WAY(.cells = 1, .copies = true),
     .step = step_sorted},
    {.name = "rows",
     .shows = "three cells in a row are one run, split at the seam",
     .remark = "the candidates: five in six are too far away",
     .kernel = "11_boids/rows.comp",
     WAY(.cells = 1, .copies = true),
     .step = step_sorted},
    {.name = "fine",
     .shows = "cells half as large, and only those that the ball of the radius touches",
     .remark = "up to 25 runs that begin with two loads each, for less than half of the candidates",
     .kernel = "11_boids/fine.comp",
     WAY(.cells = 2, .copies = true),
     .step = step_sorted},
    {.name = "in_place",
     .kind = WB_BROKEN,
     .shows = "no second buffer: neighbours have moved already, or not",
     .remark = "another flock in every run",
     .finding = "race",
     .kernel = "11_boids/in_place.comp",
     WAY(.cells = 1, .in_place = true),
     .step = step_in_place},
    {.name = "no_wrap",
     .kind = WB_BROKEN,
     .shows = "the grid ends at the border: neighbours across the seam are missing",
     .remark = "boids that meet at the seam unprepared",
     .kernel = "11_boids/no_wrap.comp",
     WAY(.cells = 1, .copies = true),
     .step = step_sorted},
    {.name = "far_image",
     .kind = WB_BROKEN,
     .shows = "neighbours across the seam are found, but pull through the whole box",
     .remark = "boids at the seam that turn back, as if there were a wall",
     .kernel = "11_boids/far_image.comp",
     WAY(.cells = 1, .copies = true),
     .step = step_sorted},
    {.name = "mean_of_nobody",
     .kind = WB_BROKEN,
     .shows = "divides by the number of neighbours, which may be 0",
     .remark = "boids that vanish one by one, whenever they are alone",
     .kernel = "11_boids/mean_of_nobody.comp",
     WAY(.cells = 1, .copies = true, .loses = true),
     .step = step_sorted},
    {.name = "normalise_zero",
     .kind = WB_BROKEN,
     .shows = "limits the speed by normalize(v), which a boid at rest has not",
     .remark = "boids at rest that vanish: --set cruise=0 --set slowest=0",
     .kernel = "11_boids/normalise_zero.comp",
     WAY(.cells = 1, .copies = true, .loses = true),
     .step = step_sorted},
    {.name = "share",
     .kind = WB_TASK,
     .shows = "your lines: a tile that the group loads, and where it waits",
     .kernel = "11_boids/tasks/share.comp",
     .cases = share_cases,
     WAY(.cells = 0),
     .step = step_pairs},
    {.name = "seam",
     .kind = WB_TASK,
     .shows = "a search that is blind at three faces, to be mended",
     .kernel = "11_boids/tasks/seam.comp",
     .cases = seam_cases,
     WAY(.cells = 1, .copies = true),
     .step = step_sorted},
    {.name = "hawk",
     .kind = WB_TASK,
     .shows = "your kernel: a hawk",
     .kernel = "11_boids/tasks/hawk.comp",
     WAY(.cells = 1, .copies = true, .has_hawk = true),
     .step = step_sorted},
    {.name = "flock",
     .kind = WB_TASK,
     .shows = "your kernel: all of it, from a blank page",
     .kernel = "11_boids/tasks/flock.comp",
     .cases = flock_cases,
     WAY(.cells = 0),
     .step = step_pairs},
    {.name = "whirl",
     .kind = WB_TASK,
     .shows = "your line: boids that circle the hand",
     .kernel = "11_boids/tasks/whirl.comp",
     .cases = whirl_cases,
     WAY(.cells = 1, .copies = true, .has_hand = true),
     .step = step_sorted},
    {.name = "project",
     .kind = WB_PROJECT,
     .shows = "your own flock, from a blank page",
     .kernel = "11_boids/project_flock.comp",
     .project = &project,
     WAY(.cells = 1, .is_project = true),
     .step = step_index},
    {0},
};

/* ---- Parameters ---- */

static const char *const scene_choices[] = {"gas", "flocks", "pairs", NULL};
static const char *const lead_choices[] = {"path", "hand", "camera", NULL};
static const char *const view_choices[] = {"heading", "neighbours", NULL};

// clang-format off
static const wb_param params[] = {
    {"boids", {&lesson.boids}, 1, 8000000, NULL, "how many", .restarts = true, .fewest = 2000},
    {"scene", {&lesson.scene}, 0, SCENE_COUNT - 1, NULL, "where they are at first, and how they fly", .names = scene_choices, .restarts = true},
    {"box", {.f = &lesson.box}, 0, 10000, "m", "side of the torus; 0: 0.08 boids in a cubic metre", .restarts = true, .decades = true},
    {"radius", {.f = &lesson.radius}, 0.5, 10, "m", "how far a boid sees", .rebuild = rebuild},
    {"separation", {.f = &lesson.separation}, 0, 10, "m", "nearer ones push each other away"},
    {"separate", {.f = &lesson.separate}, 0, 50, "m2/s2", "weight of separation"},
    {"align", {.f = &lesson.align}, 0, 50, "1/s", "weight of alignment: fly as the others do"},
    {"cohere", {.f = &lesson.cohere}, 0, 50, "1/s2", "weight of cohesion: fly to their middle"},
    {"cohesion", {.f = &lesson.cohesion}, 0, 10, "m", "of those nearer than that; 10: of all that a boid sees"},
    {"steady", {.f = &lesson.steady}, 0, 50, "1/s", "how fast they come back to their cruising speed"},
    {"slowest", {.f = &lesson.slowest}, 0, 50, "m/s", "no boid that flies is slower"},
    {"cruise", {.f = &lesson.cruise}, 0, 50, "m/s", "the speed they like best, and begin with"},
    {"fastest", {.f = &lesson.fastest}, 0, 50, "m/s", "no boid is faster"},
    {"agility", {.f = &lesson.agility}, 0, 1000, "m/s2", "no acceleration is larger"},
    {"noise", {.f = &lesson.noise}, 0, 100, "m/s2", "chance, along each axis, each way"},
    {"obstacle", {.f = &lesson.obstacle}, 0, 4000, "m", "radius of a ball in the middle to fly around; 0: none", .decades = true},
    {"target", {.f = &lesson.target}, 0, 50, "m/s2", "how hard a target pulls; 0: none"},
    {"lead", {&lesson.lead}, 0, LEAD_CAMERA, NULL, "where the target is: on its path, under the hand (Ctrl and the left button), or on the camera's side of the box", .names = lead_choices},
    {"shark", {.f = &lesson.shark}, 0, 50, "m", "from how far away they flee a shark; 0: none"},
    {"step_ms", {.f = &lesson.step_ms}, 1, 100, "ms", "time step"},
    {"view", {&lesson.view}, 0, VIEW_COUNT - 1, NULL, "what colours mean", .names = view_choices},
    {0},
};
// clang-format on

static const wb_preset presets[] = {
    {"gas", "scene=gas"},
    {"many", "boids=200000 view=neighbours"},
    {"shark", "obstacle=12 target=4 shark=12"},
    {"noise", "scene=gas noise=60"},
    {0},
};

int main(int argc, char **argv)
{
    return wb_main(
        &(wb_lesson){
            .id = "11_boids",
            .title = "Boids: a flock on a torus",
            .part = &flight,
            .variants = variants,
            .tasks = tasks,
            .first = "rows",
            .params = params,
            .presets = presets,
            .frames = 150,
            .state = &lesson,
            .state_bytes = sizeof lesson,
            .takes_hand = true,
            .camera_is_hand = camera_leads,
            .orbit = &(wb_orbit){.target = {-0.08f, -0.03f, -0.05f},
                                 .distance = 2.15f,
                                 .yaw = 33.0f,
                                 .pitch = 16.0f,
                                 .field_of_view = 36.0f},
        },
        argc, argv);
}
