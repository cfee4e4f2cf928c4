// Lesson 13: foam. Where lesson 09's water is wild, it traps air: particles are born, live for some
// seconds, and float, fly or rise, as the water around them says.
// Open steps.c first: the passes of a frame; then the kernels in shaders/13_foam/.
#include "oracle.h"
#include "picture.h"
#include "project.h"
#include "state.h"
#include "steps.h"
#include "tasks.h"

#include "water/scene.h"

/* ---- The foam ---- */

#define WILD "stir=6 substeps=2 " // so that foam is born in the first frames

static const wb_part foam = {
    .init = init,
    .draw = draw,
    .quit = quit,
    .verify = verify,
    .check_frames = 2,
    .cases = {WILD "particles=1 pool=64 foam=64 confinement=10",
              WILD "particles=2 pool=65 foam=3 rate=600",
              WILD "particles=127 pool=257 foam=257 rate=60 life_min=0.1 life_max=0.1",
              WILD "particles=257 pool=64 foam=40 rate=3000 division=3 group=32 lanes=7 mixed=1",
              WILD
              "particles=509 pool=1009 foam=800 obstacle=block buoyancy=3 rate=60 confinement=1.5",
              WILD "particles=1013 pool=2053 foam=2053 obstacle=ball rate=30 scene=tank",
              WILD "particles=701 pool=1000 foam=300 rate=50 gravity=-9 scene=drop"},
    .cost = cost,
    .bench_cases = {"particles=4000 pool=4000 foam=4000 stir=4 substeps=4",
                    "foam=50000 stir=4 substeps=4", "pool=4000000 foam=50000 stir=4 substeps=4",
                    "particles=1000000 pool=1000000 foam=1000000 stir=4 substeps=4"},
    .status = status,
    .places = {"positions velocities", "bodies motions births", "foam_positions foam_velocities"},
};

/* ---- Variants ---- */

static const char *const full_cases[] = {WILD "particles=509 pool=64 foam=64 rate=3000", NULL};
static const char *const ring_cases[] = {WILD "particles=1009 pool=1000 foam=0 rate=2000", NULL};
static const char *const wall_cases[] = {WILD "particles=1009 pool=4099 foam=4099 scene=tank",
                                         NULL};

static const char *const crest_cases[] = {
    WILD "particles=1 pool=64",
    WILD "particles=127 pool=257 rate=3000",
    WILD "particles=509 pool=2003 rate=10000 scene=tank crest_low=4",
    WILD "particles=701 pool=1000 rate=3000 scene=drop",
    "particles=509 pool=64 rate=3000 scene=drop gravity=0 substeps=1", // nearly all are at rest
    NULL};
static const char *const place_cases[] = {
    WILD "particles=1 pool=64", WILD "particles=257 pool=64 rate=10000",
    WILD "particles=401 pool=1000 rate=100", "particles=200 pool=100 substeps=2", NULL};
static const char *const spread_cases[] = {
    WILD "particles=1 pool=64", WILD "particles=257 pool=64 rate=10000",
    WILD "particles=1009 pool=2053 rate=100", "particles=509 pool=100 substeps=2", NULL};
static const char *const eddy_cases[] = {
    WILD "particles=1 pool=64 confinement=2", // no neighbour, and no direction
    WILD "particles=257 pool=64 confinement=1.5",
    WILD "particles=401 pool=64 confinement=10 scene=drop gravity=0",
    "particles=509 pool=100 substeps=2 confinement=0.3 scene=tank stir=2", NULL};

