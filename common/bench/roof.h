/* The roof: the memory bandwidth and the arithmetic that this machine reaches with plain OpenGL
 * compute kernels. A lesson's versions are compared with it, not with a data sheet.
 *
 * A few kernels only read and a few copy, with different work groups and different amounts of work
 * an invocation (shaders/roof); the best median of each kind counts. The buffers are far larger
 * than caches: 256 MiB each, or what a storage block holds on this driver. They are no larger,
 * because a copy between two of 512 MiB is a third slower on some GPUs, for reasons (address
 * translation) that few lessons meet. Each kernel's result is checked first.
 *
 * Short work has another limit: a dispatch takes time even if it does next to nothing. That is
 * measured with one work group. */
#ifndef WB_BENCH_ROOF_H
#define WB_BENCH_ROOF_H

#include "bench/measure.h"

#include <stdint.h>

/* One kernel, the best of its kind. */
typedef struct wb_roof_kernel {
    int group, vectors; // invocations a work group, vectors of 16 bytes an invocation
    double bytes;       // read and written by one dispatch
    wb_timing timing;
    double gb_per_s; // 10^9 bytes a second, at the median
} wb_roof_kernel;

/* float32 arithmetic out of registers: independent multiply-adds, each counted as two. */
typedef struct wb_roof_arithmetic {
    wb_timing timing;
    double flops_per_s;
} wb_roof_arithmetic;

typedef struct wb_roof {
    int64_t buffer_bytes; // of each of the two buffers
    wb_roof_kernel read, copy;
    wb_roof_arithmetic arithmetic;
    wb_timing dispatch; // a dispatch of one small work group, with its barrier
} wb_roof;

/* Takes a few seconds. False, with a message, if memory is short or a kernel's result is wrong. */
bool wb_roof_measure(wb_roof *roof);

#endif
