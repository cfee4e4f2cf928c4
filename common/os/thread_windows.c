#include "os/thread.h"

#include <process.h>
#include <windows.h>

static unsigned __stdcall begin(void *user)
{
    wb_thread *thread = user;
    thread->work(thread->user);
    return 0;
}

bool wb_thread_start(wb_thread *thread, void (*work)(void *user), void *user)
{
    thread->work = work;
    thread->user = user;
    thread->handle = _beginthreadex(NULL, 0, begin, thread, 0, NULL);
    return thread->handle != 0;
}

void wb_thread_join(wb_thread *thread)
{
    WaitForSingleObject((HANDLE)thread->handle, INFINITE);
    CloseHandle((HANDLE)thread->handle);
}
