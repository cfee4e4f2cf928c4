// Lesson 16: fields. Textures as images and through samplers: filters of a picture, waves on a
// pond, and a dish in which coral grows. Open steps.c first: the dispatches. This file only says
// what there is.
#include "oracle.h"
#include "picture.h"
#include "scene.h"
#include "state.h"
#include "steps.h"
#include "tasks.h"

/* ---- Parts ---- */

static const wb_part pond = {
    .name = "pond",
    .init = pond_init,
    .draw = draw,
    .quit = quit,
    .expect = pond_expect,
    .inputs = pond_inputs,
    .check_frames = 5,
    .cases = {"width=61 height=37", "width=1 height=1 steps=1", "width=2 height=3 steps=1",
              "width=16 height=16", "width=17 height=15", "width=33 height=80 courant=0.7",
              "width=48 height=30 start=standing", "width=129 height=64 steps=20"},
    .cost = pond_cost,
    .bench_cases = {"width=1024 height=1024 steps=16", "width=4096 height=4096 steps=16"},
    .status = status,
};

static const wb_part filter = {
    .name = "filter",
    .init = filter_init,
    .draw = filter_draw,
    .quit = quit,
    .expect = filter_expect,
    .inputs = filter_inputs,
    .cases = {"width=61 height=37", "width=1 height=1", "width=2 height=3", "width=16 height=16",
              "width=17 height=15", "width=250 height=130"},
    .cost = filter_cost,
    .bench_cases = {"width=1024 height=1024", "width=4096 height=4096"},
};

static const wb_part dish = {
    .name = "dish",
    .init = dish_init,
    .draw = draw,
    .quit = quit,
    .expect = dish_expect,
    .verify = dish_verify,
    .check_frames = 5,
    .cases = {"width=61 height=37", "width=1 height=1", "width=2 height=3", "width=16 height=16",
              "width=17 height=15 feed=0.03 kill=0.062", "width=80 height=60 steps=8"},
    .cost = dish_cost,
    .bench_cases = {"width=1024 height=1024 steps=16", "width=4096 height=4096 steps=16"},
    .status = status,
};

static const wb_part smoke = {
    .name = "smoke",
    .init = smoke_init,
    .draw = smoke_draw,
    .quit = smoke_quit,
    .expect = smoke_expect,
    .check_frames = 3,
    .cases = {"width=13 height=18 depth=11 sweeps=5", "width=1 height=1 depth=1 sweeps=2",
              "width=3 height=2 depth=5 sweeps=3",
              "width=17 height=16 depth=4 sweeps=4 obstacle=0"},
    .cost = smoke_cost,
    .bench_cases = {"width=48 height=72 depth=48", "width=128 height=192 depth=128"},
    .status = smoke_status,
};

/* ---- Variants ---- */

