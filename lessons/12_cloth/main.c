// Lesson 12: cloth. Links between particles are put right one after the other, and yet in parallel:
// by colours.
// Open steps.c first: the passes, and how a version puts them together. cloth.h has the method and
// its numbers, shaders/12_cloth/link.glsl the one link that all of it is about.
#include "oracle.h"
#include "picture.h"
#include "project.h"
#include "state.h"
#include "steps.h"
#include "tasks.h"

/* ---- Parts ---- */

#define ALONE "wind=0 ball=0 "
#define NEVER "tear=10 " // all passes run, and no link is ever eleven times as long

static const wb_part solver = {
    .init = init,
    .draw = draw,
    .quit = quit,
    .verify = verify,
    .check_frames = 2,
    .cases = {NEVER "columns=2 rows=2 crumple=0.1", NEVER "columns=3 rows=2 crumple=0.1 pins=edge",
              NEVER "columns=2 rows=63 crumple=0.1 substeps=7",
              NEVER "columns=15 rows=17 crumple=0.1 tethers=0",
              NEVER "columns=16 rows=16 crumple=0.1 pins=four start=flat substeps=5 damping=10",
              NEVER "columns=17 rows=33 crumple=0.1 compliance=0.05 pins=edge substeps=12",
              NEVER "columns=65 rows=31 crumple=0.1 wind=20 substeps=10",
              "tear=0.03 columns=48 rows=40 crumple=0.1 wind=12 substeps=12",
              NEVER "columns=37 rows=23 crumple=0.5 substeps=5 pins=none gravity=0 " ALONE,
              NEVER "columns=41 rows=29 crumple=0.1 ball=1 swing=0.2 iterations=3 "
                    "substeps=15"},
    .cost = cost,
    .bench_cases = {"columns=128 rows=128", "columns=512 rows=512", "columns=1024 rows=1024"},
    .status = status,
    .places = {"positions predicted velocities air cuts next_positions next_velocities next_cuts"},
};

/* ---- Variants ---- */

// With fewer particles a set has one cell, and no two invocations that meet.
static const char *const two_sets_cases[] = {NEVER "columns=5 rows=5 crumple=0.1",
                                             NEVER "columns=17 rows=33 crumple=0.1", NULL};

static const wb_variant variants[] = {
    {.name = "jacobi",
     .shows = "every particle asks all its links at once, and goes where they send it on average",
     .remark = "it converges slowly: news travels one link a sweep",
     .kernel = "12_cloth/jacobi.comp",
     .data = &(cloth_traits){.predicts_first = true, .is_gathered = true, .repeats = true},
     .step = step_jacobi},
    {.name = "list",
     .shows = "links in eight colours, from a list: a dispatch a colour",
     .remark = "ten launches a substep; the list is as many bytes as the particles",
     .kernel = "12_cloth/colour_list.comp",
     .data = &(cloth_traits){.has_list = true, .predicts_first = true},
     .step = step_list},
    {.name = "implicit",
     .shows = "the same links, found from the invocation's number",
     .remark = "nine launches a substep",
     .kernel = "12_cloth/colour.comp",
     .data = &(cloth_traits){0},
     .step = step_implicit},
    {.name = "tile",
     .shows = "a substep in one dispatch: tiles in shared memory that compute their halo, too",
     .remark = "eight barriers, and three times the work",
     .kernel = "12_cloth/tile.comp",
     .data = &(cloth_traits){.is_tiled = true},
     .step = step_tile},
    {.name = "two_sets",
     .kind = WB_BROKEN,
     .shows = "two sets of cells like the fields of a chessboard, in place of eight colours",
     .remark = "corrections that are lost: links of one set share particles",
     .kernel = "12_cloth/two_sets.comp",
     .finding = "race",
     .cases = two_sets_cases,
     .data = &(cloth_traits){.predicts_first = true},
     .step = step_two_sets},
    {.name = "halo_5",
     .kind = WB_BROKEN,
     .shows = "tiles with a halo of five particles, where six are needed",
     .remark = "seams between the tiles, too small to see and large enough to differ",
     .kernel = "12_cloth/tile.comp",
     .data = &(cloth_traits){.is_tiled = true, .halo = 5},
     .step = step_tile},
    {.name = "iterations",
     .kind = WB_BROKEN,
     .shows = "one substep a frame, with 20 sweeps over the links",
     .remark = "cloth of rubber, for two thirds of the work of 30 substeps",
     .kernel = "12_cloth/colour_list.comp",
     .data = &(cloth_traits){.has_list = true, .predicts_first = true, .one_step = true},
     .step = step_list},
    {.name = "unscaled",
     .kind = WB_BROKEN,
     .shows = "the compliance is not divided by the square of the time step",
     .remark = "cloth that is stiff, whatever the compliance says",
     .kernel = "12_cloth/colour.comp",
     .data = &(cloth_traits){.unscaled = true},
     .step = step_implicit},
    {.name = "old_velocity",
     .kind = WB_BROKEN,
     .shows = "the velocity is not taken from what the particles have moved",
     .remark = "speed that only grows: the cloth falls through its own links",
     .kernel = "12_cloth/colour.comp",
     .data = &(cloth_traits){.old_velocity = true},
     .step = step_implicit},
    {.name = "springs",
     .kind = WB_BROKEN,
     .shows = "links as stiff springs, and a force in each",
     .remark = "an explosion: a step may last 5 microseconds, not 556",
     .kernel = "12_cloth/springs.comp",
     .data = &(cloth_traits){.has_springs = true},
     .step = step_springs},
    {.name = "even",
     .kind = WB_TASK,
     .shows = "your line: which cell's link an invocation puts right",
     .kernel = "12_cloth/tasks/even.comp",
     .cases = even_cases,
     .data = &(cloth_traits){0},
     .step = step_implicit},
    {.name = "tail",
     .kind = WB_TASK,
     .shows = "a cloth whose right edge hangs in the air, to be mended",
     .kernel = "12_cloth/tasks/tail.comp",
     .cases = tail_cases,
     .data = &(cloth_traits){.is_first = true},
     .step = step_implicit},
    {.name = "bend",
     .kind = WB_TASK,
     .shows = "your kernel: links that keep the cloth from bending",
     .kernel = "12_cloth/tasks/bend.comp",
     .cases = bend_cases,
     .data = &(cloth_traits){.is_bent = true},
     .step = step_bend},
    {.name = "whole",
     .kind = WB_TASK,
     .shows = "your kernel: all substeps of a frame in one dispatch",
     .kernel = "12_cloth/tasks/whole.comp",
     .cases = whole_cases,
     .data = &(cloth_traits){.is_whole = true},
     .step = step_whole},
    {.name = "blow",
     .kind = WB_TASK,
     .shows = "your line: a hand that blows",
     .kernel = "12_cloth/tasks/blow.comp",
     .cases = blow_cases,
     .data = &(cloth_traits){.has_hand = true},
     .step = step_implicit},
    {.name = "project",
     .kind = WB_PROJECT,
     .shows = "your own cloth, from three blank kernels",
     .project = &project,
     .kernel = "12_cloth/project_link.comp",
     .data = &(cloth_traits){.predicts_first = true, .is_project = true},
     .step = step_project},
    {0},
};

