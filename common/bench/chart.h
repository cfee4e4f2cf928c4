/* The picture of a bench: for each case and version a bar for its speed and one for its share of
 * the roof. */
#ifndef WB_BENCH_CHART_H
#define WB_BENCH_CHART_H

#include "bench/bench.h"

/* Draws into a target of its own, 1280 x 800, and writes it as PNG. False, with a message, on
 * failure. */
bool wb_chart_write(const wb_bench *bench, const char *path);

#endif
