/* Runs this program again, in another process, and reads what it writes. */
#ifndef WB_BENCH_CHILD_H
#define WB_BENCH_CHILD_H

#include <stddef.h>

/* Runs this program with `words` (NULL ends them; the first is its name) in a process of its own,
 * and waits for its end. The first `size` bytes of its stdout go into `data`, and `length` becomes
 * their number; the beginning of its stderr goes into `message`, a string. The rest is dropped.
 * When this process ends, in whatever way, the child ends. Returns the exit status; -1, with the
 * reason in `message`, if the child could not be started or crashed. */
int wb_child_run(char *const *words, void *data, size_t size, size_t *length, char *message,
                 size_t message_size);

#endif
