// What a variant keeps: its buffers, its programs, and the stars as the first step finds them.
#include "state.h"
#include "curve.h"
#include "mesh.h"
#include "picture.h"
#include "scene.h"
#include "steps.h"
#include "steps_tree.h"

#include "14_galaxy/slots.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double GRAVITY = 4.30091e-6; // kpc (km/s)^2 / sun
static const double MYR = 977.8;          // in a kpc/(km/s)

lesson_state lesson = {.stars = 500000,
                       .grid = 64,
                       .arms = 2,
                       .lines = 256,
                       .length = 512,
                       .softening = 1.0f,
                       .step_myr = 2.0f,
                       .halo = 150.0f,
                       .hole = 1e9f,
                       .glow = 1.0f,
                       .theta = 0.75f};

const galaxy_traits *traits(void)
{
    return wb_current_variant()->data;
}

bool uses_mesh(void)
{
    return traits()->source == FROM_MESH;
}

bool uses_cells(void)
{
    return traits()->source == FROM_CELLS || traits()->source == FROM_OCCUPIED;
}

/* ---- Numbers ---- */

int padded_length(void)
{
    return traits()->periodic ? lesson.grid : 2 * lesson.grid;
}

uint32_t node_count(void)
{
    return (uint32_t)(lesson.grid * lesson.grid * lesson.grid);
}

double cell_size(void)
{
    return (double)BOX / lesson.grid;
}

double softening(void)
{
    return traits()->no_softening ? 0.0 : (double)lesson.softening * cell_size();
}

double star_gm(void)
{
    return GRAVITY * GALAXY_SUNS / lesson.stars;
}

double halo_speed(void)
{
    return lesson.scene == SCENE_COLLISION ? 0.0 : (double)lesson.halo;
}

double hole_gm(void)
{
    return traits()->hole ? GRAVITY * (double)lesson.hole : 0.0;
}

double hand_gm(void)
{
    return 0.25 * GRAVITY * GALAXY_SUNS;
}

double time_step(void)
{
    return (double)lesson.step_myr / MYR;
}

int slices(void)
{
    return traits()->source == FROM_FOUR ? (int)wb_groups_for(lesson.stars, FOUR_SLICE) : 1;
}

// As many bits for a star that all of them fit into one node.
static int bits_for(double weight)
{
    int bits = (int)floor(log2(4294967295.0 / weight));
    return traits()->bits > 0 ? traits()->bits : bits < 24 ? bits : 24;
}

static bool can_do(void)
{
    bool all_pairs = traits()->source == FROM_PAIRS || traits()->source == FROM_FOUR;
    return !all_pairs || lesson.stars <= MOST_PAIRS;
}

wb_cost cost(void)
{
    double stars = can_do() ? lesson.stars : 0.0, nodes = pow(lesson.grid, 3.0);
    wb_cost cost = {.read_bytes = 32.0 * stars,
                    .written_bytes = 32.0 * stars,
                    .items = stars,
                    .item = "star steps"};
    // An interaction counts as 20 operations, as it has since T. Hamada and J. Makino.
    if (traits()->source <= FROM_FOUR) cost.flops = 20.0 * stars * stars;
    if (traits()->source == FROM_CELLS) cost.flops = 20.0 * stars * nodes;
    return cost;
}

/* ---- Buffers ---- */

static bool create(wb_buffer *buffer, const char *name, wb_type type, size_t count, size_t width,
                   const void *data)
{
    bool state = buffer == &lesson.positions || buffer == &lesson.velocities;
    return wb_buffer_create(
        buffer, &(wb_buffer_desc){.name = name,
                                  .type = type,
                                  .shape = {count, width}, // a width of 0 ends the shape
                                  .data = data,
                                  .state = state});
}

static bool create_list(void)
{
    size_t nodes = node_count();
    return create(&lesson.flags, "flags", WB_U32, nodes, 0, NULL) &&
           create(&lesson.places, "places", WB_U32, nodes, 0, NULL) &&
           create(&lesson.list, "list", WB_F32, nodes, 4, NULL) &&
           create(&lesson.commands, "commands", WB_U32, wb_groups_for((int64_t)nodes, SLICE), 4,
                  NULL) &&
           wb_scan_create(&lesson.scan, (uint32_t)nodes, WB_SCAN_THREE_DISPATCHES);
}

static bool create_cells(void)
{
    size_t nodes = node_count();
    return !uses_cells() || (create(&lesson.sums, "sums", WB_U32, nodes, 4, NULL) &&
                             create(&lesson.centres, "centres", WB_F32, nodes, 4, NULL) &&
                             (traits()->is_project || create_list()));
}