static const wb_variant variants[] = {
    {.name = "pond",
     .shows = "three images take turns; neighbours by imageLoad(), clamped by the kernel",
     .remark = "five loads a cell, with arithmetic on every coordinate",
     .kernel = "16_fields/pond.comp",
     .step = step_pond},
    {.name = "sampled",
     .shows = "the neighbours through a sampler, which clamps",
     .remark = "8 bytes read and 4 written a cell and step",
     .kernel = "16_fields/sampled.comp",
     .data = &(fields_traits){.is_sampled = true},
     .step = step_sampled},
    {.name = "two",
     .shows = "the next heights over those before: two textures are enough",
     .remark = "the same bytes, in less memory",
     .kernel = "16_fields/two.comp",
     .data = &(fields_traits){.is_sampled = true, .in_two = true},
     .step = step_two},
    {.name = "wrong_bit",
     .kind = WB_BROKEN,
     .shows = "the barrier's bit is that of images, and the reader is a sampler",
     .remark = "nothing, on most drivers: only the barrier checker sees it",
     .kernel = "16_fields/sampled.comp",
     .data = &(fields_traits){.is_sampled = true},
     .step = step_wrong_bit},
    {.name = "over_now",
     .kind = WB_BROKEN,
     .shows = "stores the next heights over those that neighbours still load",
     .remark = "rings that are no longer round",
     .finding = "race",
     .kernel = "16_fields/over_now.comp",
     .step = step_over_now},
    {.name = "edges",
     .part = &filter,
     .shows = "Sobel's filter: eight pixels by imageLoad(), clamped by the kernel",
     .remark = "arithmetic on coordinates, for each of the eight",
     .kernel = "16_fields/edges.comp",
     .step = step_filter},
    {.name = "sampled_edges",
     .part = &filter,
     .shows = "the same through a sampler, which clamps",
     .remark = "eight fetches a pixel, which the caches must catch",
     .kernel = "16_fields/sampled_edges.comp",
     .step = step_sampled_filter},
    {.name = "no_clamp",
     .kind = WB_BROKEN,
     .part = &filter,
     .shows = "loads beyond the picture's edge",
     .remark = "a bright frame round the picture",
     .finding = "out-of-bounds",
     .kernel = "16_fields/no_clamp.comp",
     .step = step_filter},
    {.name = "coral",
     .part = &dish,
     .shows = "Gray and Scott's coral: two numbers a texel, on a torus",
     .remark = "8 bytes read and 8 written a cell and step",
     .kernel = "16_fields/coral.comp",
     .data = &(fields_traits){.is_sampled = true},
     .step = step_dish},
    {.name = "jacobi",
     .part = &smoke,
     .shows = "smoke, and its pressure by Jacobi's sweeps",
     .remark = "news of a pressure travels one cell a sweep",
     .kernel = "16_fields/smoke/jacobi.comp",
     .step = step_jacobi},
    {.name = "red_black",
     .part = &smoke,
     .shows = "red cells, then black ones, in place and further than solved",
     .remark = "a wave as long as the box takes as many sweeps as the box has cells",
     .kernel = "16_fields/smoke/relax.comp",
     .data = &(fields_traits){.solver = RED_BLACK},
     .step = step_red_black},
    {.name = "multigrid",
     .part = &smoke,
     .shows = "what is left to solve goes to a coarser box, and there to a coarser one",
     .remark = "launches: the coarse boxes are too small to fill a GPU",
     .kernel = "16_fields/smoke/restrict.comp",
     .data = &(fields_traits){.solver = MULTIGRID},
     .step = step_multigrid},
    {.name = "gauss",
     .kind = WB_TASK,
     .part = &filter,
     .shows = "your line: the weights of a blur",
     .kernel = "16_fields/tasks/gauss.comp",
     .data = &(fields_traits){.filter = GAUSS},
     .step = step_filter},
    {.name = "shore",
     .kind = WB_TASK,
     .shows = "your kernel: a pond whose waves come back as they went",
     .kernel = "16_fields/tasks/shore.comp",
     .step = step_pond},
    {.name = "map",
     .kind = WB_TASK,
     .part = &dish,
     .shows = "your lines: every coral that there is, in one dish",
     .kernel = "16_fields/tasks/map.comp",
     .data = &(fields_traits){.is_sampled = true, .makes_a_map = true},
     .step = step_dish},
    {.name = "median",
     .kind = WB_TASK,
     .part = &filter,
     .shows = "your kernel: a filter that removes noise and keeps edges",
     .kernel = "16_fields/tasks/median.comp",
     .data = &(fields_traits){.filter = MEDIAN, .with_noise = true},
     .step = step_filter},
    {0},
};

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
    {"omega", {.f = &lesson.smoke.omega}, 1, 1.99, NULL, "red_black: how far a sweep goes, with 1 for solved", &smoke},
    {"buoyancy", {.f = &lesson.smoke.buoyancy}, -0.01, 0.01, NULL, "how hard heat pushes up", &smoke},
    {"source", {.f = &lesson.smoke.source}, 0, 1, NULL, "smoke and heat that come out of the source", &smoke},
    {"flicker", {.f = &lesson.smoke.flicker}, 0, 1, NULL, "how unsteady the source is", &smoke},
    {"fade", {.f = &lesson.smoke.fade}, 0, 1, NULL, "what is left of smoke and heat after a step", &smoke},
    {"obstacle", {.f = &lesson.smoke.obstacle}, 0, 0.5, NULL, "radius of the ball, in widths of the box", &smoke, .restarts = true},
    {0},
};
// clang-format on

static const wb_preset presets[] = {
    {"too fast", "courant=0.72", "pond"},
    {"worms", "steps=16 feed=0.058 kill=0.065", "coral"},
    {"cells that divide", "steps=16 feed=0.03 kill=0.062", "coral"},
    {0},
};

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
        },
        argc, argv);
}
