/* What the files of lesson 14 share: its state, and what tells its variants apart. Lengths are in
 * kpc (3,262 light years), speeds in km/s, masses in suns; so a step is in kpc/(km/s), which is
 * 977.8 million years. */
#ifndef GALAXY_STATE_H
#define GALAXY_STATE_H

#include "compute/fft.h"
#include "compute/scan.h"
#include "compute/tree.h"
#include "lesson/lesson.h"

/* Where the pull comes from. */
typedef enum galaxy_source {
    FROM_PAIRS,
    FROM_FOUR,
    FROM_CELLS,
    FROM_OCCUPIED,
    FROM_MESH,
    FROM_TREE
} source;

/* What tells a variant from the others: its .data. */
typedef struct galaxy_traits {
    source source;
    bool lean;         // the mesh: lines that are known to be 0 are left out
    bool periodic;     // broken: no padding
    bool nearest;      // broken: the pull is read at one node
    bool euler;        // broken: explicit steps
    bool kepler;       // broken: speeds as if all mass were in the middle
    bool ragged;       // broken: a last tile with what stood there before
    bool no_softening; // broken
    bool quadrupoles;  // the tree: a body is more than its mass and its centre
    bool forgets_size; // broken: near and far are the same for all nodes
    bool equal_codes;  // broken: nothing decides between equal codes
    bool own_moments;  // the tree: its kernel walks upwards in place of tree/moments.comp
    int neighbours;    // the tasks at the tree: which neighbour their kernel finds; 0: none
    bool fetch;        // the task: tiles that are to be mended
    bool hole;         // the task: a black hole that stays in the middle
    bool curve;        // the task: the rotation curve
    bool is_project;   // the learner's five kernels
    int bits;          // broken: how many a star has; 0: as many as fit
} galaxy_traits;

enum {
    HISTORY = 4096,
    ENERGY_PARTS = 4
}; // frames that are kept; see shaders/14_galaxy/advance.comp

/* Everything that the lesson keeps, but for the picture's own (picture.c). */
typedef struct lesson_state {
    int stars, grid, scene, arms, view; // parameters
    int lines, length, signal;          // of the part transform
    float softening, step_myr, halo, hole, glow, theta;

    wb_buffer positions, velocities;           // n x 4: place and mass in stars; velocity and age
    wb_buffer next_positions, next_velocities; // of the next step; afterwards, of the one before
    wb_buffer masses, potential, nodes;        // of the mesh: grid^3; grid^3; grid^3 x 4
    wb_buffer field, green;                    // length^3: complex; real
    wb_buffer sums, centres, flags, places;    // of cells: grid^3 x 4; x 4; grid^3; grid^3
    wb_buffer list, commands;                  // grid^3 x 4; one for each slice x 4
    wb_buffer pulls;                           // slices x n x 4
    wb_tree tree;
    wb_buffer energies, history; // groups x 4; HISTORY x 4

    wb_buffer room, curve; // of the task: ROOM; RINGS x 2
    wb_buffer neighbours;  // n: of the tasks at the tree, kpc

    wb_buffer numbers, factors; // of the part transform: lines x length x 2; length x 2

    wb_fft fft;
    wb_scan scan;
    GLuint clear, deposit, masses_x, convolve, potential_x, gradient, start; // programs
    GLuint gather, make_centres, make_list, pull, advance, energy;
    GLuint levels, spectrum; // of the part transform
    GLuint place;            // of the project
    GLuint walk;             // of the tree
    GLuint neighbour_kernel; // of the tasks there
    GLuint hand;
    GLuint curve_kernel; // of the task

    double weight; // of all stars together, in stars
    int bits;      // of a star's mass in the mesh
    int64_t frame;
    double time_myr;
    float slow,
        fast; // km/s: nine in ten stars are faster than the one at first, and slower than the other
    float half_before; // of the kick that ends the last step, kpc/(km/s); 0: there was none
} lesson_state;

extern lesson_state lesson;

/* 16 million stars, and the sums of 128^3 cells, in 65,535 groups: more no driver need take in a
 * row. */
enum { GROUP = 256, PAIRS_GROUP = 256, WALK_GROUP = 64 };
enum {
    SLICE = 16384,
    FOUR_SLICE = 2048
}; // sources that a dispatch goes through, or a row of groups
enum { MOST_PAIRS = 65536 };

/* Words between the dispatches of the rotation curve. */
enum { ROOM = 65536 };

const galaxy_traits *traits(void);
bool uses_mesh(void);
bool uses_cells(void);

/* Elements along an axis of the mesh with its padding. */
int padded_length(void);

/* Lengths in kpc. */
double cell_size(void);
double softening(void); // of a pull from body to body; 0 in the variant without

/* G times the mass of a star, kpc (km/s)^2. */
double star_gm(void);

/* The speed of the halo, km/s: none where two galaxies meet. Its core, kpc. */
double halo_speed(void);
#define HALO_CORE 4.0

/* The task's black hole: G times its mass, and where its pull gets weaker, kpc. */
double hole_gm(void);
#define HOLE_CORE 0.1

/* G times the mass of the star in a person's hand: a quarter of the galaxy. */
double hand_gm(void);

/* A step in kpc/(km/s). */
double time_step(void);

/* The slices of pulls that advance.comp adds up. */
int slices(void);

/* The nodes of the mesh, or cells. */
uint32_t node_count(void);

bool init(void);
void quit(void);
bool rebuild(void);
wb_cost cost(void);

#endif
