// Lesson 14: a galaxy. Half a million stars pull on each other, by way of a mesh whose potential a
// Fourier transform finds.
// Open steps.c first: the passes, and how a version puts them together; then the kernels.
#include "oracle.h"
#include "picture.h"
#include "project.h"
#include "scene.h"
#include "state.h"
#include "steps.h"
#include "tasks.h"
#include "transform.h"

#include "14_galaxy/slots.h"

/* ---- Parts ---- */

// Lines to frequencies, and back: the tool.
static const wb_part transform = {
    .name = "transform",
    .is_flat = true,
    .init = transform_init,
    .draw = transform_draw,
    .quit = transform_quit,
    .verify = transform_verify,
    .check_frames = 1,
    .cases = {"lines=1 length=8 signal=noise", "lines=17 length=16 signal=noise",
              "lines=33 length=32 signal=noise", "lines=15 length=64 signal=noise",
              "lines=9 length=128 signal=noise", "lines=5 length=256 signal=noise",
              "lines=3 length=512 signal=noise", "lines=2 length=1024 signal=noise",
              "lines=67 length=128"},
    .cost = transform_cost,
    .bench_cases = {"lines=16384 length=128", "lines=16384 length=1024"},
    .status = transform_status,
};

// The stars.

static const wb_part galaxy = {
    .name = "galaxy",
    .init = init,
    .draw = draw,
    .quit = quit,
    .verify = verify,
    .check_frames = 2,
    .cases = {"stars=1 grid=8 halo=0", "stars=2 grid=8", "stars=127 grid=8",
              "stars=128 grid=8 arms=0", "stars=129 grid=16 softening=0.25",
              "stars=1009 grid=8 scene=black_hole", "stars=501 grid=8 scene=collision step_myr=7"},
    .cost = cost,
    .bench_cases = {"stars=65536", "stars=500000", "stars=4000000"},
    .quick_case = "stars=4096 grid=32", // without a GPU, too
    .status = status,
    .places = {"positions velocities next_positions next_velocities pulls"},
};

/* ---- Variants ---- */

static const char *const few_cases[] = {"stars=1 grid=8",
                                        "stars=2 grid=8",
                                        "stars=255 grid=8",
                                        "stars=256 grid=8",
                                        "stars=257 grid=8 scene=black_hole",
                                        "stars=1021 grid=16 softening=0.25",
                                        "stars=1500 grid=16 scene=collision",
                                        NULL};
static const char *const many_cases[] = {"stars=20000 grid=16", NULL};
static const char *const prime_cases[] = {"stars=1009 grid=16", NULL};

