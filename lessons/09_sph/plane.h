/* The plane: water in two dimensions, in which every particle asks every other. It grows from dust
 * in five versions; the tasks of the lesson work on it. */
#ifndef SPH_PLANE_H
#define SPH_PLANE_H

#include "lesson/lesson.h"

#include "09_sph/slots.h"

enum { PLANE_GROUP = 64 }; // invocations

/* What tells a version of the plane from the others. */
typedef struct plane_traits {
    const char *list; // kernels of a step, in this order; NULL: there is none
    const char *ink;
    const char *crowd;
    const char *push;
    bool walls, rubs, is_gas; // what the oracle has to know of them
    bool team;                // a work group for each particle counts the crowd
} plane_traits;

/* The kernels' uniform block, std140: shaders/09_sph/plane/plane.glsl. */
typedef struct plane_numbers {
    float box[2]; // m
    uint32_t count;
    float reach;
    float unit, gap, sound, friction, gravity, time_step, spread;
    float unused;
} plane_numbers;
_Static_assert(sizeof(plane_numbers) == 48, "the block as std140 has it");

/* What it keeps: a part of the lesson's state. */
typedef struct plane_state {
    int discs; // parameters
    float stiff, friction, squeezed;

    plane_numbers numbers;
    float spacing; // m
    int steps;     // of a frame
    GLuint block;
    wb_buffer positions, velocities;           // count x 2
    wb_buffer next_positions, next_velocities; // of the next step
    wb_buffer crowds;                          // count
    wb_buffer energies;                        // count x 4: kinetic, potential, elastic, J/kg
    wb_buffer sums;                            // PLANE_FRAMES x PLANE_PARTS x 4
    wb_buffer lengths, lists;                  // of neighbours: count, and count x PLANE_MOST
    wb_buffer inks, next_inks;                 // count
    GLuint list, crowd, ink, push, measure;
    int64_t frame;
} plane_state;

extern const wb_part plane_part;

const plane_traits *plane_variant(void);
bool plane_is_dust(void); // nobody pushes

void step_plane(void);

/* What each kernel does, on the CPU in double precision: plane_oracle.c. */
wb_result plane_verify(void);
double plane_crowd_at(const plane_numbers *n, const float (*positions)[2], int i);

/* The energies after a frame, in J/kg of all particles together: kinetic, potential, elastic.
 * `sums` is what the buffer of that name holds: the first frame, and the last PLANE_FRAMES - 1. */
void plane_energies(const float (*sums)[PLANE_PARTS][4], int64_t frame, double energies[3]);

bool plane_picture_create(void);
void plane_picture_delete(void);
void plane_draw(const wb_view *view);
void plane_status(char *text, size_t size);

#endif
