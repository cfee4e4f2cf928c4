#include "timeline.h"

#include "gl/clock.h"

#include <string.h>

/* ---- Taking the times ---- */

void timeline_init(timeline *t)
{
    memset(t, 0, sizeof *t);
    for (int i = 0; i < TIMELINE_FLIGHT; i++) glGenQueries(STRETCHES + 1, t->stamps[i]);
}

void timeline_quit(timeline *t)
{
    for (int i = 0; i < TIMELINE_FLIGHT; i++) glDeleteQueries(STRETCHES + 1, t->stamps[i]);
    memset(t, 0, sizeof *t);
}

static void mark(timeline *t, int64_t frame, int place)
{
    int slot = (int)(frame % TIMELINE_FLIGHT);
    if (t->asked[slot]) return; // its last times are still under way: this frame goes untimed
    t->cpu_s[slot][place] = wb_clock_seconds();
    glQueryCounter(t->stamps[slot][place], GL_TIMESTAMP);
}

static void keep(timeline *t, int slot)
{
    float(*ms)[STRETCHES] = t->ms[t->kept++ % TIMELINE_FRAMES];
    GLuint64 from = 0, to;
    for (int k = 0; k <= STRETCHES; k++, from = to) {
        glGetQueryObjectui64v(t->stamps[slot][k], GL_QUERY_RESULT, &to);
        if (k == 0) continue;
        ms[TIMELINE_GPU][k - 1] = 1e-6f * (float)(to - from);
        ms[TIMELINE_CPU][k - 1] = 1e3f * (float)(t->cpu_s[slot][k] - t->cpu_s[slot][k - 1]);
    }
}

// [collect]
// The oldest frame that is on its way: its times, if they are there. The last stamp comes last.
static void collect(timeline *t, int slot)
{
    GLint there = GL_FALSE;
    if (t->asked[slot])
        glGetQueryObjectiv(t->stamps[slot][STRETCHES], GL_QUERY_RESULT_AVAILABLE, &there);
    if (!there) return; // never wait for a time
    keep(t, slot);
    t->asked[slot] = false;
}
// [/collect]

void timeline_frame(timeline *t)
{
    if (t->begun > 0) {
        int slot = (int)((t->begun - 1) % TIMELINE_FLIGHT);
        mark(t, t->begun - 1, STRETCHES);
        t->asked[slot] = true;
    }
    collect(t, (int)(t->begun % TIMELINE_FLIGHT));
    mark(t, t->begun++, UPDATE);
}

void timeline_mark(timeline *t, int stretch)
{
    mark(t, t->begun - 1, stretch);
}

/* ---- Reading them ---- */

int timeline_count(const timeline *t)
{
    return t->kept < TIMELINE_FRAMES ? (int)t->kept : TIMELINE_FRAMES;
}

const float *timeline_at(const timeline *t, int age, int clock)
{
    return t->ms[(t->kept - 1 - age) % TIMELINE_FRAMES][clock];
}

double timeline_mean(const timeline *t, int clock, int stretch)
{
    double sum = 0.0;
    int count = timeline_count(t);
    for (int age = 0; age < count; age++) sum += (double)timeline_at(t, age, clock)[stretch];
    return count > 0 ? sum / count : 0.0;
}

const char *timeline_name(int stretch)
{
    static const char *const names[STRETCHES] = {[UPDATE] = "update",
                                                 [MOVE_PASS] = "move",
                                                 [COMPUTE_PASS] = "compute",
                                                 [SMALL_PASS] = "small",
                                                 [REST] = "picture, and waiting"};
    return names[stretch];
}