static bool create_stars(const float (*positions)[4])
{
    size_t n = (size_t)lesson.stars;
    bool good =
        create(&lesson.positions, "positions", WB_F32, n, 4, positions) &&
        create(&lesson.next_positions, "next_positions", WB_F32, n, 4, NULL) &&
        create(&lesson.next_velocities, "next_velocities", WB_F32, n, 4, NULL) &&
        create(&lesson.energies, "energies", WB_F32, wb_groups_for(lesson.stars, GROUP), 4, NULL) &&
        create(&lesson.history, "history", WB_F32, HISTORY, 4, NULL);
    if (!uses_mesh())
        good = good && create(&lesson.pulls, "pulls", WB_F32, n * (size_t)slices(), 4, NULL);
    return good;
}

/* ---- Programs ---- */

// The learner's.
static bool create_project_programs(void)
{
    const wb_define *constants = WB_DEFINES({"GROUP", GROUP}, {"BITS", lesson.bits});
    lesson.clear = wb_program_compute("14_galaxy/clear.comp", constants);
    lesson.place = wb_program_compute("14_galaxy/project_start.comp", constants);
    lesson.gather = wb_program_compute("14_galaxy/project_gather.comp", constants);
    lesson.make_centres = wb_program_compute("14_galaxy/project_centres.comp", constants);
    lesson.pull = wb_program_compute("14_galaxy/project_pull.comp", constants);
    lesson.advance = wb_program_compute("14_galaxy/project_move.comp", constants);
    return lesson.clear != 0 && lesson.place != 0 && lesson.gather != 0 &&
           lesson.make_centres != 0 && lesson.pull != 0 && lesson.advance != 0;
}

static bool create_programs(void)
{
    const galaxy_traits *own = traits();
    lesson.hand = wb_program_compute("14_galaxy/hand.comp", NULL);
    if (lesson.hand == 0) return false;
    if (own->is_project) return create_project_programs();
    const wb_define *constants =
        WB_DEFINES({"GROUP", GROUP}, {"REDUCE_GROUP", GROUP}, {"BITS", lesson.bits},
                   {"FROM_MESH", uses_mesh()}, {"NEAREST", own->nearest}, {"EULER", own->euler});
    const wb_define *pairs = WB_DEFINES({"GROUP", PAIRS_GROUP}, {"RAGGED", own->ragged},
                                        {"OCCUPIED", own->source == FROM_OCCUPIED});
    const char *pull = own->fetch                 ? wb_current_variant()->kernel
                       : own->source == FROM_FOUR ? "14_galaxy/pairs_four.comp"
                                                  : "14_galaxy/pairs.comp";
    lesson.clear = wb_program_compute("14_galaxy/clear.comp", constants);
    const char *advance = own->hole ? wb_current_variant()->kernel : "14_galaxy/advance.comp";
    lesson.advance = wb_program_compute(advance, constants);
    lesson.energy = wb_program_compute("14_galaxy/energy.comp", constants);
    bool good = lesson.clear != 0 && lesson.advance != 0 && lesson.energy != 0;
    if (good && !uses_mesh() && own->source != FROM_TREE)
        good = (lesson.pull = wb_program_compute(pull, pairs)) != 0;
    if (good && uses_cells()) {
        lesson.gather = wb_program_compute("14_galaxy/gather.comp", constants);
        lesson.make_centres = wb_program_compute("14_galaxy/centres.comp", constants);
        lesson.make_list = wb_program_compute("14_galaxy/occupied.comp", constants);
        good = lesson.gather != 0 && lesson.make_centres != 0 && lesson.make_list != 0;
    }
    return good;
}

static void delete_programs(void)
{
    GLuint *programs[] = {&lesson.clear,     &lesson.advance, &lesson.energy,
                          &lesson.pull,      &lesson.gather,  &lesson.make_centres,
                          &lesson.make_list, &lesson.place,   &lesson.hand};
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
        glDeleteProgram(*programs[i]);
        *programs[i] = 0;
    }
}

/* ---- The stars ---- */

// From a file, if --load names one: its places and masses decide how many bits a star may have.
static bool take_places(float (*positions)[4])
{
    wb_array file = {.type = WB_F32};
    bool given;
    if (!wb_load_array("positions", &file, &given)) return !given;
    const float(*places)[4] = file.data;
    bool good = file.type == WB_F32 && file.dimensions == 2 && file.shape[1] == 4 &&
                file.shape[0] == (size_t)lesson.stars;
    if (!good)
        wb_error("--load positions: wanted are %d x 4 float32, a place in kpc and a mass in stars\n"
                 "what to do: give as many as --set stars=N says",
                 lesson.stars);
    lesson.weight = 0.0;
    for (int i = 0; i < lesson.stars && good; i++) {
        float mass = places[i][3];
        for (int k = 0; k < 3; k++) good = good && fabsf(places[i][k]) <= 0.5f * BOX; // not NaN
        good = good && mass >= 1.0f && mass <= HOLE_STARS && mass == floorf(mass);
        if (!good)
            wb_error("--load positions: star %d is outside of the box of %d kpc, or its mass is no "
                     "whole number from 1 to %d",
                     i, BOX, HOLE_STARS);
        lesson.weight += (double)mass;
    }
    if (good) memcpy(positions, places, (size_t)lesson.stars * sizeof *positions);
    if (!good) wb_wrong_usage();
    free(file.data);
    return good;
}

