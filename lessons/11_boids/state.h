/* What the files of lesson 11 share: its state, and what tells its variants apart. */
#ifndef BOIDS_STATE_H
#define BOIDS_STATE_H

#include "compute/grid.h"
#include "flock.h"
#include "lesson/lesson.h"

enum { LEAD_PATH, LEAD_HAND, LEAD_CAMERA };
enum { MOST_FOR_PAIRS = 16384 }; // boids, of the versions without a grid: 268,000,000 tests a frame

/* What tells a variant from the others: its .data. */
typedef struct boids_traits {
    int cells;       // of the grid in a radius; 0: it has no grid
    bool copies;     // neighbours are read from the grid's copies, so the state is written in place
    bool in_place;   // BROKEN: written in place without that
    bool loses;      // BROKEN: some become no number, and the picture counts them
    bool has_hawk;   // the task's
    bool has_hand;   // a task: its kernel is the hand's, and a hand is always there
    bool is_project; // the learner's kernel gets everything
} boids_traits;

/* Everything that the lesson keeps, but for the picture's own (picture.c). */
typedef struct lesson_state {
    int boids, scene, view; // parameters
    float box, radius, separation, separate, align, cohere, steady, slowest, cruise, fastest,
        agility, noise, step_ms, obstacle, target, shark, cohesion;
    int lead; // who leads the target

    flock f;                         // of the frame that ran last
    wb_buffer positions, velocities; // the state, by number: n x 4; velocities' w: neighbours
    wb_buffer next_positions, next_velocities; // of the versions that need them
    wb_buffer history;                         // HISTORY_FRAMES x PARTS x 4
    wb_grid grid;
    GLuint parameters; // the uniform block
    GLuint fly, measure, hand;
    int64_t frame, drawn_frame; // the next one; and which was next when the picture was drawn
    double time_s;
    float prey[3]; // where boid 0 begins, and so does the task's hawk
} lesson_state;

extern lesson_state lesson;

/* The running variant's. */
const boids_traits *traits(void);

/* The flock's numbers at the start of frame number `frame`, from the parameters, which may change
 * at any time; `time_s` has passed until then. And they go to the uniform block. */
flock flock_at(int64_t frame, double time_s);
void update_flock(void);

/* The hand in this frame, in metres: a person's; in the task about it else a fixed one. */
wb_hand hand_now(void);
bool camera_leads(void);

bool init(void);
void quit(void);
bool rebuild(void); // for another radius: grid and programs alone; the boids stay

wb_cost cost(void);

/* After `frame` frames (from 1), as far as the history has it: the order parameter, which is
 * |sum of headings| / boids, and how many neighbours a boid has on average. Reads what the GPU
 * wrote: the caller has issued GL_BUFFER_UPDATE_BARRIER_BIT. */
typedef struct flock_figures {
    double order, neighbours;
} flock_figures;
flock_figures figures_at(int64_t frame);

#endif
