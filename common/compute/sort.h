/* Sorting uint32 keys with their uint32 values in buffers, ascending by key, by either of two
 * methods. Lesson 06 walks through the kernels.
 *
 * Bitonic sort is a network of comparisons: the same whatever the keys are. n keys take about
 * n log2(n)^2 / 4 comparisons. Pairs with equal keys come out in the order of their values. The
 * first merge level of each run compares mirrored places, so that all comparisons point the same
 * way: what lies behind the last pair then never has to move, and any count will do.
 *
 * Radix sort takes the keys' digits of eight bits from the lowest to the highest: four passes, each
 * of which counts the digits of each tile, scans the counts (compute/scan.h), and moves every pair
 * to its place. It is stable: pairs with equal keys keep their order.
 *
 * So both give the same result where the values ascend at first, as indices do. Neither depends on
 * the order in which work groups run. */
#ifndef WB_COMPUTE_SORT_H
#define WB_COMPUTE_SORT_H

#include "compute/scan.h"
#include "gl/buffer.h"

#include <glad/gl.h>
#include <stdbool.h>
#include <stdint.h>

/* Keys, and the value that goes with each, in storage buffers. */
typedef struct wb_pairs {
    GLuint keys, values;
} wb_pairs;

/* Up to this many pairs, wb_sort_pairs() takes bitonic sort; beyond, radix sort. */
enum { WB_SORT_BITONIC_MOST = 1 << 17 };

/* Must stay where it is, as its named buffers must. */
typedef struct wb_sort {
    uint32_t most;
    int block; // pairs that a work group of the bitonic sort holds in shared memory
    int tile;  // keys of a work group of the radix sort
    GLuint sort_blocks, merge_far, merge_near; // bitonic
    GLuint count, place;                       // radix
    wb_buffer keys, values;                    // radix: where every second pass puts the pairs
    wb_buffer counts; // radix: of each digit in each tile, then where these keys go
    wb_scan scan;
} wb_sort;

/* For sorts of up to `most` pairs. False, with a message, if this driver cannot dispatch or hold
 * what they need; `sort` may then be deleted like any other. */
bool wb_sort_create(wb_sort *sort, uint32_t most);

/* Does nothing to a zeroed sort. */
void wb_sort_delete(wb_sort *sort);

/* Sorts the first `count` (0 to `most`) pairs in place, by whichever method suits the count.
 *
 * For this function and those below. Before: the pairs are visible to shaders
 * (GL_SHADER_STORAGE_BARRIER_BIT, if one wrote them). After: so are the sorted ones, and `from` may
 * be overwritten by shaders. Elements beyond `count` are neither used nor changed. Changes the
 * program in use and the storage block bindings of sort/slots.h. */
void wb_sort_pairs(wb_sort *sort, GLuint keys, GLuint values, uint32_t count);

/* Bitonic sort. `from` and `to` may be the same buffers. The passes are named "sort blocks", "merge
 * far" and "merge near". */
void wb_sort_bitonic_pairs(wb_sort *sort, wb_pairs from, wb_pairs to, uint32_t count);

/* Radix sort. `from` and `to` may be the same buffers. The passes are those of
 * wb_sort_radix_pass(), four times. */
void wb_sort_radix_pairs(wb_sort *sort, wb_pairs from, wb_pairs to, uint32_t count);

/* One pass of it: sorts by the bits `shift` to `shift` + 7 of the keys, and is stable. `from` and
 * `to` are different buffers. The passes are named "radix count", those of wb_scan_exclusive(), and
 * "radix place". */
enum { WB_SORT_DIGIT_BITS = 8 };
void wb_sort_radix_pass(wb_sort *sort, wb_pairs from, wb_pairs to, uint32_t count, int shift);

#endif
