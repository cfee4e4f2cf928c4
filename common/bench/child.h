/* A process of one's own program, of which one wants what it writes. */
#ifndef WB_BENCH_CHILD_H
#define WB_BENCH_CHILD_H

#include <stdbool.h>
#include <stddef.h>

/* Runs this very program with `words` (NULL ends them; the first is its name), and waits for its
 * end. Of its stdout the first `size` bytes go into `data`, of its stderr what there is room for
 * into `message`, a string; the rest is read and dropped, in whatever order it comes, so that the
 * process never waits for its reader. It ends when this one does, in whatever way. `length` becomes
 * how many bytes came in `data`. Returns the exit status; -1, with why in `message`, if it could
 * not be started or crashed. */
int wb_child_run(char *const *words, void *data, size_t size, size_t *length, char *message,
                 size_t message_size);

#endif
