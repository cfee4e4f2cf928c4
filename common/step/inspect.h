/* What the buffer inspector shows: parts of named buffers, their statistics, what has changed, and
 * what is wrong. It draws nothing. */
#ifndef WB_STEP_INSPECT_H
#define WB_STEP_INSPECT_H

#include "gl/buffer.h"

#include <stdbool.h>
#include <stddef.h>

enum { WB_INSPECT_BINS = 32 };

/* Statistics of the finite elements. If there are none, minimum, maximum and mean are NaN. */
typedef struct wb_inspect_statistics {
    double minimum, maximum, mean;
    size_t count;                      // all elements, the two below included
    size_t nan_count, infinite_count;  // of either sign
    size_t histogram[WB_INSPECT_BINS]; // equal bins from minimum to maximum
} wb_inspect_statistics;

/* The number that these bits are in the buffer's element `index`. */
double wb_inspect_value(const wb_buffer *buffer, size_t index, uint32_t bits);

/* The rest read buffers, for which the caller has issued what wb_buffers_read_bits() names. */

/* The elements first ... first + count - 1 of a buffer, as doubles (uint32, int32 and float32 are
 * all exact). Reads back only this range; of a texture all of it, which OpenGL 4.3 has no way
 * around. `changed`, if not NULL, tells for each whether its bits
 * differ from what the last wb_inspect_remember() of this buffer saw there (false for elements that
 * it did not see). Returns how many there are (fewer at the buffer's end). */
size_t wb_inspect_read(const wb_buffer *buffer, size_t first, size_t count, double *values,
                       bool *changed);

/* A table out of a buffer: elements `column_step` apart, in rows `row_step` apart. */
typedef struct wb_inspect_table {
    size_t first, columns, column_step, rows, row_step;
} wb_inspect_table;

/* The elements of a table that lies inside the buffer, row by row, as wb_inspect_read() would give
 * each of them. Reads a texture once, and of a buffer no more than the rows. */
void wb_inspect_read_table(const wb_buffer *buffer, const wb_inspect_table *table, double *values,
                           bool *changed);

/* Keeps a copy of this range of the buffer, in place of an earlier one, for later comparisons;
 * called before a dispatch. Buffers are told apart by name, so after a swap the new contents of a
 * name are compared with its old ones. count 0 forgets the buffer's copy; NULL forgets all. */
void wb_inspect_remember(const wb_buffer *buffer, size_t first, size_t count);

/* Statistics of the whole buffer; if it holds records, of their number `column`, and of a texture
 * with several channels, of that channel (which does not matter otherwise). Reads the whole buffer.
 * False, with a message, if memory is short. */
bool wb_inspect_statistics_of(const wb_buffer *buffer, int column,
                              wb_inspect_statistics *statistics);

/* Compares the buffer, element by element, with `expected`, which is laid out alike. Equal values
 * are right; NaN is always wrong. Reads the whole buffer. `wrong`, if not NULL, has room for
 * `count` flags from `first` on; those past the buffer's end become false. first_wrong: an index,
 * or -1 if all is right. False, with a message, if memory is short. */
bool wb_inspect_compare(const wb_buffer *buffer, const void *expected, size_t first, size_t count,
                        bool *wrong, long long *first_wrong, size_t *wrong_count);

#endif
