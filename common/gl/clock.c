#include "gl/clock.h"

#include <glad/gl.h>
#include <string.h>

static struct {
    wb_clock clock;
    GLuint query;
    double start_s;
} stopwatch;

wb_clock wb_clock_choose(void)
{
    static const char *const on_the_cpu[] = {"llvmpipe", "softpipe", "swrast"};
    const char *renderer = (const char *)glGetString(GL_RENDERER);
    for (size_t i = 0; i < sizeof on_the_cpu / sizeof *on_the_cpu; i++)
        if (strstr(renderer, on_the_cpu[i]) != NULL) return WB_CLOCK_CPU;
    GLint bits = 0; // a driver without such a clock has a counter of no bits
    glGetQueryiv(GL_TIME_ELAPSED, GL_QUERY_COUNTER_BITS, &bits);
    return bits > 0 ? WB_CLOCK_GPU : WB_CLOCK_CPU;
}

const char *wb_clock_name(wb_clock clock)
{
    static const char *const names[] = {[WB_CLOCK_NONE] = "no clock",
                                        [WB_CLOCK_GPU] = "GPU clock (GL_TIME_ELAPSED)",
                                        [WB_CLOCK_CPU] = "CPU clock around glFinish"};
    return names[clock];
}

void wb_stopwatch_use(wb_clock clock)
{
    stopwatch.clock = clock;
}

void wb_stopwatch_start(void)
{
    if (stopwatch.clock == WB_CLOCK_NONE) stopwatch.clock = wb_clock_choose();
    if (stopwatch.clock == WB_CLOCK_GPU) {
        if (stopwatch.query == 0) glGenQueries(1, &stopwatch.query);
        glBeginQuery(GL_TIME_ELAPSED, stopwatch.query);
    } else {
        glFinish(); // what was issued earlier is not to be counted
        stopwatch.start_s = wb_clock_seconds();
    }
}

double wb_stopwatch_stop(void)
{
    if (stopwatch.clock == WB_CLOCK_GPU) {
        GLuint64 time_ns = 0; // 32 bits would run over after four seconds
        glEndQuery(GL_TIME_ELAPSED);
        glGetQueryObjectui64v(stopwatch.query, GL_QUERY_RESULT, &time_ns);
        return 1e-9 * (double)time_ns;
    }
    glFinish();
    return wb_clock_seconds() - stopwatch.start_s;
}

void wb_stopwatch_quit(void)
{
    glDeleteQueries(1, &stopwatch.query);
    memset(&stopwatch, 0, sizeof stopwatch);
}
