/* What the files of lesson 09 share: its state, and what tells its variants apart. */
#ifndef SPH_STATE_H
#define SPH_STATE_H

#include "ledger.h"
#include "lesson/lesson.h"
#include "plane.h"
#include "water/history.h"
#include "water/settings.h"
#include "water/slots.h"
#include "water/step.h"

/* What tells a variant from the others: its .data. Its kernel is the one of the force pass, if
 * .force names no other. */
typedef struct sph_traits {
    int version;         // ALL_PAIRS and so on, of shaders/09_sph/slots.h
    const char *density; // the kernel of the pass before; NULL if there is none
    const char *force;
    bool pulls;                          // has surface tension
    void (*change)(wb_water_numbers *p); // makes other numbers of them, or wrong ones; else NULL
    bool two_kernels;                    // Mueller's, one for the density and one for the force
} sph_traits;

/* Everything that the lesson keeps, but for the picture's own (picture.c). */
typedef struct lesson_state {
    wb_water_settings chosen; // parameters: the water's, and the lesson's own
    int view, picked;
    float tension, cut;

    wb_water_numbers p;
    GLuint block;                              // the same as a uniform block
    wb_buffer positions, velocities;           // the state, in the particles' own order: n x 4
    wb_buffer next_positions, next_velocities; // all pairs: of the next step
    wb_buffer densities, accelerations;        // between density and force: n x 2, n x 4
    wb_buffer bodies, motions;                 // the same in the packed versions: n x 4 each
    wb_grid grid;
    GLuint density, force, integrate, hand;
    wb_water water; // LIST has all of these in here
    wb_water_history history;
    int64_t frame;
    double time_s;
    bool has_start_velocities; // from a file
    int steps, wanted_steps;   // of this frame; and of one that lasts a sixtieth of a second
    ledger ledger;
    struct {
        float time_step;
        int steps;
    } past[WATER_FRAMES]; // of each frame, in the ring's order

    plane_state plane; // the other part
} lesson_state;

extern lesson_state lesson;

/* The running variant's. */
const sph_traits *traits(void);

/* What follows from the parameters, which may change at any time, and from how the water moves: at
 * the start of every frame. */
void update_physics(void);

/* How many steps this frame has. */
int substeps(void);

/* Work groups that cover all particles. */
GLuint particle_groups(void);

/* Buffers and programs; for another group or cell size, grid and programs alone: the water stays.
 */
bool init(void);
void quit(void);
bool rebuild(void);

wb_cost cost(void);

/* For sph_traits.change: a step ten times as long as the CFL condition allows, and the constants
 * that the module prints, which do not go together. */
void take_a_long_step(wb_water_numbers *p);
void use_the_sources_constants(wb_water_numbers *p);

#endif
