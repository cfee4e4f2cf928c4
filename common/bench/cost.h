/* What a version says of its own work; the bench compares its time with that. */
#ifndef WB_BENCH_COST_H
#define WB_BENCH_COST_H

#ifdef __cplusplus
extern "C" {
#endif

/* The least that one frame of the present variant, with the present parameters, has to move and to
 * do: every input read once, every output written once. A variant that cannot do what a bench case
 * asks (a peer for a few elements only) says 0 items, and gets no figures for that case. */
typedef struct wb_cost {
    double read_bytes, written_bytes;
    double flops;     // float32 operations, a multiply-add being two; 0 where memory is the limit
    double items;     // work done, in the unit `item`
    const char *item; // "cell updates"; one for all variants of a part
} wb_cost;

#ifdef __cplusplus
}
#endif
#endif
