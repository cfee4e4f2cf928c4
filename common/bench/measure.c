#include "bench/measure.h"

#include "base/message.h"
#include "gl/clock.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    ENOUGH_SAMPLES = 20,
    FEWEST_SAMPLES = 5,
    MOST_SAMPLES = 500,
    COMPARE_AFTER = 5, // samples between two looks at the median
    MOST_REPETITIONS = 1 << 18,
};
static const double WARM_UP_S = 0.1;
static const double MEDIAN_MOVES = 0.005, SPREAD_MOVES = 0.01; // less than this is steady

static double shortest_batch(void)
{
    return wb_clock_choose() == WB_CLOCK_GPU ? 2e-3 : 20e-3;
}

static int more_repetitions(int repetitions, double time_s, double wanted_s)
{
    double factor = time_s > 0.0 ? 1.2 * wanted_s / time_s : 10.0;
    factor = fmin(fmax(factor, 2.0), 10.0); // a first, cold time can be far off
    return 2 * (int)ceil(fmin(repetitions * factor, MOST_REPETITIONS) / 2.0);
}

// Warms up and finds how many repetitions make a batch; 0 on failure.
static int find_repetitions(wb_timed_work work, void *user)
{
    double start_s = wb_clock_seconds(), wanted_s = shortest_batch();
    int repetitions = 2;
    if (work(user, 1) < 0.0) return 0; // the first run may compile
    for (;;) {
        double time_s = work(user, repetitions);
        if (time_s < 0.0) return 0;
        bool enough = time_s >= wanted_s || repetitions == MOST_REPETITIONS;
        if (enough && time_s <= 0.0) {
            wb_error("the %s sees no time pass: nothing can be measured with this driver",
                     wb_clock_name(wb_clock_choose()));
            return 0;
        }
        if (enough && wb_clock_seconds() - start_s >= WARM_UP_S) return repetitions;
        if (!enough) repetitions = more_repetitions(repetitions, time_s, wanted_s);
    }
}

/* ---- Median and quartiles ---- */

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// The value below which `share` of the samples lie, interpolated between neighbours.
static double quantile(const double *sorted, int count, double share)
{
    double at = share * (count - 1);
    int below = (int)at, above = below + 1 < count ? below + 1 : below;
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
}

static void summarise(wb_timing *timing, const double *samples, int count)
{
    double sorted[MOST_SAMPLES];
    memcpy(sorted, samples, (size_t)count * sizeof *sorted);
    qsort(sorted, (size_t)count, sizeof *sorted, compare_doubles);
    timing->low_s = quantile(sorted, count, 0.25);
    timing->median_s = quantile(sorted, count, 0.5);
    timing->high_s = quantile(sorted, count, 0.75);
    timing->samples = count;
}

double wb_timing_spread(const wb_timing *timing)
{
    return (timing->high_s - timing->low_s) / timing->median_s;
}

static bool is_steady(const wb_timing *before, const wb_timing *now)
{
    return fabs(now->median_s / before->median_s - 1.0) < MEDIAN_MOVES &&
           fabs(wb_timing_spread(now) - wb_timing_spread(before)) < SPREAD_MOVES;
}

bool wb_measure(wb_timed_work work, void *user, double limit_s, wb_timing *timing)
{
    double samples[MOST_SAMPLES];
    *timing = (wb_timing){.repetitions = find_repetitions(work, user)};
    if (timing->repetitions == 0) return false;
    double start_s = wb_clock_seconds();
    for (int count = 1; count <= MOST_SAMPLES && !timing->steady; count++) {
        double time_s = work(user, timing->repetitions);
        if (time_s < 0.0) return false;
        samples[count - 1] = time_s / timing->repetitions;
        bool time_is_up = count >= FEWEST_SAMPLES && wb_clock_seconds() - start_s > limit_s;
        if (count % COMPARE_AFTER != 0 && !time_is_up && count < MOST_SAMPLES) continue;
        wb_timing before = *timing;
        summarise(timing, samples, count);
        timing->steady = count >= ENOUGH_SAMPLES && is_steady(&before, timing);
        if (time_is_up) break;
    }
    return true;
}
