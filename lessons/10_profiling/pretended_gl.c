// The pretended GPU, and the program around the stopwatch. Its one argument is the seed. Prints
// what is wrong in one line, or "good".
#include "pretended_gl.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { QUERIES = 256, FRAMES = 400, WINDOW = 60, BEHIND = 5 };
enum { MOST_CALLS = 1000 }; // of a frame: asking more often is waiting, too

static struct {
    GLuint64 cpu_ns, gpu_ns; // now; and when the GPU will have done all that was issued
    GLuint64 written_ns[QUERIES];
    bool issued[QUERIES];
    GLuint made;
    int waits, calls; // calls: in this frame
    const char *error;
} pretended;

static void blame(const char *error)
{
    if (pretended.error == NULL) pretended.error = error;
}

static bool is_query(GLuint query)
{
    pretended.cpu_ns += 100; // a call takes its time
    if (pretended.calls++ > MOST_CALLS) pretended.waits++;
    if (query == 0 || query > pretended.made) blame("a query that glGenQueries() has not made");
    return query != 0 && query <= pretended.made;
}

void glGenQueries(GLsizei count, GLuint *queries)
{
    for (int i = 0; i < count; i++) {
        queries[i] = 0;
        if (pretended.made + 1 < QUERIES)
            queries[i] = ++pretended.made;
        else
            blame("hundreds of queries are made: make some once, and use them in turn");
    }
}

void glQueryCounter(GLuint query, GLenum timestamp)
{
    if (!is_query(query)) return;
    if (timestamp != GL_TIMESTAMP) blame("glQueryCounter() takes GL_TIMESTAMP");
    if (pretended.gpu_ns < pretended.cpu_ns) pretended.gpu_ns = pretended.cpu_ns;
    pretended.written_ns[query] = pretended.gpu_ns;
    pretended.issued[query] = true;
}

void glGetQueryObjectiv(GLuint query, GLenum available, GLint *result)
{
    *result = GL_FALSE;
    if (!is_query(query)) return;
    if (!pretended.issued[query]) blame("a query is asked that was never issued");
    if (available != GL_QUERY_RESULT_AVAILABLE) blame("read results as 64 bits");
    *result = pretended.written_ns[query] <= pretended.cpu_ns;
}

static void wait_until(GLuint64 time_ns)
{
    if (time_ns <= pretended.cpu_ns) return;
    pretended.waits++;
    pretended.cpu_ns = time_ns;
}

void glGetQueryObjectui64v(GLuint query, GLenum result_name, GLuint64 *result)
{
    *result = 0;
    if (!is_query(query)) return;
    if (!pretended.issued[query]) blame("a query is asked that was never issued");
    if (result_name != GL_QUERY_RESULT) blame("glGetQueryObjectui64v() takes GL_QUERY_RESULT");
    wait_until(pretended.written_ns[query]);
    *result = pretended.written_ns[query];
}

void glGetInteger64v(GLenum timestamp, GLint64 *result)
{
    if (timestamp != GL_TIMESTAMP) blame("glGetInteger64v() takes GL_TIMESTAMP");
    pretended.cpu_ns += 100;
    *result = (GLint64)pretended.cpu_ns;
}

void glFinish(void)
{
    pretended.waits++;
    wait_until(pretended.gpu_ns);
}

/* ---- The program ---- */

static double pass_ms[FRAMES];
static GLuint64 chance;

// The same numbers on every machine, for one seed.
static GLuint64 random_ns(GLuint64 least, GLuint64 most)
{
    chance = chance * 6364136223846793005u + 1442695040888963407u;
    return least + (chance >> 33) % (most - least);
}

static void issue_ns(GLuint64 time_ns)
{
    if (pretended.gpu_ns < pretended.cpu_ns) pretended.gpu_ns = pretended.cpu_ns;
    pretended.gpu_ns += time_ns;
}

// Is it the mean of frames in a row, and is the last of them at most ten frames old?
static bool is_right(double mean_ms, int frame)
{
    for (int last = frame; last >= 0 && last > frame - 10; last--) {
        double sum = 0.0;
        int count = last + 1 < WINDOW ? last + 1 : WINDOW;
        for (int i = 0; i < count; i++) sum += pass_ms[last - i];
        if (fabs(mean_ms - sum / count) < 1e-5 * sum / count) return true;
    }
    return frame < 10 && mean_ms == 0.0; // nothing is known yet
}

// A frame: other work, the pass, other work. The CPU is done sooner than the GPU, and a driver
// limits how far it runs ahead.
static void run_frame(int frame, GLuint64 ends_ns[BEHIND])
{
    GLuint64 pass_ns = frame == 0 ? 90000000 : random_ns(200000, 900000 + 5000000u * (frame > 200));
    pretended.cpu_ns += 50000;
    pretended.calls = 0;
    issue_ns(random_ns(100000, 3000000));
    stopwatch_start();
    issue_ns(pass_ns);
    pass_ms[frame] = 1e-6 * (double)pass_ns;
    stopwatch_stop();
    issue_ns(random_ns(100000, 3000000));
    GLuint64 *oldest_ns = &ends_ns[frame % BEHIND];
    if (pretended.cpu_ns < *oldest_ns) pretended.cpu_ns = *oldest_ns;
    *oldest_ns = pretended.gpu_ns;
}

int main(int argc, char **argv)
{
    GLuint64 ends_ns[BEHIND] = {0};
    chance = argc > 1 ? (GLuint64)atoi(argv[1]) : 1;
    pretended.cpu_ns = (1ull << 52) + random_ns(0, 1 << 30); // more than 32 bits, or a float, hold
    for (int frame = 0; frame < FRAMES && pretended.error == NULL; frame++) {
        run_frame(frame, ends_ns);
        double mean_ms = stopwatch_mean_ms();
        if (pretended.waits > 0) blame("it waits for the GPU");
        if (pretended.error != NULL || is_right(mean_ms, frame)) continue;
        printf(
            "frame %d: got a mean of %.6f ms, and there are no 60 frames in a row with that mean, "
            "the last of which is at most 10 old (the latest frame's pass took %.6f ms)\n",
            frame, mean_ms, pass_ms[frame]);
        return 1;
    }
    puts(pretended.error != NULL ? pretended.error : "good");
    return pretended.error != NULL;
}
