// Lesson 15: the surface of water that is made of particles, as a closed mesh of triangles.
// Open steps.c first: the passes, and how a version puts them together; then the kernels.
#include "mesh_file.h"
#include "oracle.h"
#include "picture.h"
#include "scene.h"
#include "state.h"
#include "steps.h"
#include "tasks.h"

static const wb_part surface = {
    .init = init,
    .draw = draw,
    .quit = quit,
    .verify = verify,
    .check_frames = 2,
    .cases = {"particles=509 cells=2 before=5", "particles=0 cells=1",
              "particles=1 cells=2 radius=3", "particles=127 cells=1 scene=ball",
              "particles=128 cells=3 scene=ball",
              "particles=1009 cells=1 scene=two_balls radius=2.5",
              "particles=1301 cells=2 scene=hollow_ball iso=0.3",
              "particles=500 cells=1 scene=noise"},
    .cost = cost,
    .bench_cases = {"particles=50000 cells=2 moves=no", "particles=1000000 cells=1 moves=no"},
    .status = status,
    .places = {"positions velocities", "sorted_positions", "bodies motions"},
};

static const char *const noise_cases[] = {"particles=1000 cells=1 scene=noise", NULL};
static const char *const deep_cases[] = {"particles=20000 cells=1 scene=ball", NULL};
static const char *const crowded_cases[] = {"particles=5000 cells=1 radius=3 scene=ball", NULL};

static const wb_variant variants[] = {
    {.name = "dense",
     .shows = "every cell is a candidate, every corner gets its colour",
     .remark = "most corners are far from the surface",
     .kernel = "surface/cells.comp",
     .data = &(surface_traits){.dense = true},
     .step = step_scan},
    {.name = "plain",
     .shows = "only blocks, cells and corners near the surface, in lists made by atomics",
     .remark =
         "an atomic operation for each entry, and 54 reads a cell; neighbours repeat most of them",
     .kernel = "15_surface/cells.comp",
     .data = &(surface_traits){.plain = true},
     .step = step_plain},
    {.name = "aggregated",
     .shows = "one atomic operation a work group in place of one an entry",
     .remark = "the reads; and shared memory, where the group counts",
     .kernel = "15_surface/cells.comp",
     .data = &(surface_traits){.plain = true, .aggregated = true},
     .step = step_plain},
    {.name = "tiles",
     .shows = "a block's cells and those around it in shared memory; eight blocks in place of 27",
     .remark = "marks at all corners there are, cleared and read; three vertices a triangle",
     .kernel = "15_surface/cells.comp",
     .data = &(surface_traits){.plain = true, .aggregated = true, .tiles = true},
     .step = step_plain},
    {.name = "scan",
     .shows = "masks of 64 bits, scans in place of atomics on buffers, a mesh in order that shares "
              "vertices",
     .remark = "many small passes",
     .kernel = "surface/cells.comp",
     .step = step_scan},
    {.name = "shared",
     .shows = "a block's particles in shared memory for the colour of its corners",
     .remark = "each corner goes through the particles of (2 K + 3)^3 cells",
     .kernel = "15_surface/colour_shared.comp",
     .data = &(surface_traits){.colour = BY_BLOCK},
     .step = step_scan},
    {.name = "splat",
     .shows = "a particle adds to the corners that it reaches",
     .remark = "five atomic operations for each of them",
     .kernel = "15_surface/splat.comp",
     .data = &(surface_traits){.colour = BY_PARTICLE},
     .step = step_scan},
    {.name = "table_4",
     .kind = WB_BROKEN,
     .shows = "the table of 1987: a case and its opposite have the same triangles",
     .remark = "cracks where two cells differ about their face",
     .kernel = "surface/triangles.comp",
     .cases = noise_cases,
     .data = &(surface_traits){.table_4 = true},
     .step = step_scan},
    {.name = "halo_5",
     .kind = WB_BROKEN,
     .shows = "a tile of 5 x 5 x 5 cells, as many as a block has corners",
     .remark = "candidates are missing on three sides: holes",
     .kernel = "15_surface/cells.comp",
     .data = &(surface_traits){.plain = true, .aggregated = true, .tiles = true, .halo_5 = true},
     .step = step_plain},
    {.name = "zero_inside",
     .kind = WB_BROKEN,
     .shows = "all cells of the listed blocks; a corner without a colour counts as empty",
     .remark = "a second skin inside the water",
     .kernel = "15_surface/zero_inside.comp",
     .cases = deep_cases,
     .data = &(surface_traits){.plain = true, .zero_inside = true},
     .step = step_plain},
    {.name = "stale_normals",
     .kind = WB_BROKEN,
     .shows = "normals from differences of colours, computed or not",
     .remark = "patches of light and dark on smooth water",
     .kernel = "15_surface/soup.comp",
     .data = &(surface_traits){.plain = true, .differences = true},
     .step = step_plain},
    {.name = "few_slots",
     .kind = WB_BROKEN,
     .shows = "a cell holds eight particles and forgets the others",
     .remark = "dents where the water is dense",
     .kernel = "15_surface/few_slots.comp",
     .cases = crowded_cases,
     .data = &(surface_traits){.few_slots = true},
     .step = step_scan},
    {.name = "precedence",
     .kind = WB_BROKEN,
     .shows = "a - b / size in place of (a - b) / size",
     .remark = "normals that all lean one way",
     .kernel = "15_surface/soup.comp",
     .data = &(surface_traits){.plain = true, .differences = true, .precedence = true},
     .step = step_plain},
    {.name = "rim",
     .kind = WB_TASK,
     .shows = "a mesh with holes at the edges of blocks, to be mended",
     .kernel = "15_surface/tasks/rim.comp",
     .cases = rim_cases,
     .data = &(surface_traits){.plain = true, .aggregated = true, .tiles = true, .own_rim = true},
     .step = step_plain},
    {.name = "vertex",
     .kind = WB_TASK,
     .shows = "your kernel: where a vertex lies on its edge",
     .kernel = "15_surface/tasks/vertex.comp",
     .cases = vertex_cases,
     .data = &(surface_traits){.own_vertices = true},
     .step = step_scan},
    {.name = "full",
     .kind = WB_TASK,
     .shows = "your kernel: which cells hold particles, and which are full",
     .kernel = "15_surface/tasks/full.comp",
     .cases = full_cases,
     .data = &(surface_traits){.own_occupied = true},
     .step = step_scan},
    {.name = "cells",
     .kind = WB_TASK,
     .shows = "your kernel: which cells the surface may go through",
     .kernel = "15_surface/tasks/cells.comp",
     .cases = cells_cases,
     .data = &(surface_traits){.own_cells = true},
     .step = step_scan},
    {0},
};

