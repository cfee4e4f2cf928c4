/* What the lesson keeps, and what follows from its parameters and from the variant that runs. */
#ifndef GRID_STATE_H
#define GRID_STATE_H

#include "lesson/lesson.h"
#include "compute/grid.h"
#include "compute/scan.h"

enum {
    GROUP = 128,             // invocations of a work group
    K = 4,                   // the task: how many nearest neighbours,
    TEAM = 32,               // and how many invocations look for them
    MOST_FOR_BRUTE = 131072, // 17,000,000,000 comparisons a frame
};

/* What tells the variants apart, beside their kernels and steps. */
typedef struct grid_traits {
    bool is_brute;        // looks at all particles, and asks no grid
    bool is_hashed;       // the grid is
    bool is_plain;        // the build by kernels of a few lines, which the variant may replace
    bool in_rows;         // looks into three cells at a time
    bool writes_lists;    // of neighbours
    bool is_unordered;    // within a cell, as its kernel has it; in the build's part
    bool has_small_cells; // BROKEN: half as large as the radius
    const char *count;    // kernels of its own in place of the grid's, or of the plain build's
    const char *scatter;
    const char *search; // and in place of the variant's
    const char *watch;  // that searches for the picked particle, in place of the variant's
} grid_traits;

/* What the search of the picked particle has seen. */
typedef struct search_seen {
    int particle;   // -1: none was picked
    float where[3]; // it is
    uint32_t cells, candidates, neighbours;
    uint32_t nearest[K]; // task: their numbers; 0xFFFFFFFF: none
} search_seen;

/* Everything that the lesson keeps. Buffers and programs that a variant has no use for are 0. */
typedef struct lesson_state {
    int particles, dimensions, in_order, lattice, picked, room; // parameters
    float per_cell, radius, speed;

    uint32_t count;
    float low[3], high[3]; // the box
    float search_radius;   // the parameter, or what follows from the particles in a cell

    wb_buffer positions;  // count x 3, as --load and --dump have them
    wb_buffer velocities; // count x 4
    wb_buffer points;     // count x 4: position, and in w the bits of the particle's number
    wb_buffer marks;      // count: what the picked particle's search has met
    wb_buffer watched;    // 3: its cells, candidates, neighbours
    wb_grid grid;
    GLuint move;
    GLuint clear, count_cells, scatter; // in the place of the grid's own

    /* Where particles search. */
    wb_buffer found;      // count x 4: how many neighbours, sum, exclusive or, sum of squares
    wb_buffer lengths;    // lists: count + 1, of each list
    wb_buffer neighbours; // lists: count + 1 offsets, then the lists
    wb_buffer nearest;    // task: count x K
    wb_buffer read_back;  // 4: what the CPU wants of a large buffer is copied here first
    wb_scan scan;         // of the lists' lengths
    GLuint search, watch, write_lists, team;
    uint32_t entries; // of all lists, whether there is room for them or not
    search_seen seen;

    struct {
        GLuint points, no_attributes;
    } picture;
} lesson_state;

extern lesson_state lesson;

/* wb_part's init(), quit() and cost(). */
bool search_init(void);
bool build_init(void);
bool nearest_init(void);
void lesson_quit(void);
wb_cost search_cost(void);
wb_cost build_cost(void);

/* The traits of the variant that runs. */
const grid_traits *traits(void);

float time_step(void); // in seconds
bool is_flat(void);    // all particles are in one plane across z

#endif
