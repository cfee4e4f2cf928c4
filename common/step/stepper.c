#include "step/stepper.h"

#include "base/message.h"
#include "watch/barriers.h"
#include "gl/pass.h"
#include "step/trace.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static bool fail(const char *call)
{
    wb_error("stepping is not possible here: %s: %s", call, strerror(errno));
    return false;
}

/* ---- The coroutine ---- */

// As large as the main thread's usually is: a driver may compile a kernel at its first dispatch.
// Memory is taken only for what is used.
enum { STACK_BYTES = 8 << 20 };

// The stepper that runs: a coroutine and wb_pass_on_begin() get no argument to find it by.
static wb_stepper *running;

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

// From the main loop into the step, until it comes to its next stop or to its end.
static bool enter_step(wb_stepper *s)
{
    void *kept = NULL;
    BEFORE_SWITCH(&kept, s->stack, STACK_BYTES);
    if (swapcontext(&s->main_loop, &s->step) != 0) {
        fail("swapcontext");
        STAY_HERE(&kept);
        return false;
    }
    AFTER_SWITCH(kept, NULL, NULL);
    return true;
}

// From the step to the main loop, until enter_step().
static bool leave_step(wb_stepper *s)
{
    void *kept = NULL;
    BEFORE_SWITCH(&kept, s->main_stack, s->main_stack_bytes);
    if (swapcontext(&s->step, &s->main_loop) != 0) {
        fail("swapcontext");
        STAY_HERE(&kept);
        return false;
    }
    AFTER_SWITCH(kept, &s->main_stack, &s->main_stack_bytes);
    return true;
}

static void coroutine(void)
{
    wb_stepper *s = running;
    AFTER_SWITCH(NULL, &s->main_stack, &s->main_stack_bytes);
    s->work(s->user);
    s->is_inside = false;
    BEFORE_SWITCH(NULL, s->main_stack, s->main_stack_bytes);
    setcontext(&s->main_loop);
    fail("setcontext"); // and there is no other way back
    _Exit(EXIT_FAILURE);
}

// The step stops here, before anything of its next pass has been issued.
static void on_pass_begin(const char *name)
{
    wb_stepper *s = running;
    s->after = s->next;
    s->next = name;
    bool stops = s->passes > 0 && !s->run_through;
    s->passes++;
    if (!stops) return;
    s->gl = wb_saved_state_take();
    wb_barriers_pause(true);
    wb_trace_step_pause(true);
    // Picture and inspector now read what the lesson has barriers for only at the end of its step.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT |
                    GL_TEXTURE_FETCH_BARRIER_BIT | GL_UNIFORM_BARRIER_BIT |
                    GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT | GL_ELEMENT_ARRAY_BARRIER_BIT |
                    GL_COMMAND_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT |
                    GL_TEXTURE_UPDATE_BARRIER_BIT | GL_FRAMEBUFFER_BARRIER_BIT);
    if (!leave_step(s)) s->has_failed = s->run_through = true;
    // The next pass may overwrite what they read.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
    wb_trace_step_pause(false);
    wb_barriers_pause(false);
    wb_saved_state_restore(s->gl);
    wb_saved_state_free(s->gl);
    s->gl = NULL;
}

static bool make_stack(wb_stepper *s)
{
    if (s->stack != NULL) return true;
    void *stack = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED) return fail("mmap");
    if (mprotect(stack, (size_t)sysconf(_SC_PAGESIZE), PROT_NONE) != 0) {
        fail("mprotect");
        munmap(stack, STACK_BYTES);
        return false;
    }
    s->stack = stack;
    return true;
}

/* ---- From outside ---- */

bool wb_stepper_begin(wb_stepper *s, void (*work)(void *user), void *user)
{
    if (!make_stack(s)) return false;
    if (getcontext(&s->step) != 0) return fail("getcontext");
    s->work = work;
    s->user = user;
    s->is_inside = true;
    s->run_through = s->has_failed = false;
    s->passes = 0;
    s->after = s->next = NULL;
    s->step.uc_stack = (stack_t){.ss_sp = s->stack, .ss_size = STACK_BYTES};
    makecontext(&s->step, coroutine, 0);
    return true;
}

bool wb_stepper_go_on(wb_stepper *s, bool to_the_end)
{
    running = s;
    s->run_through = to_the_end;
    wb_pass_on_begin(on_pass_begin);
    bool entered = enter_step(s);
    wb_pass_on_begin(NULL);
    if (!entered) wb_stepper_leave(s);
    return entered && !s->has_failed;
}

int wb_stepper_position(const wb_stepper *s)
{
    return s->is_inside ? s->passes - 1 : 0; // the last one begun is the one it stops at
}

void wb_stepper_leave(wb_stepper *s)
{
    if (!s->is_inside) return;
    s->is_inside = false; // its stack is simply used anew
    STACK_IS_FREE(s->stack, STACK_BYTES);
    wb_saved_state_free(s->gl);
    s->gl = NULL;
    wb_barriers_pause(false);
    wb_trace_step_drop();
}

void wb_stepper_free(wb_stepper *s)
{
    wb_stepper_leave(s);
    if (s->stack != NULL) munmap(s->stack, STACK_BYTES);
    *s = (wb_stepper){0};
}