static const wb_variant variants[] = {
    {.name = "atomic",
     .shows = "a counter gives each birth its slot, in whatever order",
     .remark = "another order in every run",
     .kernel = "13_foam/atomic.comp",
     .data = &(foam_traits){.potential = "13_foam/atomic.comp", .is_atomic = true},
     .step = step_atomic},
    {.name = "scan",
     .shows = "births are counted, a scan says which comes where: the same slots in every run",
     .remark = "each particle of water asks its neighbours twice",
     .kernel = "13_foam/potential.comp",
     .data = &(foam_traits){.potential = "13_foam/potential.comp"},
     .step = step_scan},
    {.name = "fused",
     .shows = "the water's force pass, which has the neighbours, finds the births as well",
     .remark = "200 candidates for each particle of foam; slots that are empty",
     .kernel = "13_foam/fused.comp",
     .data = &(foam_traits){.potential = "13_foam/fused.comp", .is_fused = true},
     .step = step_fused},
    {.name = "listed",
     .shows = "the living are listed, and an indirect dispatch moves them",
     .remark = "200 candidates for each; the list's passes look at all slots",
     .kernel = "13_foam/move_listed.comp",
     .data = &(foam_traits){.potential = "13_foam/fused.comp",
                            .is_fused = true,
                            .is_listed = true,
                            .move = "13_foam/move_listed.comp"},
     .step = step_fused},
    {.name = "sorted",
     .shows = "foam is moved in the order of its cells, so that neighbours read the same water",
     .remark = "200 candidates for each; a second grid in every frame",
     .kernel = "13_foam/move_sorted.comp",
     .data = &(foam_traits){.potential = "13_foam/fused.comp",
                            .is_fused = true,
                            .is_sorted = true,
                            .move = "13_foam/move_sorted.comp"},
     .step = step_fused},
    {.name = "speed",
     .kind = WB_BROKEN,
     .shows = "births wherever the water is fast",
     .remark = "a river that foams from bank to bank, though nothing splashes",
     .kernel = "13_foam/potential.comp",
     .data = &(foam_traits){.potential = "13_foam/potential.comp", .broken = "SPEED"},
     .step = step_scan},
    {.name = "wrap",
     .kind = WB_BROKEN,
     .shows = "the slot is the counter of all births, modulo the pool",
     .remark = "behind 2^32 births the ring jumps: young foam is overwritten, and old foam stays",
     .kernel = "13_foam/emit.comp",
     .cases = ring_cases,
     .data = &(foam_traits){.potential = "13_foam/potential.comp", .broken = "WRAP"},
     .step = step_scan},
    {.name = "no_cap",
     .kind = WB_BROKEN,
     .shows = "a frame may have more births than the pool has slots",
     .remark = "two newborn in one slot, and half of the one with half of the other",
     .finding = "race",
     .kernel = "13_foam/emit.comp",
     .cases = full_cases,
     .data = &(foam_traits){.potential = "13_foam/potential.comp", .broken = "NO_CAP"},
     .step = step_scan},
    {.name = "seed_slot",
     .kind = WB_BROKEN,
     .shows = "chance from the place in memory, not from the particle's number",
     .remark = "other foam as soon as the water is sorted in another way",
     .kernel = "13_foam/emit.comp",
     .data = &(foam_traits){.potential = "13_foam/potential.comp", .broken = "SEED_SLOT"},
     .step = step_scan},
    {.name = "no_wall",
     .kind = WB_BROKEN,
     .shows = "walls count as air",
     .remark = "bubbles beside a wall that float as foam, deep down",
     .kernel = "13_foam/move.comp",
     .cases = wall_cases,
     .data = &(foam_traits){.potential = "13_foam/potential.comp", .broken = "NO_WALL"},
     .step = step_scan},
    {.name = "place",
     .kind = WB_TASK,
     .shows = "your lines: places for the newborn, and how many there are",
     .kernel = "13_foam/tasks/place.comp",
     .cases = place_cases,
     .data =
         &(foam_traits){.potential = "13_foam/potential.comp", .emit = "13_foam/tasks/place.comp"},
     .step = step_scan},
    {.name = "cap",
     .kind = WB_TASK,
     .shows = "more births than slots, to be mended",
     .kernel = "13_foam/tasks/cap.comp",
     .cases = place_cases,
     .data =
         &(foam_traits){.potential = "13_foam/potential.comp", .emit = "13_foam/tasks/cap.comp"},
     .step = step_scan},
    {.name = "crest",
     .kind = WB_TASK,
     .shows = "your kernel: foam on wave crests",
     .kernel = "13_foam/tasks/crest.comp",
     .cases = crest_cases,
     .data = &(foam_traits){.potential = "13_foam/tasks/crest.comp", .has_crests = true},
     .step = step_crests},
    {.name = "spread",
     .kind = WB_TASK,
     .shows = "your kernel: an invocation for each newborn",
     .kernel = "13_foam/tasks/spread.comp",
     .cases = spread_cases,
     .data = &(foam_traits){.potential = "13_foam/potential.comp",
                            .emit = "13_foam/tasks/spread.comp",
                            .is_spread = true},
     .step = step_scan},
    {.name = "eddies",
     .kind = WB_TASK,
     .shows = "your kernel: eddies that are pushed on",
     .kernel = "13_foam/tasks/eddies.comp",
     .cases = eddy_cases,
     .data = &(foam_traits){.potential = "13_foam/potential.comp",
                            .confine = "13_foam/tasks/eddies.comp"},
     .step = step_scan},
    {.name = "project",
     .kind = WB_PROJECT,
     .shows = "your own foam, from two blank kernels",
     .project = &project,
     .kernel = "13_foam/project_births.comp",
     .data = &(foam_traits){.move = "13_foam/project_move.comp",
                            .emit = "13_foam/project_births.comp",
                            .is_project = true},
     .step = step_project},
    {0},
};

