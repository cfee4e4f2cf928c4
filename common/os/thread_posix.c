#include "os/thread.h"

#include <pthread.h>

static void *begin(void *user)
{
    wb_thread *thread = user;
    thread->work(thread->user);
    return NULL;
}

bool wb_thread_start(wb_thread *thread, void (*work)(void *user), void *user)
{
    pthread_t handle;
    thread->work = work;
    thread->user = user;
    if (pthread_create(&handle, NULL, begin, thread) != 0) return false;
    thread->handle = (uintptr_t)handle;
    return true;
}

void wb_thread_join(wb_thread *thread)
{
    pthread_join((pthread_t)thread->handle, NULL);
}
