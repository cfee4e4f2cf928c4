/* What the files of lesson 08 share: its state, what tells its variants apart, and the numbers
 * that the kernels get too. */
#ifndef INDIRECT_STATE_H
#define INDIRECT_STATE_H

#include "08_indirect/slots.h"
#include "commands.h"
#include "compute/scan.h"
#include "fountain.h"
#include "lesson/lesson.h"

/* What tells a variant from the others: its .data. */
typedef struct fountain_traits {
    const char *label;       // above the picture
    const char *emit, *move; // the kernels of a frame; NULL for the variant's own
    bool listed;             // the GPU keeps a list of the slots that live,
    bool scanned;            // in the order of birth, by flags and a scan
    bool one_dispatch;       // births and moves in one, with the commands of the frame before
    bool dense;              // the living lie side by side: there is no pool
    bool levelled;           // task: the GPU lets no more be born than `most` may be in the air
    bool surveyed;           // task: the list is made anew in each frame, from the whole pool
    bool splits;             // task: how groups lie in rows is the learner's choice
    int each;                // particles that an invocation moves; one if 0
} fountain_traits;

/* Everything that the lesson keeps, but for the picture's own (picture.c). Buffers and programs
 * that a variant has no use for are 0. */
typedef struct lesson_state {
    int slots, tap, filled, limit, group, colour, most; // parameters
    float alive, life, spread, gravity;

    fountain_plan plan;
    int64_t frame;                     // the next to come
    wb_buffer pool;                    // particles; particle number n in slot n % slots
    wb_buffer living, next_living;     // slots, for this frame and the next
    wb_buffer commands, next_commands; // written in the last frame, and in this one
    wb_buffer flags, places;           // scan: which live on, and at which place in the next list
    wb_scan scan;
    wb_buffer particles, next_particles; // dense: the living, for this frame and the next
    wb_buffer later_commands;            // and the commands of the frame after that
    GLuint emit, move, compact, survey, hand;
} lesson_state;

extern lesson_state lesson;

/* The running variant's. */
const fountain_traits *traits(void);

/* Whether the GPU counts the living and writes commands. */
bool is_counted(void);

/* How many particles a work group moves. */
uint32_t particles_a_group(void);

/* How many are born in a frame, as far as the CPU knows. */
uint32_t births_in(int64_t frame);

/* Buffers and programs; for another `limit`, programs alone: the particles stay. */
bool init(void);
void quit(void);
bool rebuild_programs(void);

/* What a frame has to read and write of each particle in use, and of each slot. */
wb_cost cost(void);

#endif
