/* The two halves of the lesson, one file each: build.c moves the particles and sorts them by cell,
 * search.c finds who is near. They share the list of variants and the state, and main.c calls them.
 */
#ifndef GRID_PARTS_H
#define GRID_PARTS_H

#include "lesson/lesson.h"
#include "compute/grid.h"
#include "compute/scan.h"
#include "picture.h"

/* The places in the list of variants in main.c. */
enum {
    BRUTE,
    HASH,
    INDEX,
    SORTED,
    ROWS,
    LIST,
    NO_RESET,
    DOUBLE_OFFSET,
    UNDERFLOW,
    SMALL_CELL,
    ORDERED,
    UNORDERED,
    EXERCISE,
    VARIANT_COUNT,
};

enum {
    GROUP = 128, // invocations of a work group
    K = 4,       // the exercise: so many nearest neighbours
};

/* Everything that the lesson keeps. Buffers and programs that a variant has no use for are 0. */
typedef struct grid_lesson {
    int particles, dimensions, in_order, picked, room; // parameters
    float per_cell, radius, speed;

    uint32_t count;
    float low[3], high[3]; // the box
    float search_radius;   // the parameter, or what follows from the particles in a cell

    wb_buffer positions;  // count x 3, as --load and --dump have them
    wb_buffer velocities; // count x 4
    wb_buffer points;     // count x 4: position, and in w the bits of the particle's number
    wb_buffer marks;      // count: what the picked particle's search has met
    wb_buffer watched;    // 3: its cells, candidates, neighbours

    /* build.c */
    wb_grid grid;
    GLuint move, scatter; // scatter: in the place of the grid's own; see build.c

    /* search.c */
    wb_buffer found;      // count x 4: how many neighbours, sum, exclusive or, sum of squares
    wb_buffer lengths;    // lists: count + 1, of each list
    wb_buffer neighbours; // lists: count + 1 offsets, then the lists
    wb_buffer nearest;    // exercise: count x K
    wb_buffer read_back;  // 4: what the CPU wants of a large buffer is copied here first
    wb_scan scan;         // of the lists' lengths
    GLuint search, watch, write_lists;
    uint32_t entries; // of all lists, whether there is room for them or not
    picture_seen seen;
} grid_lesson;

extern grid_lesson lesson;

/* For init() and quit() of main.c, when `count`, the box and the radius are known. The first two
 * return false, with a message, on failure; the others then still have to be called. */
bool build_init(void);
bool search_init(void);
void build_quit(void);
void search_quit(void);

/* One frame of each variant: they move the particles, build the grid, and search. Variants that
 * differ in nothing but their search kernel share search_step(). */
void search_step(void);
void search_step_brute(void);
void search_step_lists(void);
void build_step_ordered(void);
void build_step_unordered(void);
void build_step_no_reset(void);
void build_step_double_offset(void);

/* What these frames are made of. */
void build_move(void);
float build_time_step(void); // of build_move(), in seconds
float build_cell_size(void); // for the radius that is known; all but small_cell have such cells

/* The neighbours of every particle, in the grid as it is. By brute force: among BRUTE_CHUNK
 * candidates from `first` on, which go to those found before; `first` is 0 for all others. */
void search_particles(uint32_t first);

/* Whether this is the variant that runs; and whether it is of the part where nobody searches. */
bool is_variant(int variant);
bool only_builds(void);

/* So many work groups that they have an invocation for each of `count`, 1 or more. */
GLuint groups_for(uint32_t count);

void bind_buffer(GLuint binding, const wb_buffer *buffer);

/* As wb_buffer_create(), for a buffer of `rows`, or of `rows` x `columns` if that is not 0. */
bool create_buffer(wb_buffer *buffer, const char *name, wb_type type, size_t rows, size_t columns,
                   const void *data, bool state);

#endif
