/* What the files of lesson 08 share: the list of variants, the state, the constants that the
 * kernels get too, and the functions that main.c hands to the workbench. */
#ifndef INDIRECT_H
#define INDIRECT_H

#include "commands.h"
#include "compute/scan.h"
#include "fountain.h"
#include "lesson/lesson.h"

/* Storage block bindings. OpenGL promises no more than eight. */
enum { POOL, LIVING, NEXT_LIVING, COMMANDS, NEXT_COMMANDS, FLAGS, PLACES };
enum { PARTICLES = POOL, NEXT_PARTICLES = NEXT_LIVING, LATER_COMMANDS = FLAGS }; // of version 6

/* The places in the list of variants in main.c. */
enum {
    FIXED,
    APPEND,
    AGGREGATED,
    SCAN,
    ONE_DISPATCH,
    DENSE,
    NOT_LISTED,
    NO_COMMAND_BARRIER,
    NO_Y_Z,
    OVER_LIMIT,
    VEC3_STRUCT,
    EXERCISE,
};

/* The shaders of a variant, and what stands above its picture. */
typedef struct variant_kernels {
    const char *emit, *move; // `emit` is NULL if one dispatch does both
    const char *label;
} variant_kernels;

extern const variant_kernels kernels[];

/* Everything that the lesson keeps. Buffers and programs that a variant has no use for are 0. */
typedef struct indirect_lesson {
    int slots, tap, filled, limit, group; // parameters
    float alive, life, spread, gravity;

    fountain_plan plan;
    int64_t frame;                     // the next to come
    wb_buffer pool;                    // particles; particle number n in slot n % slots
    wb_buffer living, next_living;     // slots, for this frame and the next
    wb_buffer commands, next_commands; // written in the last frame, and in this one
    wb_buffer flags, places;           // scan: who lives on, and at which place in the next list
    wb_scan scan;
    wb_buffer particles, next_particles; // dense: the living, for this frame and the next
    wb_buffer later_commands;            // and the commands of the frame after that
    GLuint emit, move, compact;
} indirect_lesson;

extern indirect_lesson fountain;

/* Whether in this variant the GPU counts the living and writes commands; and whether it keeps a
 * list of their slots. */
bool is_counted(void);
bool is_listed(void);

/* How many are born in a frame. */
uint32_t births_in(int64_t frame);

/* Buffers and programs; wb_lesson's init() and quit(), and rebuild() for another `limit`. */
bool init(void);
void quit(void);
bool rebuild_programs(void);

/* The dispatches of one frame. */
void step_fixed(void);
void step_append(void); // of the versions that differ in their kernels only
void step_scan(void);
void step_one_dispatch(void);
void step_dense(void);
void step_no_command_barrier(void);

#endif
