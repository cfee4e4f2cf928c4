// Lesson 15: the surface of water that is made of particles, as a closed mesh of triangles.
// Open steps.c first: the passes, and how a version puts them together; then the kernels.
#include "oracle.h"
#include "picture.h"
#include "scene.h"
#include "state.h"
#include "steps.h"

static const wb_part surface = {
    .init = init,
    .draw = draw,
    .quit = quit,
    .verify = verify,
    .cases = {"particles=1000 cells=1", "particles=1000 cells=2"},
    .cost = cost,
    .bench_cases = {"particles=50000 cells=2"},
    .status = status,
};

static const wb_variant variants[] = {
    {.name = "scan",
     .shows = "no atomics on buffers: masks of 64 bits, scans, and a mesh in order",
     .section = "003",
     .remark = "many small passes",
     .kernel = "surface/cells.comp",
     .step = step_scan},
    {0},
};

static const char *const scene_choices[] = {"water",       "ball",  "torus", "two_balls",
                                            "hollow_ball", "noise", NULL};
static const char *const view_choices[] = {"water", "blocks", "triangles", "normals", NULL};

// clang-format off
static const wb_param params[] = {
    {"particles", {&lesson.particles}, 0, 4000000, NULL, "how many", .restarts = true},
    {"scene", {&lesson.scene}, 0, SCENE_COUNT - 1, NULL, "what they are at first",
     .names = scene_choices, .restarts = true},
    {"cells", {&lesson.cells}, 1, WB_SURFACE_MOST_CELLS, NULL, "K: cells in a radius", .restarts = true},
    {"radius", {.f = &lesson.radius}, 1.5, 4, "spacings", "R: how far a particle reaches", .restarts = true},
    {"iso", {.f = &lesson.iso}, 0.05, 0.9, NULL, "the colour at the surface", .rebuild = rebuild},
    {"room", {&lesson.room}, 0, 64000000, "vertices", "that the mesh has room for; 0: enough", .restarts = true},
    {"view", {&lesson.view}, 0, VIEW_COUNT - 1, NULL, "what is drawn", .names = view_choices},
    {0},
};
// clang-format on

static const wb_orbit orbit = {.target = {4.0f, 2.1f, 4.0f},
                               .distance = 16.5f,
                               .yaw = 32.0f,
                               .pitch = 18.0f,
                               .field_of_view = 38.0f};

int main(int argc, char **argv)
{
    return wb_main(
        &(wb_lesson){
            .id = "15_surface",
            .title = "The surface of 50,000 particles",
            .part = &surface,
            .variants = variants,
            .first = "scan",
            .params = params,
            .frames = 20,
            .state = &lesson,
            .state_bytes = sizeof lesson,
            .orbit = &orbit,
        },
        argc, argv);
}
