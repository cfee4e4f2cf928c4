// Lesson 16: fields. Textures as images and through samplers: filters of a picture, waves on a
// pond, a dish in which coral grows, and smoke.
// Open steps.c first: the dispatches. The versions are listed in variants.c.
#include "scene.h"
#include "state.h"
#include "tasks.h"
#include "variants.h"

/* ---- Parameters ---- */

static const char *const starts[] = {"drops", "standing", NULL};

// clang-format off
static const wb_param params[] = {
    {"width", {&lesson.width}, 0, 8192, "texels", "width of the field; 0: as the picture is, or as suits", .restarts = true},
    {"height", {&lesson.height}, 0, 8192, "texels", "height of the field; 0: the same", .restarts = true},
    {"steps", {&lesson.steps}, 1, 1000, NULL, "pond and dish: steps a frame"},
    {"start", {&lesson.start}, START_DROPS, START_STANDING, NULL, "what the pond begins with", &pond, .restarts = true, .names = starts},
    {"courant", {.f = &lesson.courant}, 0, 1, NULL, "how far a wave runs in a step, in cells", &pond, .restarts = true},
    {"feed", {.f = &lesson.feed}, 0, 0.1, NULL, "what comes into the dish", &dish},
    {"kill", {.f = &lesson.kill}, 0, 0.1, NULL, "what goes out of the dish", &dish},
    {"noise", {.f = &lesson.noise}, 0, 1, NULL, "median: the share of pixels that are black or white", &filter, .restarts = true},
    {"split", {.f = &lesson.split}, 0, 1, NULL, "where the picture becomes the filtered one", &filter},
    {"depth", {&lesson.smoke.depth}, 0, 1024, "cells", "depth of the box; 0: as wide", &smoke, .restarts = true},
    {"sweeps", {&lesson.smoke.sweeps}, 0, 10000, NULL, "of the pressure solver, or its cycles, a step; 0: as suits it", &smoke},
    {"omega", {.f = &lesson.smoke.omega}, 1, 1.99, NULL, "red and black sweeps: how far one goes, with 1 for solved", &smoke},
    {"buoyancy", {.f = &lesson.smoke.buoyancy}, -0.01, 0.01, NULL, "how hard heat pushes up", &smoke},
    {"source", {.f = &lesson.smoke.source}, 0, 1, NULL, "smoke and heat that come out of the source", &smoke},
    {"flicker", {.f = &lesson.smoke.flicker}, 0, 1, NULL, "how unsteady the source is", &smoke},
    {"fade", {.f = &lesson.smoke.fade}, 0, 1, NULL, "what is left of smoke and heat after a step", &smoke},
    {"swirl", {.f = &lesson.smoke.swirl}, 0, 1, NULL, "how hard whirls are pushed on", &smoke},
    {"obstacle", {.f = &lesson.smoke.obstacle}, 0, 0.5, NULL, "radius of the ball, in widths of the box", &smoke, .restarts = true},
    {"thickness", {.f = &lesson.smoke.thickness}, 0, 500, NULL, "how much of the light smoke takes, on a way of the box's width", &smoke},
    {"lamp", {.f = &lesson.smoke.lamp}, 15, 90, "degrees", "how high the light stands", &smoke},
    {"flame", {.f = &lesson.smoke.flame}, 0, 3000, "K", "how hot the source is; 0: without flames", &smoke},
    {0},
};
// clang-format on

static const wb_preset presets[] = {
    {"too fast", "courant=0.72", "pond"},
    {"worms", "steps=16 feed=0.058 kill=0.065", "coral"},
    {"a fire", "swirl=0.35 flicker=0.8 buoyancy=0.002 fade=0.985 thickness=50 flame=2150",
     "maccormack"},
    {"cells that divide", "steps=16 feed=0.03 kill=0.062", "coral"},
    {0},
};

static const wb_orbit orbit = {.target = {0.0f, 0.74f, 0.0f},
                               .distance = 2.85f,
                               .yaw = 20.0f,
                               .pitch = 8.0f,
                               .field_of_view = 34.0f};

int main(int argc, char **argv)
{
    return wb_main(
        &(wb_lesson){
            .id = "16_fields",
            .title = "Fields: images and samplers",
            .part = &pond,
            .variants = variants,
            .tasks = tasks,
            .params = params,
            .presets = presets,
            .frames = 45,
            .state = &lesson,
            .state_bytes = sizeof lesson,
            .formats = {".png"},
            .load = scene_load,
            .dump = scene_dump,
            .paint = paint,
            .grid_columns = &lesson.columns,
            .grid_rows = &lesson.rows,
            .orbit = &orbit,
        },
        argc, argv);
}
