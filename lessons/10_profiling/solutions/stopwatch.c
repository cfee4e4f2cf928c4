// A solution of the task in C: queries for eight frames in turn, and each is read when its turn
// has come again, if its time is there.
#include "pretended_gl.h"

#include <stdbool.h>

enum { FLIGHT = 8, FRAMES = 60 };

static struct {
    GLuint queries[FLIGHT][2];
    bool asked[FLIGHT];
    int64_t frame; // how many have begun
    double ms[FRAMES];
    int64_t kept;
} watch;

// Frames end in the order in which they began, so the oldest goes first.
static void collect(void)
{
    for (int64_t f = watch.frame - FLIGHT; f < watch.frame; f++) {
        int slot = (int)((f + FLIGHT) % FLIGHT);
        GLint there = GL_FALSE;
        if (!watch.asked[slot]) continue;
        glGetQueryObjectiv(watch.queries[slot][1], GL_QUERY_RESULT_AVAILABLE, &there);
        if (!there) return;
        GLuint64 from, to;
        glGetQueryObjectui64v(watch.queries[slot][0], GL_QUERY_RESULT, &from);
        glGetQueryObjectui64v(watch.queries[slot][1], GL_QUERY_RESULT, &to);
        watch.ms[watch.kept++ % FRAMES] = 1e-6 * (double)(to - from);
        watch.asked[slot] = false;
    }
}

void stopwatch_start(void)
{
    if (watch.frame == 0) glGenQueries(FLIGHT * 2, watch.queries[0]);
    collect();
    glQueryCounter(watch.queries[watch.frame % FLIGHT][0], GL_TIMESTAMP);
}

void stopwatch_stop(void)
{
    int slot = (int)(watch.frame++ % FLIGHT);
    glQueryCounter(watch.queries[slot][1], GL_TIMESTAMP);
    watch.asked[slot] = true;
}

double stopwatch_mean_ms(void)
{
    collect();
    double sum = 0.0;
    int count = watch.kept < FRAMES ? (int)watch.kept : FRAMES;
    for (int i = 0; i < count; i++) sum += watch.ms[i];
    return count > 0 ? sum / count : 0.0;
}

// --- as shipped ---
// // Task: a stopwatch that never waits. It is called in every frame of a program whose GPU is up
// // to five frames behind. Everything is yours; pretended_gl.h says what there is, and what the
// // three functions have to do. Then run: ./wb check 10.stopwatch
// #include "pretended_gl.h"
//
// void stopwatch_start(void) {}
//
// void stopwatch_stop(void) {}
//
// double stopwatch_mean_ms(void)
// {
//     return 0.0;
// }
