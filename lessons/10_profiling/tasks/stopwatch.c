// Task: a stopwatch that never waits. It is called in every frame of a program whose GPU is up
// to five frames behind. Everything is yours; pretended_gl.h says what there is, and what the
// three functions have to do. Then run: ./wb check 10.stopwatch
#include "pretended_gl.h"

void stopwatch_start(void) {}

void stopwatch_stop(void) {}

double stopwatch_mean_ms(void)
{
    return 0.0;
}