static const char *const scene_choices[] = {"water",       "ball",  "torus", "two_balls",
                                            "hollow_ball", "noise", NULL};
static const char *const no_yes[] = {"no", "yes", NULL};
static const char *const view_choices[] = {"water", "blocks", "triangles", "normals", NULL};

// clang-format off
static const wb_param params[] = {
    // Not the water's own row: shapes are made of particles as well, and of none at all.
    {"particles", {&lesson.chosen.particles}, 0, 4000000, NULL, "how many", .restarts = true, .fewest = 4000},
    {"scene", {&lesson.scene}, 0, SCENE_COUNT - 1, NULL, "what they are at first",
     .names = scene_choices, .restarts = true},
    {"cells", {&lesson.cells}, 1, WB_SURFACE_MOST_CELLS, NULL, "K: cells in a radius", .restarts = true},
    {"radius", {.f = &lesson.radius}, 1.5, 4, "spacings", "R: how far a particle reaches", .restarts = true},
    {"iso", {.f = &lesson.iso}, 0.05, 0.9, NULL, "the colour at the surface", .rebuild = rebuild},
    {"moves", {&lesson.moves}, 0, 1, NULL, "whether the water flows", .names = no_yes},
    {"before", {&lesson.before}, 0, 10000, "frames", "that the water has flown before the first", .restarts = true},
    {"room", {&lesson.room}, 0, 64000000, "vertices", "that the mesh has room for; 0: enough", .restarts = true},
    {"view", {&lesson.view}, 0, VIEW_COUNT - 1, NULL, "what is drawn", .names = view_choices},
    WB_WATER_CUT_ROW(lesson.cut),
    WB_WATER_SCENE_ROW("water", lesson.chosen),
    WB_WATER_START_ROWS(lesson.chosen),
    WB_WATER_PHYSICS_ROWS(lesson.chosen),
    WB_WATER_GROUP_ROWS(lesson.chosen, .restarts = true),
    {0},
};
// clang-format on

static const wb_preset presets[] = {
    {"triangles", "view=triangles cells=1"},  {"torus", "scene=torus view=normals"},
    {"two balls", "scene=two_balls iso=0.2"}, {"still", "moves=no radius=3"},
    {"honey", "water=drop viscosity=300"},    {0},
};

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
            .title = "The surface of water",
            .part = &surface,
            .variants = variants,
            .tasks = tasks,
            .first = "scan",
            .params = params,
            .presets = presets,
            .frames = 45,
            .state = &lesson,
            .state_bytes = sizeof lesson,
            .formats = {".obj", ".ply"},
            .load = mesh_load,
            .dump = mesh_dump,
            .dumped = "mesh",
            .takes_hand = true,
            .orbit = &orbit,
            .can_be_coarse = true,
        },
        argc, argv);
}
