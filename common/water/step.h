/* One step of the water in time, on the GPU: the fast way of lesson 09, version "list", which walks
 * through it.
 *
 * Each step has two halves. wb_water_find() sorts the particles by cell (compute/grid.h), sums up
 * the density of each, and notes who its neighbours are. wb_water_push() sums up their forces and
 * moves the particles. Between the two, a lesson may ask things of its own: the grid, the bodies
 * and motions, the lists are those of the particles as they are then.
 *
 * The state are two buffers of the caller's, in the particles' own order, n x vec4 each: position
 * and density (that of the start of the last step), velocity and kinetic energy (J/kg, at the same
 * time). Kernels: shaders/water/, whose bindings stand in slots.h there; C includes it as
 * "water/slots.h". The result is the same in every run. */
#ifndef WB_WATER_STEP_H
#define WB_WATER_STEP_H

#include "compute/grid.h"
#include "gl/hand.h"
#include "water/physics.h"

typedef struct wb_water_desc {
    const wb_water_numbers *numbers; // box, reach and count, which stay; read by the call alone
    GLuint block;                    // the uniform block with the numbers, the caller's
    int group;                       // invocations in a work group; 0: 256
    int division;                    // cells in a reach; 0: 2
    int lanes;                       // invocations for each particle; 0: see wb_water_lanes()
} wb_water_desc;

typedef struct wb_water {
    wb_water_desc desc; // with what was 0 filled in
    int count;
    GLuint groups; // work groups of either pass

    /* From wb_water_find() on, in the order of the cells, slot by slot as grid.ids: */
    wb_grid grid;
    wb_buffer bodies;       // n x vec4: position, and push: physics.h's p_i
    wb_buffer motions;      // n x vec4: velocity, and 1 / density
    wb_buffer notes, lasts; // who the neighbours are: see shaders/water/list.glsl

    GLuint density, force; // programs
} wb_water;

/* Creates buffers and programs. `water` must stay where it is until wb_water_delete(). False, with
 * a message, if there is no room for them, or more particles than this driver dispatches;
 * wb_water_delete() is then still needed. */
bool wb_water_create(wb_water *water, const wb_water_desc *desc);

/* Does nothing to a zeroed one. */
void wb_water_delete(wb_water *water);

/* Both halves of a step of numbers.time_step seconds. */
void wb_water_step(wb_water *water, GLuint positions, GLuint velocities);

/* The halves. The last barrier of each makes the result visible to storage blocks. */
void wb_water_find(wb_water *water, GLuint positions, GLuint velocities);
void wb_water_push(wb_water *water, GLuint positions, GLuint velocities);

/* As wb_water_push(), by a program of the caller's, which does what water/force_list.comp does. It
 * has been given GRID_HASHED (0), TEAMS, LANES and LIST_ENTRIES, and may write a buffer more, at
 * the binding WATER_OWN, which the caller binds. */
void wb_water_push_by(GLuint program, wb_water *water, GLuint positions, GLuint velocities);

/* Where a person's hand is in the picture, if it holds: a pass that pushes the water away from the
 * ray, once a frame, before its first step. `program` is that of "water/hand.comp". */
void wb_water_take_hand(GLuint program, const wb_hand *hand, const wb_water_numbers *numbers,
                        GLuint block, GLuint positions, GLuint velocities);

/* The grid of the step: over the box, cells a hair larger than a reach / division, along x
 * `x_division` times as narrow. As wb_grid_create(). */
bool wb_water_grid_create(wb_grid *grid, const wb_water_numbers *p, int division, int x_division);
enum { WB_WATER_X_DIVISION = 2 }; // the step's own

/* How many invocations share the neighbours of one particle: `lanes`, or if that is 0, two where
 * there are few particles, because a GPU then has invocations to spare. And how many particles
 * share a work group of `group` invocations, with `lanes` for each. */
int wb_water_lanes(int lanes, int count);
int wb_water_teams(int group, int lanes);

#endif
