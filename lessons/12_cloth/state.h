/* What the files of lesson 12 share: its state, and what tells its variants apart. */
#ifndef CLOTH_STATE_H
#define CLOTH_STATE_H

#include "cloth.h"

#include "12_cloth/slots.h"
#include "lesson/lesson.h"

enum {
    HALO = 6
}; // tile: particles around those of a group: one for each colour that goes that way

enum { ONE_STEP_SWEEPS = 20 }; // of the broken variant `iterations`
enum { VIEW_COUNT = VIEW_COLOURS + 1 };

/* What tells a variant from the others: its .data. Its kernel is the one that moves links. */
typedef struct cloth_traits {
    bool has_list;       // links come from a buffer
    bool predicts_first; // a pass of its own predicts
    bool is_gathered;    // jacobi: from one buffer of positions to another
    bool repeats;        // sweeps `iterations` times over all links
    bool is_tiled;       // and a whole substep in one dispatch
    bool is_first;       // a task: its kernel is the one that predicts, and pulls colour 0
    bool is_bent;        // a task: four more colours
    bool has_hand;       // a task: its kernel is the hand's, and a hand is always there
    bool is_whole;       // a task: a frame in one dispatch, by one group
    bool is_project;     // the learner's three kernels; cuts are theirs, too
    int halo;            // tile: if not HALO
    bool old_velocity;   // BROKEN: v is not taken from x
    bool one_step;       // BROKEN: a frame is one substep with many sweeps
    bool has_springs;    // BROKEN: forces in place of links
    bool unscaled;       // BROKEN: compliance without 1 / dt^2
} cloth_traits;

/* Everything that the lesson keeps, but for the picture's own (picture.c). Buffers and programs
 * that a variant has no use for are 0. */
typedef struct lesson_state {
    int columns, rows, substeps, iterations, pins, tethers, start, view; // parameters
    float compliance, damping, gravity, wind, ball, swing, tear, crumple, clock;

    cloth c;
    uint32_t count;                            // particles
    wb_buffer positions, velocities;           // count x 4: x, y, z and inverse mass; m/s and 0
    wb_buffer predicted;                       // count x 4: where they would be without links
    wb_buffer air;                             // count x 4: the normal, and the wind along it
    wb_buffer cuts;                            // count: bits of what is torn, see cloth.glsl
    wb_buffer next_positions, next_velocities; // of versions that read one and write the other
    wb_buffer next_cuts;
    wb_buffer links;              // list: links x 4, see cloth_link
    wb_buffer indices;            // triangles x 3
    uint32_t starts[COLOURS + 1]; // of the colours in the list
    GLuint parameters;            // the uniform block
    GLuint predict, first, colours, finish, bend, tear_kernel, normals, hand;
} lesson_state;

extern lesson_state lesson;

/* The running variant's. */
const cloth_traits *traits(void);

/* Particles along the edges: the parameters, or fewer where a version cannot have that many. */
int columns(void);
int rows(void);

/* Substeps of a frame, and sweeps over all links of a substep, as the variant has them. */
int substeps(void);
int sweeps(void);

/* What follows from the parameters, which may change at any time: at the start of every frame. With
 * `right`, as it should be, in broken variants too: for the oracle. */
cloth make_cloth(int64_t frame, bool right);
void update_cloth(void);

/* The hand in this frame: a person's; in the task about it else a fixed one. */
wb_hand hand_now(void);

/* wb_part's. */
bool init(void);
void quit(void);
wb_cost cost(void);

#endif
