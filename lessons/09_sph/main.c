// Lesson 09: smoothed particle hydrodynamics. Water as particles that press on their neighbours.
// Each step builds a grid, sums up densities, then forces, and moves the particles.
// Open steps.c first: the passes, and how a version puts them together. In common/water, which
// other lessons share, physics.c has what follows from what, scene.c where the water stands at
// first, and step.c the version "list".
#include "oracle.h"
#include "picture.h"
#include "state.h"
#include "steps.h"
#include "tasks.h"

#include "09_sph/slots.h"

/* ---- The water ---- */

static const wb_part water = {
    .init = init,
    .draw = draw,
    .quit = quit,
    .verify = verify,
    .check_frames = 4,
    .cases = {"particles=1 substeps=2", "particles=2 substeps=2 scene=3 obstacle=none",
              "particles=63 substeps=2 scene=1", "particles=64 substeps=2 scene=2",
              "particles=65 substeps=2 scene=4", "particles=397 substeps=2 obstacle=2 viscosity=0",
              "particles=1009 substeps=2 obstacle=1 group=256 artificial=0",
              "particles=1000 substeps=2 scene=3 obstacle=2 gravity=1.62",
              "particles=2003 substeps=2 division=3", "particles=1013 substeps=2 lanes=7 mixed=1",
              "particles=65 substeps=2 lanes=32 group=32",
              "particles=301 substeps=2 division=1 lanes=2",
              "particles=509 substeps=2 rest_density=870 sound_speed=47 viscosity=330",
              "particles=331 substeps=2 scene=two_dams artificial=0.7 tension=1.3 gravity=-7"},
    .cost = cost,
    .bench_cases = {"particles=4000 substeps=1 scene=dam obstacle=none",
                    "particles=50000 substeps=5 scene=dam obstacle=none",
                    "particles=1000000 substeps=1 scene=dam obstacle=none",
                    "particles=1000000 substeps=1 scene=dam obstacle=none mixed=1"},
    .status = status,
};

/* ---- Variants ---- */

static const wb_variant variants[] = {
    {.name = "all_pairs",
     .shows =
         "the simulation, plainly: every particle asks every other; 4,096 of them, no obstacle",
     .remark = "n x n tests, and only 80 n find a neighbour",
     .kernel = "09_sph/plain_step.comp",
     .data = &(sph_traits){.version = ALL_PAIRS, .density = "09_sph/plain_density.comp"},
     .step = step_all_pairs},
    {.name = "index",
     .shows = "27 cells of the grid, whose particles are looked up by index",
     .remark = "an index, and then a particle that lies anywhere in memory",
     .kernel = "09_sph/force.comp",
     .data = &(sph_traits){.version = INDEX, .density = "09_sph/density.comp"},
     .step = step_grid},
    {.name = "sorted",
     .shows = "the same on copies that lie in the order of their cells",
     .remark = "27 short loops, three loads and a division for each neighbour",
     .kernel = "09_sph/force.comp",
     .data = &(sph_traits){.version = SORTED, .density = "09_sph/density.comp"},
     .step = step_grid},
    {.name = "rows",
     .shows = "9 runs of three cells, state packed in two vec4, force and step in one pass",
     .remark = "about 500 candidates are tested, and 80 of them are within the reach",
     .kernel = "09_sph/force_packed.comp",
     .data = &(sph_traits){.version = ROWS, .density = "09_sph/density_packed.comp"},
     .step = step_packed},
    {.name = "fine",
     .shows = "the same with cells of half the reach, and only those that it touches",
     .remark = "about 175 candidates, and two loads at the start of each of 22 runs",
     .kernel = "09_sph/force_packed.comp",
     .data = &(sph_traits){.version = FINE, .density = "09_sph/density_packed.comp"},
     .step = step_packed},
    {.name = "team",
     .shows = "the same with several invocations for each particle, which share its rows of cells",
     .remark = "candidates that are too far away; with few particles, the passes of the grid",
     .kernel = "09_sph/force_team.comp",
     .data = &(sph_traits){.version = TEAM, .density = "09_sph/density_team.comp"},
     .step = step_packed},
    {.name = "list",
     .shows = "the density pass notes the neighbours, and the force pass visits only those",
     .remark = "two loads for each neighbour, from places that invocations in step do not share",
     .kernel = "water/force_list.comp",
     .data = &(sph_traits){.version = LIST},
     .step = step_list},
    {.name = "no_clear",
     .kind = WB_BROKEN,
     .shows = "the counts of the cells are not set to zero before each step",
     .remark = "water that falls through itself: cells start where they do not",
     .kernel = "09_sph/force.comp",
     .data = &(sph_traits){.version = INDEX, .density = "09_sph/density.comp"},
     .step = step_no_clear},
    {.name = "one_pass",
     .kind = WB_BROKEN,
     .shows = "density and force in one dispatch",
     .remark = "forces from densities of the step before, or of none",
     .finding = "race",
     .kernel = "09_sph/one_pass.comp",
     .data = &(sph_traits){.version = SORTED},
     .step = step_one_pass},
    {.name = "long_step",
     .kind = WB_BROKEN,
     .shows = "a time step ten times as long as the CFL condition allows",
     .remark = "an explosion: sound would have to cross several particles at once",
     .kernel = "09_sph/force_packed.comp",
     .data = &(sph_traits){.version = FINE,
                           .density = "09_sph/density_packed.comp",
                           .change = take_a_long_step},
     .step = step_packed},
    {.name = "two_kernels",
     .kind = WB_BROKEN,
     .shows = "Mueller's poly6 kernel for the density, and his spiky one for the force",
     .remark = "a force that is no energy's gradient: water that boils at any time step",
     .kernel = "09_sph/force_packed.comp",
     .data = &(
         sph_traits){.version = FINE, .density = "09_sph/density_packed.comp", .two_kernels = true},
     .step = step_packed},
    {.name = "sources",
     .kind = WB_BROKEN,
     .shows = "constants as a tutorial prints them: 0.02 kg, k = 200 Pa, 8 ms",
     .remark = "water that collapses to a puddle: 6 kg/m3 press on nothing",
     .kernel = "09_sph/force_packed.comp",
     .data = &(sph_traits){.version = FINE,
                           .density = "09_sph/density_packed.comp",
                           .change = use_the_sources_constants},
     .step = step_packed},
    {.name = "density",
     .kind = WB_TASK,
     .shows = "your kernel: the density",
     .cases = cases_of_pairs,
     .kernel = "09_sph/tasks/density.comp",
     .data = &(sph_traits){.version = ALL_PAIRS,
                           .density = "09_sph/tasks/density.comp",
                           .force = "09_sph/plain_step.comp"},
     .step = step_all_pairs},
    {.name = "push",
     .kind = WB_TASK,
     .shows = "your kernel: the force between two particles",
     .cases = cases_of_pairs,
     .kernel = "09_sph/tasks/push.comp",
     .data = &(sph_traits){.version = ALL_PAIRS, .density = "09_sph/plain_density.comp"},
     .step = step_all_pairs},
    {.name = "wall",
     .kind = WB_TASK,
     .shows = "your kernel: the force of walls and floor",
     .cases = cases_of_pairs,
     .kernel = "09_sph/tasks/wall.comp",
     .data = &(sph_traits){.version = ALL_PAIRS,
                           .density = "09_sph/plain_density.comp",
                           .change = take_a_narrow_box},
     .step = step_all_pairs},
    {.name = "tension",
     .kind = WB_TASK,
     .shows = "your kernel: surface tension",
     .cases = cases_of_tension,
     .kernel = "09_sph/tasks/tension.comp",
     .data = &(sph_traits){.version = FINE, .density = "09_sph/density_packed.comp", .pulls = true},
     .step = step_packed},
    {0},
};