static const wb_variant variants[] = {
    {.name = "levels",
     .part = &transform,
     .shows = "a work group for each line, level by level in shared memory",
     .remark = "a barrier for each level, and four accesses of shared memory for a butterfly",
     .kernel = "14_galaxy/levels.comp",
     .step = step_levels},
    {.name = "rounds",
     .part = &transform,
     .shows = "eight numbers an invocation: three levels in registers, then an exchange",
     .remark = "reading and writing",
     .kernel = "fft/lines.comp",
     .step = step_rounds},
    {.name = "no_barrier",
     .part = &transform,
     .kind = WB_BROKEN,
     .shows = "no level waits for the one before",
     .remark = "lines of more than a few numbers are wrong, and differ from run to run",
     .finding = "race",
     .kernel = "14_galaxy/no_barrier.comp",
     .step = step_levels},
    {.name = "pairs",
     .shows = "every star asks every other, in tiles; up to 65,536 of them",
     .remark = "n x n pulls; with few stars, too few invocations for the machine",
     .kernel = "14_galaxy/pairs.comp",
     .cases = few_cases,
     .data = &(galaxy_traits){.source = FROM_PAIRS},
     .step = step_pairs},
    {.name = "pairs_four",
     .shows = "four stars an invocation, and a row of work groups for each slice of the sources",
     .remark = "arithmetic: about twenty operations a pair",
     .kernel = "14_galaxy/pairs_four.comp",
     .cases = few_cases,
     .data = &(galaxy_traits){.source = FROM_FOUR},
     .step = step_four},
    {.name = "cells",
     .shows = "every star asks every cell of a grid: its mass, at its centre of mass",
     .remark = "of 100 cells 97 are empty, and are asked nevertheless",
     .kernel = "14_galaxy/pairs.comp",
     .cases = few_cases,
     .data = &(galaxy_traits){.source = FROM_CELLS},
     .step = step_cells},
    {.name = "occupied",
     .shows = "only the cells with stars in them, which a scan has listed",
     .remark = "still every star asks thousands of cells",
     .kernel = "14_galaxy/pairs.comp",
     .cases = few_cases,
     .data = &(galaxy_traits){.source = FROM_OCCUPIED},
     .step = step_occupied},
    {.name = "mesh",
     .shows = "the potential of a mesh by Fourier transforms: a convolution is a product there",
     .remark = "reading and writing lines, and most hold nothing but zeros",
     .kernel = "14_galaxy/convolve.comp",
     .data = &(galaxy_traits){.source = FROM_MESH},
     .step = step_mesh},
    {.name = "mesh_lean",
     .shows = "the same without the lines that are known to be zero, or that are never read",
     .remark = "atomics where many stars are near each other; reads all over the mesh",
     .kernel = "14_galaxy/convolve.comp",
     .data = &(galaxy_traits){.source = FROM_MESH, .lean = true},
     .step = step_mesh},
    {.name = "overflow",
     .kind = WB_BROKEN,
     .shows = "24 bits for each star, however many may come together",
     .remark = "a hole in the middle of the galaxy's mass: stars fly out",
     .kernel = "14_galaxy/deposit.comp",
     .cases = many_cases,
     .data = &(galaxy_traits){.source = FROM_MESH, .lean = true, .bits = 24},
     .step = step_mesh},
    {.name = "periodic",
     .kind = WB_BROKEN,
     .shows = "no padding: the transform takes the box for one of endlessly many",
     .remark = "a galaxy that its own copies next door pull at",
     .kernel = "14_galaxy/convolve.comp",
     .data = &(galaxy_traits){.source = FROM_MESH, .periodic = true},
     .step = step_mesh},
    {.name = "nearest",
     .kind = WB_BROKEN,
     .shows = "mass goes to eight nodes, the pull comes from one",
     .remark = "a star alone that pulls itself",
     .kernel = "14_galaxy/advance.comp",
     .data = &(galaxy_traits){.source = FROM_MESH, .lean = true, .nearest = true},
     .step = step_mesh},
    {.name = "euler",
     .kind = WB_BROKEN,
     .shows = "moves with the velocity of before the kick",
     .remark = "energy that grows without end: a disc that blows up",
     .kernel = "14_galaxy/advance.comp",
     .data = &(galaxy_traits){.source = FROM_MESH, .lean = true, .euler = true},
     .step = step_mesh},
    {.name = "kepler",
     .kind = WB_BROKEN,
     .shows = "speeds as around the sun: as if all mass were in the middle",
     .remark = "stars too fast for the mass inside their way: the disc flies apart",
     .kernel = "14_galaxy/advance.comp",
     .cases = prime_cases,
     .data = &(galaxy_traits){.source = FROM_MESH, .lean = true, .kepler = true},
     .step = step_mesh},
    {.name = "ragged",
     .kind = WB_BROKEN,
     .shows = "the last tile is not filled up with bodies without mass",
     .remark = "bodies of the tile before pull once more",
     .kernel = "14_galaxy/pairs.comp",
     .cases = prime_cases,
     .data = &(galaxy_traits){.source = FROM_PAIRS, .ragged = true},
     .step = step_pairs},
    {.name = "no_softening",
     .kind = WB_BROKEN,
     .shows = "1 / r^2 down to r = 0, where every star is to itself",
     .remark = "0 / 0: no star has a place any more",
     .kernel = "14_galaxy/pairs.comp",
     .cases = prime_cases,
     .data = &(galaxy_traits){.source = FROM_PAIRS, .no_softening = true},
     .step = step_pairs},
    {.name = "fetch",
     .kind = WB_TASK,
     .shows = "tiles of which the last group fetches too little, to be mended",
     .kernel = "14_galaxy/tasks/fetch.comp",
     .cases = fetch_cases,
     .data = &(galaxy_traits){.source = FROM_PAIRS, .fetch = true},
     .step = step_pairs},
    {.name = "butterfly",
     .part = &transform,
     .kind = WB_TASK,
     .shows = "your line: which two elements an invocation joins",
     .kernel = "14_galaxy/tasks/butterfly.comp",
     .cases = butterfly_cases,
     .step = step_levels},
    {.name = "hole",
     .kind = WB_TASK,
     .shows = "your kernel: a black hole in the middle",
     .kernel = "14_galaxy/tasks/hole.comp",
     .cases = hole_cases,
     .data = &(galaxy_traits){.source = FROM_MESH, .lean = true, .hole = true},
     .step = step_mesh},
    {.name = "curve",
     .kind = WB_TASK,
     .shows = "your kernel and your dispatches: how fast the stars go round, ring by ring",
     .kernel = "14_galaxy/tasks/curve.comp",
     .cases = curve_cases,
     .data = &(galaxy_traits){.source = FROM_MESH, .lean = true, .curve = true},
     .step = step_curve},
    {.name = "project",
     .kind = WB_PROJECT,
     .shows = "your own galaxy, from five blank kernels",
     .project = &project,
     .kernel = "14_galaxy/project_pull.comp",
     .data = &(galaxy_traits){.source = FROM_CELLS, .is_project = true},
     .step = step_project},
    {0},
};

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
