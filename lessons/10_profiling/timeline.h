/* Where the time of the latest frames went, on the CPU and on the GPU. Nothing waits for it: a
 * frame's times are read some frames later, and if they are not there by then, they are left out.
 */
#ifndef PROFILING_TIMELINE_H
#define PROFILING_TIMELINE_H

#include <glad/gl.h>
#include <stdbool.h>
#include <stdint.h>

/* The stretches of a frame, in their order. What comes after the step is the picture's and the
 * window's, up to the start of the next frame; and whoever has nothing to do waits there. */
enum { UPDATE, MOVE_PASS, COMPUTE_PASS, SMALL_PASS, REST, STRETCHES };

enum { TIMELINE_FRAMES = 60, TIMELINE_FLIGHT = 4 };
enum { TIMELINE_CPU, TIMELINE_GPU, TIMELINE_CLOCKS };

typedef struct timeline {
    GLuint stamps[TIMELINE_FLIGHT][STRETCHES + 1]; // queries: the start of each, and the end
    double cpu_s[TIMELINE_FLIGHT][STRETCHES + 1];
    bool asked[TIMELINE_FLIGHT];
    int64_t begun, kept;                                   // frames
    float ms[TIMELINE_FRAMES][TIMELINE_CLOCKS][STRETCHES]; // a ring of the latest
} timeline;

void timeline_init(timeline *t);
void timeline_quit(timeline *t);

/* At the start of a frame, which ends the one before; and at the start of each stretch in it. */
void timeline_frame(timeline *t);
void timeline_mark(timeline *t, int stretch);

/* The mean of the frames that are kept, in ms; 0 if there are none. */
double timeline_mean(const timeline *t, int clock, int stretch);

/* How many frames are kept, and the age-th latest of them. */
int timeline_count(const timeline *t);
const float *timeline_at(const timeline *t, int age, int clock);

const char *timeline_name(int stretch);

#endif