/* ---- Parameters ---- */

static const char *const view_choices[] = {"water",     "speed",   "density",   "nearest",
                                           "flattened", "normals", "thickness", "spray",
                                           "pool",      NULL}; // in the order of slots.h
_Static_assert(sizeof view_choices / sizeof *view_choices == VIEW_COUNT + 1, "a name for each");

// clang-format off
static const wb_param params[] = {
    WB_WATER_PARTICLES_ROW(lesson.chosen),
    WB_WATER_SCENE_ROW("scene", lesson.chosen),
    WB_WATER_START_ROWS(lesson.chosen),
    {"view", {&lesson.view}, 0, VIEW_COUNT - 1, NULL,
     "in the sun; in the dark, and spheres by speed or density; or an image that this is made of",
     .names = view_choices},
    WB_WATER_PHYSICS_ROWS(lesson.chosen),
    {"tension", {.f = &lesson.tension}, 0, 10, "m3/s2", "kappa, of the task"},
    {"picked", {&lesson.picked}, -1, 15999999, NULL,
     "the particle whose neighbours are shown; -1: none"},
    WB_WATER_GROUP_ROWS(lesson.chosen, .rebuild = rebuild),
    {0},
};
// clang-format on

static const wb_preset presets[] = {
    {"dam", "scene=dam obstacle=none"},
    {"speed", "view=speed scene=two_dams"},
    {"drop", "scene=drop particles=20000"},
    {0},
};

static const wb_orbit orbit = {.target = {4.0f, 2.3f, 4.0f},
                               .distance = 16.4f,
                               .yaw = 42.0f,
                               .pitch = 9.0f,
                               .field_of_view = 38.0f};

int main(int argc, char **argv)
{
    lesson.chosen.scene = WB_WATER_WAVE;
    lesson.chosen.obstacle = WATER_SPHERE;
    return wb_main(
        &(wb_lesson){
            .id = "09_sph",
            .title = "SPH: water made of particles",
            .part = &water,
            .variants = variants,
            .tasks = tasks,
            .first = "list",
            .params = params,
            .presets = presets,
            .frames = 56, // the wave rolls over; the same on all drivers, as yet
            .state = &lesson,
            .state_bytes = sizeof lesson,
            .takes_hand = true,
            .orbit = &orbit,
            .pick = pick,
        },
        argc, argv);
}
