/* Runs this program again, in another process, and reads what it writes. */
#ifndef WB_BENCH_CHILD_H
#define WB_BENCH_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Runs this program with `words` (NULL ends them; the first is its name) in a process of its own,
 * and waits for its end. The first `size` bytes of its stdout go into `data`, and `length` becomes
 * their number; the beginning of its stderr goes into `message`, a string. The rest is read and
 * dropped, in whatever order it comes, so that the child never waits for its reader. When this
 * process ends, in whatever way, the child ends. Returns the exit status; -1, with the reason in
 * `message`, if the child could not be started or crashed. */
int wb_child_run(char *const *words, void *data, size_t size, size_t *length, char *message,
                 size_t message_size);

/* The same as fork(), with a child that ends when this process does. Flushes all output streams
 * before. */
pid_t wb_child_fork(void);

#endif
