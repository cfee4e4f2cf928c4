#include "gl/pass.h"

#include "base/memory.h"
#include "os/time.h"

#include <glad/gl.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_PENDING = 512, // queries whose result has not been read
    MAX_SAMPLES = 256, // frames that a median is taken over
};

typedef struct pass_record {
    const char *name;
    int64_t frame; // the frame that `sum_ms` and `dispatches` belong to
    double sum_ms;
    int dispatches, last_dispatches;
    float samples[MAX_SAMPLES];
    int64_t sample_count; // of all time; the ring holds the latest
} pass_record;

typedef struct pending_query {
    GLuint query;
    const char *name;
    int pass;
    int64_t frame;
} pending_query;

static struct {
    bool on;
    wb_clock clock;
    int64_t frame;
    pass_record *passes; // one for each name
    int pass_count, pass_capacity;
    pending_query pending[MAX_PENDING]; // a ring: the oldest at `first`
    int first, count;
    GLuint queries[MAX_PENDING]; // made at first use; pending[k] uses queries[k]
    const char *open;            // the name of the open pass
    const char *last;            // of the one that was begun last
    int open_pass;               // its record; -1 if it is not timed
    double start_s;
} timing;

static wb_pass_hook begin_hook, end_hook;

void wb_pass_on_begin(wb_pass_hook hook)
{
    begin_hook = hook;
}

void wb_pass_on_end(wb_pass_hook hook)
{
    end_hook = hook;
}

const char *wb_pass_name(void)
{
    return timing.open;
}

bool wb_pass_under_way(const char **first, const char **last)
{
    *last = timing.last;
    *first = timing.count > 0 ? timing.pending[timing.first].name : timing.last;
    return *first != NULL && *last != NULL;
}

const char *wb_pass_clock_name(void)
{
    return wb_clock_name(timing.clock);
}

void wb_pass_timing(bool on)
{
    timing.on = on;
    if (on && timing.clock == WB_CLOCK_NONE) timing.clock = wb_clock_choose();
    timing.pass_count = 0;
    timing.count = 0; // the queries under way are begun anew before they are read
    timing.frame = 0;
}

static int find_pass(const char *name)
{
    for (int i = 0; i < timing.pass_count; i++)
        if (strcmp(timing.passes[i].name, name) == 0) return i;
    timing.passes =
        wb_grow(timing.passes, &timing.pass_capacity, timing.pass_count + 1, sizeof *timing.passes);
    timing.passes[timing.pass_count] = (pass_record){.name = name, .frame = timing.frame};
    return timing.pass_count++;
}

// Closes the frame that the record was adding up, if a later one has begun.
static void close_frame(pass_record *pass, int64_t frame)
{
    if (frame == pass->frame) return;
    if (pass->dispatches > 0) {
        pass->samples[pass->sample_count++ % MAX_SAMPLES] = (float)pass->sum_ms;
        pass->last_dispatches = pass->dispatches;
    }
    pass->frame = frame;
    pass->sum_ms = 0.0;
    pass->dispatches = 0;
}

static void add_time(int index, int64_t frame, double time_ms)
{
    pass_record *pass = &timing.passes[index];
    close_frame(pass, frame);
    pass->sum_ms += time_ms;
    pass->dispatches++;
}

// Takes the oldest result. Without `wait`, only if it is there already.
static bool take_oldest(bool wait)
{
    const pending_query *oldest = &timing.pending[timing.first];
    if (timing.count == 0) return false;
    GLint there = GL_TRUE;
    if (!wait) glGetQueryObjectiv(oldest->query, GL_QUERY_RESULT_AVAILABLE, &there);
    if (!there) return false;
    GLuint64 time_ns = 0;
    glGetQueryObjectui64v(oldest->query, GL_QUERY_RESULT, &time_ns);
    add_time(oldest->pass, oldest->frame, (double)time_ns * 1e-6);
    timing.first = (timing.first + 1) % MAX_PENDING;
    timing.count--;
    return true;
}

static void begin_query(int pass, const char *name)
{
    if (timing.queries[0] == 0) glGenQueries(MAX_PENDING, timing.queries);
    if (timing.count == MAX_PENDING) take_oldest(true);
    int slot = (timing.first + timing.count++) % MAX_PENDING;
    timing.pending[slot] = (pending_query){
        .query = timing.queries[slot], .name = name, .pass = pass, .frame = timing.frame};
    glBeginQuery(GL_TIME_ELAPSED, timing.queries[slot]);
}

void wb_pass_begin(const char *name)
{
    if (begin_hook != NULL) begin_hook(name);
    glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 0, -1, name);
    timing.open = timing.last = name;
    timing.open_pass = timing.on ? find_pass(name) : -1;
    if (timing.open_pass < 0) return;
    if (timing.clock == WB_CLOCK_GPU) {
        begin_query(timing.open_pass, name);
    } else {
        glad_glFinish();
        timing.start_s = wb_clock_seconds();
    }
}

void wb_pass_end(void)
{
    if (timing.open_pass >= 0 && timing.clock == WB_CLOCK_GPU) {
        glEndQuery(GL_TIME_ELAPSED);
    } else if (timing.open_pass >= 0) {
        glad_glFinish();
        double time_ms = 1e3 * (wb_clock_seconds() - timing.start_s);
        add_time(timing.open_pass, timing.frame, time_ms);
    }
    const char *name = timing.open;
    timing.open = NULL;
    glPopDebugGroup();
    if (end_hook != NULL) end_hook(name);
}

void wb_pass_frame_end(void)
{
    timing.frame++;
    while (take_oldest(false)) continue;
}

static int compare_floats(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

bool wb_pass_times_at(int index, bool wait, wb_pass_times *times)
{
    while (wait && take_oldest(true)) continue;
    if (index < 0 || index >= timing.pass_count) return false;
    pass_record *pass = &timing.passes[index];
    close_frame(pass, wait ? timing.frame : pass->frame);
    int count = pass->sample_count < MAX_SAMPLES ? (int)pass->sample_count : MAX_SAMPLES;
    *times =
        (wb_pass_times){.name = pass->name, .dispatches = pass->last_dispatches, .frames = count};
    if (count == 0) return true;
    float sorted[MAX_SAMPLES];
    memcpy(sorted, pass->samples, (size_t)count * sizeof *sorted);
    qsort(sorted, (size_t)count, sizeof *sorted, compare_floats);
    times->low_ms = sorted[count / 10];
    times->median_ms = sorted[count / 2];
    times->high_ms = sorted[count - 1 - count / 10];
    return true;
}

int wb_pass_latest(int index, float *times_ms, int most)
{
    if (index < 0 || index >= timing.pass_count) return 0;
    const pass_record *pass = &timing.passes[index];
    int kept = pass->sample_count < MAX_SAMPLES ? (int)pass->sample_count : MAX_SAMPLES;
    int count = kept < most ? kept : most;
    for (int i = 0; i < count; i++)
        times_ms[i] = pass->samples[(pass->sample_count - count + i) % MAX_SAMPLES];
    return count;
}

void wb_pass_quit(void)
{
    if (timing.queries[0] != 0) glDeleteQueries(MAX_PENDING, timing.queries);
    free(timing.passes);
    memset(&timing, 0, sizeof timing);
}
