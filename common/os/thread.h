/* Threads that are started and joined. C11's threads.h would do, but compilers for Windows lack it.
 */
#ifndef WB_OS_THREAD_H
#define WB_OS_THREAD_H

#include <stdbool.h>
#include <stdint.h>

/* Must not move before it is joined. */
typedef struct wb_thread {
    uintptr_t handle; // the system's
    void (*work)(void *user);
    void *user;
} wb_thread;

/* Runs work(user) beside the caller. False if the system has no thread left. */
bool wb_thread_start(wb_thread *thread, void (*work)(void *user), void *user);

/* Waits for its end. */
void wb_thread_join(wb_thread *thread);

#endif