/* ---- Parameters ---- */

static const char *const view_choices[] = {"water",   "kinds",     "foam",    "curl",      "screen",
                                           "nearest", "flattened", "normals", "thickness", NULL};

// clang-format off
static const wb_param params[] = {
    WB_WATER_PARTICLES_ROW(lesson.chosen),
    {"pool", {&lesson.pool}, 64, 4000000, "slots", "particles of foam at the most", .restarts = true},
    WB_WATER_SCENE_ROW("scene", lesson.chosen),
    WB_WATER_START_ROWS(lesson.chosen),
    {"view", {&lesson.view}, 0, VIEW_COUNT - 1, NULL, "water and foam; foam coloured by its kind, or alone; particles of water by how fast it turns around them; water made without a mesh, or one of the images that this takes",
     .names = view_choices},
    WB_WATER_CUT_ROW(lesson.cut),
    {"rate", {.f = &lesson.rate}, 0, 10000, "1/s", "births of a particle of water that is as wild as can be", .decades = true},
    {"life_min", {.f = &lesson.life_min}, 0.1, 20, "s", "the shortest life"},
    {"life_max", {.f = &lesson.life_max}, 0.1, 20, "s", "the longest life"},
    {"buoyancy", {.f = &lesson.buoyancy}, -1, 3, "m/s", "bubbles rise so fast through the water"},
    {"trapped_low", {.f = &lesson.trapped_low}, 0, 1000, "m/s", "air is trapped from this potential on"},
    {"trapped_high", {.f = &lesson.trapped_high}, 0, 1000, "m/s", "and from this one on, as much as can be"},
    {"energy_low", {.f = &lesson.energy_low}, 0, 1000, "J/kg", "slower water has no births"},
    {"energy_high", {.f = &lesson.energy_high}, 0, 1000, "J/kg", "faster water has as many as can be"},
    {"surface", {.f = &lesson.surface}, 0, 2, NULL, "births only below this share of the rest density"},
    {"spray_below", {.f = &lesson.spray_below}, 0, 1, NULL, "share of the room around that is water: below it, spray"},
    {"bubble_above", {.f = &lesson.bubble_above}, 0, 1, NULL, "above it, a bubble"},
    {"crest_low", {.f = &lesson.crest_low}, 0, 100, NULL, "of the task: births from this crest on"},
    {"crest_high", {.f = &lesson.crest_high}, 0, 100, NULL, "and from this one on, as many as can be"},
    {"confinement", {.f = &lesson.confinement}, 0, 10, "m/s", "how hard eddies are pushed on, in times of their curl; 0: not at all"},
    {"foam", {&lesson.foam}, 0, 4000000, NULL, "particles of foam at first, anywhere in the box", .restarts = true},
    {"stir", {.f = &lesson.stir}, 0, 20, "m/s", "at first, the highest speed along each axis, by chance", .restarts = true},
    WB_WATER_PHYSICS_ROWS(lesson.chosen),
    WB_WATER_GROUP_ROWS(lesson.chosen, .restarts = true),
    {0},
};
// clang-format on

static const wb_preset presets[] = {
    {"kinds", "view=kinds"},
    {"drop", "scene=drop particles=12000 pool=60000 rate=1500"},
    {"block", "scene=dam obstacle=block"},
    {"sinking", "buoyancy=-1 life_max=8"},
    {0},
};

static const wb_orbit orbit = {.target = {4.0f, 2.35f, 4.0f},
                               .distance = 16.5f,
                               .yaw = -34.0f,
                               .pitch = 13.0f,
                               .field_of_view = 38.0f};

int main(int argc, char **argv)
{
    // Other defaults than lesson 09's: two waves that meet throw up more foam than one; and the
    // slower sound is, the fewer steps a frame takes.
    lesson.chosen.scene = WB_WATER_DOUBLE_DAM;
    lesson.chosen.sound_speed = 30.0f;
    return wb_main(&(wb_lesson){.id = "13_foam",
                                .title = "Foam",
                                .part = &foam,
                                .variants = variants,
                                .tasks = tasks,
                                .first = "fused",
                                .params = params,
                                .presets = presets,
                                .frames = 36, // two waves have met
                                .state = &lesson,
                                .state_bytes = sizeof lesson,
                                .takes_hand = true,
                                .orbit = &orbit,
                                .can_be_coarse = true},
                   argc, argv);
}
