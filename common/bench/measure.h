/* Repeated timing of one piece of GPU work, until the result is steady.
 *
 * The work runs in batches. A batch is so long that the clock's resolution and the cost of starting
 * and stopping it do not matter: 2 ms by a GPU's clock, 20 ms by the CPU's. The batches that find
 * out how many repetitions this takes are the warm-up, of at least 0.1 s. The number of repetitions
 * is even, so that the two directions of a ping-pong, which can differ, weigh the same. After that,
 * each batch is a sample. Sampling ends when there are at least 20 samples and the latest five have
 * moved the median by less than 0.5 % and the spread by less than one percentage point; or when the
 * time limit is over and there are at least five. */
#ifndef WB_BENCH_MEASURE_H
#define WB_BENCH_MEASURE_H

#include <stdbool.h>

typedef struct wb_timing {
    double median_s, low_s, high_s; // of one repetition; low and high are the quartiles
    int samples;
    int repetitions; // in each sample
    bool steady;     // false: ended by the time limit
} wb_timing;

/* Runs the work `repetitions` times between wb_stopwatch_start() and wb_stopwatch_stop(), and
 * returns the time between the two; below 0, with a message, on failure. It may prepare before it
 * starts the stopwatch. */
typedef double (*wb_timed_work)(void *user, int repetitions);

/* False, with a message, if the work fails or the clock does not see it. */
bool wb_measure(wb_timed_work work, void *user, double limit_s, wb_timing *timing);

/* The middle half of the samples, relative to the median: 0.02 for 2 %. */
double wb_timing_spread(const wb_timing *timing);

#endif
