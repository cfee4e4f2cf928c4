/* --bench: how fast each version of a lesson is, and how that compares with what this machine's
 * memory can do.
 *
 * In one run: every version is checked against the oracle (all cases of --check, with the lesson's
 * own parameters); the roof is measured (bench/roof.h); then, for each bench case, each version
 * that passed is timed from the same start, with the same seed. A version whose check fails gets no
 * figures. With --set or --load there is one case, the user's.
 *
 * What is timed is the step function, its barriers included; init(), shader compilation, pictures
 * and checks are not. bench/measure.h says how often it is repeated, and when a median counts as
 * steady; the limit is 1.5 s for each version and case. The lesson runs on from sample to sample,
 * so that the state evolves as it does in use, but goes back to a snapshot of its start, outside
 * the clock, at the end of the lesson's usual number of frames (or of ten samples, if that is
 * more): a fast version does not wander off to a later state than a slow one.
 *
 * A version that takes more than five seconds for its first frame gets no figures in that case.
 *
 * Each version is timed, in each case, by a process of its own. Buffers that a driver makes from
 * memory used before can be slower: on an H100 the same kernel took 0.036 ms in a fresh process and
 * 0.125 ms after other buffers had come and gone.
 *
 * Bytes and items are those that cost() states for a frame: what the version has to move at the
 * least, not what it did move. Bytes over time is therefore a lower bound of its bandwidth, and the
 * share of the roof says how much faster it could become at most, if memory is its limit. A version
 * that writes a tenth of its bytes or more is held against the roof of copying, the others against
 * that of reading. A version that states its arithmetic is held against the roof of that too, and
 * the nearer one counts. Where its dispatches would take half of a frame's time if they did
 * nothing, the figures say so: neither roof is what limits that version. */
#ifndef WB_BENCH_BENCH_H
#define WB_BENCH_BENCH_H

#include "bench/cost.h"
#include "bench/measure.h"
#include "bench/roof.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

enum { WB_BENCH_VERSIONS = 48, WB_BENCH_CASES = 96 }; // at most

/* A version, and how its check went. */
typedef struct wb_bench_version {
    const char *name;
    int place;   // among all variants of the lesson: decides its colour
    bool on_cpu; // a peer, held against no roof
    bool good;   // its check
    int cases;   // that the check ran
} wb_bench_version;

/* The figures of one version in one case. */
typedef struct wb_bench_result {
    const wb_bench_version *version;
    double buffer_bytes; // of all its named buffers
    wb_timing timing;    // of one frame
    wb_cost cost;        // of one frame
    char item[40];       // what cost.items counts; cost.item is not valid here
    double items_per_s;
    double gb_per_s; // 10^9 bytes a second
    double flops_per_s;
    const char *roof; // "copy", "read" or "arithmetic"; "CPU" for a peer, which has none
    double share;     // of that roof: 0.5 for half
    double gain;      // items_per_s over that of the version before; 0 for the first
    const wb_bench_version *gain_over;
    int dispatches;      // of one frame
    bool dispatch_bound; // they would take half of its time or more if they did nothing
} wb_bench_result;

/* One case: the results of the versions that ran, in their order. */
typedef struct wb_bench_case {
    char parameters[512]; // "width=1024 height=1024"
    double buffer_bytes;  // all named buffers of the lesson, of the version that has the most
    wb_bench_result results[WB_BENCH_VERSIONS];
    int result_count;
} wb_bench_case;

typedef struct wb_bench {
    const char *lesson, *title; // "04_life", "Ping-pong: the Game of Life"
    uint64_t seed;
    time_t time; // of the start
    wb_roof roof;
    wb_bench_version versions[WB_BENCH_VERSIONS];
    int version_count;
    wb_bench_case cases[WB_BENCH_CASES];
    int case_count;
} wb_bench;

/* Fills in what follows from the result's measured figures (timing, cost, dispatches) and from the
 * roof. `before` is the version with which the gain compares; NULL for the first. */
void wb_bench_derive(const wb_bench *bench, wb_bench_result *result, const wb_bench_result *before);

/* The parts of the text on stdout. */
void wb_bench_print_header(const wb_bench *bench);
void wb_bench_print_check(const wb_bench_version *version);
void wb_bench_print_roof(const wb_bench *bench);
void wb_bench_print_case(const wb_bench_case *one);

/* All figures as JSON. False, with a message, if the file cannot be written. */
bool wb_bench_write_json(const wb_bench *bench, const char *path);

/* The same as a picture, bench/chart.c: for each case and version a bar for its speed and one for
 * its share of the roof. Draws into a target of its own, 1280 x 800, and writes it as PNG. False,
 * with a message, on failure. */
bool wb_chart_write(const wb_bench *bench, const char *path);

/* Writes "2025-11-21 10:41" into `text`, which it returns. */
const char *wb_bench_date(const wb_bench *bench, char *text, size_t size);

/* Writes "12.3 G", three digits and the prefix of the unit that follows, into `text`, which it
 * returns. */
const char *wb_bench_short(double value, char *text, size_t size);

#endif
