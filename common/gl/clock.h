/* Clocks: how long OpenGL's work takes.
 *
 * A GPU runs commands long after the calls that issue them have returned, so its time comes from
 * the GPU itself, by a GL_TIME_ELAPSED query. Mesa's software drivers run a dispatch on the CPU,
 * within the call, where such a query does not see it; there a CPU clock between two glFinish()
 * takes over. A time is printed with the clock's name. */
#ifndef WB_GL_CLOCK_H
#define WB_GL_CLOCK_H

#include "os/time.h"

typedef enum wb_clock { WB_CLOCK_NONE, WB_CLOCK_GPU, WB_CLOCK_CPU } wb_clock;

/* The clock to be trusted with the current context's driver. */
wb_clock wb_clock_choose(void);

/* "GPU clock (GL_TIME_ELAPSED)", "CPU clock around glFinish" or "no clock". */
const char *wb_clock_name(wb_clock clock);

/* The stopwatch: seconds from start to the end of all commands issued before stop, by the clock
 * that wb_clock_choose() names. Stopping waits for the commands. There is one stopwatch, and its
 * query cannot run inside another: the timing of passes (gl/pass.h) is off meanwhile. */
void wb_stopwatch_use(wb_clock clock); // another clock than that, until wb_stopwatch_quit()
void wb_stopwatch_start(void);
double wb_stopwatch_stop(void);

/* Deletes the query object. */
void wb_stopwatch_quit(void);

#endif
