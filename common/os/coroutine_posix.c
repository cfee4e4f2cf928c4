#include "os/coroutine.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

// Memory is taken only for what is used.
enum { STACK_BYTES = 8 << 20 };

struct wb_coroutine {
    void (*work)(void *user);
    void *user;
    char *stack;
    ucontext_t outside, inside;
    const void *outer_stack; // for AddressSanitizer
    size_t outer_stack_bytes;
};

static wb_coroutine *starting; // one that begins gets no argument to find itself by

// AddressSanitizer has to be told before and after every change of stacks, and of a stack whose
// functions never return.
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#define BEFORE_SWITCH(keep, stack, bytes) __sanitizer_start_switch_fiber(keep, stack, bytes)
#define AFTER_SWITCH(kept, stack, bytes) __sanitizer_finish_switch_fiber(kept, stack, bytes)
#define STACK_IS_FREE(stack, bytes) __asan_unpoison_memory_region(stack, bytes)
// A change that was announced and did not happen is taken back by another.
#define STAY_HERE(keep)                                                                            \
    do {                                                                                           \
        const void *here;                                                                          \
        size_t here_bytes;                                                                         \
        AFTER_SWITCH(*(keep), &here, &here_bytes);                                                 \
        BEFORE_SWITCH(keep, here, here_bytes);                                                     \
        AFTER_SWITCH(*(keep), NULL, NULL);                                                         \
    } while (0)
#else
#define BEFORE_SWITCH(keep, stack, bytes) ((void)(keep))
#define AFTER_SWITCH(kept, stack, bytes) ((void)(kept))
#define STACK_IS_FREE(stack, bytes) ((void)(stack))
#define STAY_HERE(keep) ((void)(keep))
#endif

wb_coroutine_failure wb_coroutine_enter(wb_coroutine *c)
{
    void *kept = NULL;
    starting = c;
    BEFORE_SWITCH(&kept, c->stack, STACK_BYTES);
    if (swapcontext(&c->outside, &c->inside) != 0) {
        STAY_HERE(&kept);
        return "swapcontext";
    }
    AFTER_SWITCH(kept, NULL, NULL);
    return NULL;
}

wb_coroutine_failure wb_coroutine_leave(wb_coroutine *c)
{
    void *kept = NULL;
    BEFORE_SWITCH(&kept, c->outer_stack, c->outer_stack_bytes);
    if (swapcontext(&c->inside, &c->outside) != 0) {
        STAY_HERE(&kept);
        return "swapcontext";
    }
    AFTER_SWITCH(kept, &c->outer_stack, &c->outer_stack_bytes);
    return NULL;
}

static void run(void)
{
    wb_coroutine *c = starting;
    AFTER_SWITCH(NULL, &c->outer_stack, &c->outer_stack_bytes);
    c->work(c->user);
    BEFORE_SWITCH(NULL, c->outer_stack, c->outer_stack_bytes);
    setcontext(&c->outside);
    _Exit(EXIT_FAILURE); // there is no other way back
}

static wb_coroutine_failure make_stack(wb_coroutine *c)
{
    if (c->stack != NULL) return NULL;
    void *stack = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED) return "mmap";
    if (mprotect(stack, (size_t)sysconf(_SC_PAGESIZE), PROT_NONE) != 0) {
        int error = errno;
        munmap(stack, STACK_BYTES);
        errno = error;
        return "mprotect";
    }
    c->stack = stack;
    return NULL;
}

static wb_coroutine_failure prepare(wb_coroutine *c)
{
    wb_coroutine_failure failure = make_stack(c);
    if (failure != NULL) return failure;
    if (getcontext(&c->inside) != 0) return "getcontext";
    c->inside.uc_stack = (stack_t){.ss_sp = c->stack, .ss_size = STACK_BYTES};
    makecontext(&c->inside, run, 0);
    return NULL;
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

void wb_coroutine_abandon(wb_coroutine *c)
{
    STACK_IS_FREE(c->stack, STACK_BYTES); // it is simply used anew
}

void wb_coroutine_free(wb_coroutine *c)
{
    if (c == NULL) return;
    if (c->stack != NULL) munmap(c->stack, STACK_BYTES);
    free(c);
}