static int compare_floats(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

// What is slow, and what is fast: for the colours.
static bool choose_colours(void)
{
    float *v = malloc((size_t)lesson.velocities.size_bytes);
    if (v == NULL) wb_error("there is no memory for the velocities of %d stars", lesson.stars);
    bool good = v != NULL && wb_buffer_read(&lesson.velocities, v); // which says why not
    for (int i = 0; i < lesson.stars && good; i++)
        v[i] =
            sqrtf(v[4 * i] * v[4 * i] + v[4 * i + 1] * v[4 * i + 1] + v[4 * i + 2] * v[4 * i + 2]);
    if (good) {
        qsort(v, (size_t)lesson.stars, sizeof *v, compare_floats);
        lesson.slow = v[lesson.stars / 10];
        lesson.fast = fmaxf(v[lesson.stars - 1 - lesson.stars / 10], lesson.slow + 1.0f);
    }
    free(v);
    return good;
}

// The mesh says how strong the pull is, and so how fast the stars have to go round.
static bool create_velocities(void)
{
    size_t n = (size_t)lesson.stars;
    float(*chance)[4] = malloc(n * sizeof *chance);
    if (chance == NULL) {
        wb_error("there is no memory for the velocities of %d stars", lesson.stars);
        return false;
    }
    scene_chance(chance);
    bool good = create(&lesson.velocities, "velocities", WB_F32, n, 4, chance);
    free(chance);
    if (good && lesson.scene != SCENE_RING) start_stars();
    return good && choose_colours();
}

// The project's: a kernel puts the stars into their places.
static bool create_project(void)
{
    size_t n = (size_t)lesson.stars;
    lesson.weight = scene_weight();
    lesson.bits = bits_for(lesson.weight);
    if (!create_stars(NULL) || !create(&lesson.velocities, "velocities", WB_F32, n, 4, NULL) ||
        !create_cells() || !create_programs())
        return false;
    start_project();
    return choose_colours();
}

static bool create_start(void)
{
    if (traits()->is_project) return create_project();
    float(*positions)[4] = malloc((size_t)lesson.stars * sizeof *positions);
    if (positions == NULL) {
        wb_error("there is no memory for %d stars", lesson.stars);
        return false;
    }
    lesson.weight = scene_weight();
    scene_place(positions);
    bool good = take_places(positions);
    lesson.bits = bits_for(lesson.weight);
    good = good && create_stars((const float(*)[4])positions) && create_cells() &&
           create_programs() && mesh_create() && create_velocities() &&
           (traits()->source != FROM_TREE || tree_create()) && (!traits()->curve || curve_create());
    if (good && !uses_mesh()) mesh_delete();
    free(positions);
    return good;
}

/* ---- Start and end ---- */

static bool is_possible(void)
{
    if ((lesson.grid & (lesson.grid - 1)) != 0) {
        wb_error("a mesh of %d nodes along an axis cannot be transformed\n"
                 "what to do: --set grid=8, 16, 32, 64 or 128",
                 lesson.grid);
        wb_wrong_usage();
        return false;
    }
    if (!can_do()) {
        wb_error("%d stars are too many for all pairs\n"
                 "what to do: --set stars=%d, or the variant mesh_lean",
                 lesson.stars, MOST_PAIRS);
        return false;
    }
    return true;
}

bool rebuild(void)
{
    return !uses_mesh() || mesh_make_green();
}

bool init(void)
{
    lesson.frame = 0;
    lesson.time_myr = 0.0;
    lesson.half_before = 0.0f;
    return is_possible() && create_start() && picture_create();
}

void quit(void)
{
    wb_buffer *const buffers[] = {
        &lesson.positions, &lesson.velocities, &lesson.next_positions, &lesson.next_velocities,
        &lesson.sums,      &lesson.centres,    &lesson.flags,          &lesson.places,
        &lesson.list,      &lesson.commands,   &lesson.pulls,          &lesson.energies,
        &lesson.history};
    for (size_t i = 0; i < sizeof buffers / sizeof buffers[0]; i++) wb_buffer_delete(buffers[i]);
    wb_scan_delete(&lesson.scan);
    mesh_delete();
    tree_delete();
    curve_delete();
    delete_programs();
    picture_delete();
}
