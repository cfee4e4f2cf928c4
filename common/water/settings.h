/* What a person may choose of the water: the defaults, and the rows for a lesson's list of
 * parameters; and what follows from the choice. Lessons 09, 13 and 15 have them.
 *
 * A lesson keeps one wb_water_settings in its state, {WB_WATER_DEFAULTS} at first, and puts the
 * rows that it wants into its list. A row is written as lesson/lesson.h has it (wb_param), which
 * the lesson includes, not this file. */
#ifndef WB_WATER_SETTINGS_H
#define WB_WATER_SETTINGS_H

#include "water/physics.h"
#include "water/scene.h"

typedef struct wb_water_settings {
    int particles, scene, obstacle, mixed;
    float gravity, sound_speed, viscosity, artificial, rest_density;
    float step_ms;
    int substeps;
    int group, division, lanes; // wb_water_desc's
} wb_water_settings;

/* A dam of 50,000 particles, and no obstacle. Where a lesson's default is another, its main() says
 * so. */
#define WB_WATER_DEFAULTS                                                                          \
    .particles = 50000, .scene = WB_WATER_DAM, .gravity = 9.81f, .sound_speed = 60.0f,             \
    .viscosity = 10.0f, .artificial = 0.1f, .rest_density = 1000.0f, .group = 256, .division = 2

/* The choices of scene and obstacle, by name; NULL ends them. */
extern const char *const wb_water_scene_choices[];
extern const char *const wb_water_obstacle_choices[];

/* The rows. `s` is the lesson's wb_water_settings; `name`, of the scene, what it is called there;
 * `effect`, of what changes grid and programs, either .rebuild = its function, or
 * .restarts = true. */
// clang-format off
#define WB_WATER_PARTICLES_ROW(s)                                                                  \
    {"particles", {&(s).particles}, 1, 16000000, NULL, "how many; their spacing follows", .restarts = true, \
     .fewest = 4000}
#define WB_WATER_SCENE_ROW(name, s)                                                                \
    {name, {&(s).scene}, 0, WB_WATER_SCENES - 1, NULL, "where the water stands at first",          \
     .names = wb_water_scene_choices, .restarts = true}
#define WB_WATER_START_ROWS(s)                                                                     \
    {"obstacle", {&(s).obstacle}, 0, 2, NULL, "what stands in the water's way",                    \
     .names = wb_water_obstacle_choices, .restarts = true},                                        \
    {"mixed", {&(s).mixed}, 0, 1, NULL,                                                            \
     "1: neighbours lie anywhere in memory, as after minutes of splashing", .restarts = true}
#define WB_WATER_CUT_ROW(share)                                                                    \
    {"cut", {.f = &(share)}, 0, 1, NULL,                                                           \
     "so much of the box is left out, from its front on: half of it, and you see the middle"}
#define WB_WATER_PHYSICS_ROWS(s)                                                                   \
    {"gravity", {.f = &(s).gravity}, -20, 20, "m/s2", "downwards"},                                \
    {"sound_speed", {.f = &(s).sound_speed}, 10, 500, "m/s",                                       \
     "c, of the water; the stiffness k = rho0 c^2 follows"},                                       \
    {"viscosity", {.f = &(s).viscosity}, 0, 10000, "Pa s", "mu; water has 0.001", .decades = true},\
    {"artificial", {.f = &(s).artificial}, 0, 1, NULL, "alpha, of the artificial viscosity"},      \
    {"rest_density", {.f = &(s).rest_density}, 100, 10000, "kg/m3",                                \
     "rho0; the mass of a particle follows"},                                                      \
    {"step_ms", {.f = &(s).step_ms}, 0, 100, "ms",                                                 \
     "time step of the water; 0: what the CFL condition allows", .decades = true},               \
    {"substeps", {&(s).substeps}, 0, 1000, NULL,                                                   \
     "steps a frame; 0: as many as fill a sixtieth of a second"}
#define WB_WATER_GROUP_ROWS(s, effect)                                                             \
    {"group", {&(s).group}, 32, 1024, "invocations",                                               \
     "size of a work group in the water's passes", effect},                                        \
    {"division", {&(s).division}, 1, 4, NULL,                                                      \
     "cells of the water's grid in a reach", effect},                                              \
    {"lanes", {&(s).lanes}, 0, 32, "invocations",                                                  \
     "how many work on each particle of water; 0: 2 for few particles, 1 for many", effect}
// clang-format on

/* Fills in the numbers: those that were chosen, the scene's box and obstacle, and what follows.
 * Time step, tension, and what was last seen of the water stay as they are. */
void wb_water_choose(wb_water_numbers *p, const wb_water_settings *settings);

/* The time step in seconds: the one that was chosen, or the longest stable one. */
float wb_water_chosen_step(const wb_water_numbers *p, const wb_water_settings *settings);

/* How many steps of p->time_step make a frame: as many as were chosen, or as many as fill it, but
 * no more than WB_WATER_MOST_STEPS: then the frame ends earlier. */
int wb_water_chosen_steps(const wb_water_numbers *p, const wb_water_settings *settings);
enum { WB_WATER_MOST_STEPS = 100 }; // with more, a frame takes too long to wait for

#endif
