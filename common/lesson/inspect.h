/* What the buffer inspector shows: parts of named buffers, their statistics, what changed, what is
 * wrong. No drawing here. */
#ifndef WB_INSPECT_H
#define WB_INSPECT_H

#include "lesson/app.h"

enum { WB_INSPECT_BINS = 32 };

typedef struct wb_inspect_statistics {
    double minimum, maximum, mean; // of the elements that are numbers
    size_t count, nan_count;
    size_t histogram[WB_INSPECT_BINS]; // equal bins from minimum to maximum
} wb_inspect_statistics;

/* The elements first ... first + count - 1 of a buffer, as doubles (uint32, int32 and float32 are
 * all exact). Reads back only this range. `changed`, if not NULL, tells for each whether it differs
 * from what the last wb_inspect_remember() saw there (false for elements that it did not see).
 * Returns how many there are (fewer at the buffer's end). The caller has issued
 * GL_BUFFER_UPDATE_BARRIER_BIT. */
size_t wb_inspect_read(const wb_buffer *buffer, size_t first, size_t count, double *values,
                       bool *changed);

/* Keeps a copy of this range, to compare with later; called before a dispatch. count 0 forgets. */
void wb_inspect_remember(const wb_buffer *buffer, size_t first, size_t count);

/* Over the whole buffer; reads all of it. False, with a message, if memory is short. */
bool wb_inspect_statistics_of(const wb_buffer *buffer, wb_inspect_statistics *statistics);

/* Compares the buffer with the lesson's oracle (wb_lesson.expect). `wrong`, if not NULL, has room
 * for `count` flags from `first` on. Returns false if the lesson has no oracle for it at this
 * moment. first_wrong: index, or -1 if all is right. */
bool wb_inspect_verify(wb_app *app, const wb_buffer *buffer, size_t first, size_t count,
                       bool *wrong, long long *first_wrong, size_t *wrong_count);

#endif
