#include "os/coroutine.h"

#include <errno.h>
#include <stdlib.h>
#include <windows.h>

enum { STACK_BYTES = 8 << 20 };

struct wb_coroutine {
    void (*work)(void *user);
    void *user;
    void *fiber; // the system's
};

static void *outside; // what has entered: one thread does

static void CALLBACK run(void *user)
{
    wb_coroutine *c = user;
    c->work(c->user);
    SwitchToFiber(outside); // a fiber that returned would end its thread
}

static wb_coroutine_failure prepare(wb_coroutine *c)
{
    if (c->fiber != NULL) DeleteFiber(c->fiber);
    c->fiber = CreateFiberEx(0, STACK_BYTES, FIBER_FLAG_FLOAT_SWITCH, run, c);
    errno = ENOMEM;
    return c->fiber != NULL ? NULL : "CreateFiber";
}

wb_coroutine_failure wb_coroutine_begin(wb_coroutine **coroutine, void (*work)(void *user),
                                        void *user)
{
    if (*coroutine == NULL) *coroutine = calloc(1, sizeof **coroutine);
    if (*coroutine == NULL) return "calloc";
    (*coroutine)->work = work;
    (*coroutine)->user = user;
    return prepare(*coroutine);
}

wb_coroutine_failure wb_coroutine_enter(wb_coroutine *c)
{
    errno = ENOMEM;
    if (outside == NULL) outside = ConvertThreadToFiberEx(NULL, FIBER_FLAG_FLOAT_SWITCH);
    if (outside == NULL) return "ConvertThreadToFiber";
    SwitchToFiber(c->fiber);
    return NULL;
}

wb_coroutine_failure wb_coroutine_leave(wb_coroutine *c)
{
    (void)c;
    SwitchToFiber(outside);
    return NULL;
}

void wb_coroutine_abandon(wb_coroutine *c)
{
    (void)c; // its fiber goes when the next begins
}

void wb_coroutine_free(wb_coroutine *c)
{
    if (c == NULL) return;
    if (c->fiber != NULL) DeleteFiber(c->fiber);
    free(c);
}