/* ---- Parameters ---- */

static const char *const pin_choices[] = {"none", "corners", "edge", "four", NULL};
static const char *const start_choices[] = {"upright", "flat", NULL};
static const char *const view_choices[] = {"cloth", "stretch", "colours", NULL};

// clang-format off
static const wb_param params[] = {
    {"columns", {&lesson.columns}, 2, 1024, "particles", "along the upper edge", .restarts = true},
    {"rows", {&lesson.rows}, 2, 1024, "particles", "down from it", .restarts = true},
    {"substeps", {&lesson.substeps}, 1, 200, NULL, "of a frame, which is a sixtieth of a second"},
    {"iterations", {&lesson.iterations}, 1, 50, NULL, "jacobi: sweeps over all links in a substep; the others have one"},
    {"compliance", {.f = &lesson.compliance}, 0, 1, "m/N", "alpha: how far a link gives way; 0: not at all", .decades = true},
    {"damping", {.f = &lesson.damping}, 0, 10, "1/s", "how fast the cloth loses velocity"},
    {"gravity", {.f = &lesson.gravity}, -20, 20, "m/s2", "downwards"},
    {"wind", {.f = &lesson.wind}, 0, 20, "m/s", "in gusts; 0: no air at all"},
    {"clock", {.f = &lesson.clock}, 0, 1000, "s", "the time at the start: another wind"},
    {"ball", {.f = &lesson.ball}, 0, 4, "m", "radius of the ball that swings through; 0: there is none"},
    {"swing", {.f = &lesson.swing}, 0, 60, "s", "for the ball's way there and back; 0: it stands still"},
    {"tear", {.f = &lesson.tear}, 0, 10, NULL, "a link breaks when it is longer by this share; 0: never", .decades = true},
    {"pins", {&lesson.pins}, 0, PINS_COUNT - 1, NULL, "what holds the cloth", .names = pin_choices, .restarts = true},
    {"tethers", {&lesson.tethers}, 0, 1, NULL, "1: no particle gets further from a pin than the cloth is long"},
    {"start", {&lesson.start}, 0, FLAT, NULL, "how the cloth is at first", .names = start_choices, .restarts = true},
    {"crumple", {.f = &lesson.crumple}, 0, 0.5, "spacings", "how far particles are moved at the start, by chance", .restarts = true},
    {"view", {&lesson.view}, 0, VIEW_COUNT - 1, NULL, "what is shown: the cloth, how far its links are stretched, or their colours", .names = view_choices},
    {0},
};
// clang-format on

static const wb_preset presets[] = {
    {"colours", "view=colours columns=24 rows=24"},
    {"stretch", "view=stretch"},
    {"drape", "pins=none start=flat ball=0.5 swing=0 wind=0"},
    {"tear", "tear=0.15 ball=0.5 swing=1.5"},
    {0},
};

int main(int argc, char **argv)
{
    return wb_main(&(wb_lesson){.id = "12_cloth",
                                .title = "Cloth",
                                .part = &solver,
                                .variants = variants,
                                .tasks = tasks,
                                .first = "implicit",
                                .params = params,
                                .presets = presets,
                                .frames = 120,
                                .state = &lesson,
                                .state_bytes = sizeof lesson,
                                .takes_hand = true,
                                .orbit = &(wb_orbit){.target = {0.16f, -0.24f, 0.3f},
                                                     .distance = 4.5f,
                                                     .yaw = 150.0f,
                                                     .pitch = 13.0f,
                                                     .field_of_view = 36.0f}},
                   argc, argv);
}
