// Lesson 14: a galaxy. Half a million stars pull on each other, by way of a mesh whose potential a
// Fourier transform finds.
// Open steps.c first: the passes, and how a version puts them together; then the kernels. The
// versions are listed in variants.c.
#include "scene.h"
#include "state.h"
#include "tasks.h"
#include "transform.h"
#include "variants.h"

#include "14_galaxy/slots.h"

/* ---- Parameters ---- */

static const char *const scene_choices[] = {"disc", "black_hole", "collision", "ring", NULL};
static const char *const signal_choices[] = {"pulse", "noise", NULL};
static const char *const view_choices[] = {"light", "speed", NULL};

// clang-format off
static const wb_param params[] = {
    {"stars", {&lesson.stars}, 1, 16000000, NULL, "how many", .restarts = true, .fewest = 20000},
    {"scene", {&lesson.scene}, 0, SCENE_RING, NULL, "what there is at first",
     .names = scene_choices, .restarts = true},
    {"grid", {&lesson.grid}, 8, 128, "nodes", "of the mesh, along each axis: a power of two",
     .restarts = true},
    {"softening", {.f = &lesson.softening}, 0.25, 4, "cells", "below this distance, the pull gets weaker",
     .rebuild = rebuild},
    {"theta", {.f = &lesson.theta}, 0.2, 1, NULL, "size over distance, from which a node of the tree is opened",
     .part = &galaxy},
    {"step_myr", {.f = &lesson.step_myr}, 0.1, 20, "Myr", "time step, in millions of years"},
    {"halo", {.f = &lesson.halo}, 0, 300, "km/s", "of the dark halo; none where galaxies meet"},
    {"hole", {.f = &lesson.hole}, 0, 1e10, "suns", "mass of the task's black hole", .decades = true},
    {"arms", {&lesson.arms}, 0, 6, NULL, "of the spiral, at first", .restarts = true},
    {"glow", {.f = &lesson.glow}, 0, 3, NULL, "light around what is bright"},
    {"view", {&lesson.view}, 0, VIEW_SPEED, NULL, "what colours mean: hardly, or in full",
     .names = view_choices, .part = &galaxy},
    {"lines", {&lesson.lines}, 1, 65536, NULL, "to transform", .part = &transform, .restarts = true},
    {"length", {&lesson.length}, 8, 1024, "numbers", "of a line: a power of two", .part = &transform,
     .restarts = true},
    {"signal", {&lesson.signal}, 0, SIGNAL_COUNT - 1, NULL, "what the lines hold at first",
     .names = signal_choices, .part = &transform, .restarts = true},
    {0},
};
// clang-format on

static const wb_preset presets[] = {
    {"collision", "scene=collision stars=200000 grid=64"},
    {"black hole", "scene=black_hole"},
    {"four arms", "arms=4 view=speed"},
    {"all pairs", "stars=20000 grid=16", "pairs_four"},
    {0},
};

static const wb_orbit orbit = {.target = {0.0f, -0.6f, 0.0f},
                               .distance = 38.0f,
                               .yaw = 20.0f,
                               .pitch = 38.0f,
                               .field_of_view = 38.0f};

int main(int argc, char **argv)
{
    return wb_main(
        &(wb_lesson){
            .id = "14_galaxy",
            .title = "A galaxy of stars",
            .part = &galaxy,
            .variants = variants,
            .tasks = tasks,
            .first = "mesh_lean",
            .params = params,
            .presets = presets,
            .frames = 25,
            .state = &lesson,
            .state_bytes = sizeof lesson,
            .takes_hand = true,
            .orbit = &orbit,
            .can_be_coarse = true,
        },
        argc, argv);
}
