#include "step/stepper.h"

#include "gl/checker.h"
#include "gl/state.h"
#include "step/snapshot.h"
#include "step/trace.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

/* ---- The coroutine ---- */

// As large as the main thread's usually is: a driver may compile a kernel at its first dispatch.
// Memory is taken only for what is used.
enum { STACK_BYTES = 8 << 20 };

static struct {
    wb_app *app; // whose step is under way, or was the last
    bool is_inside;
    bool run_through; // to the end, without stops
    int passes;       // begun in this step
    wb_state *gl;     // the lesson's, while it is left
    char *stack;      // its lowest page cannot be touched, so that an overflow is noticed
    ucontext_t main_loop, step;
    const void *main_stack; // for AddressSanitizer
    size_t main_stack_bytes;
} stepper;

// AddressSanitizer wants to know of every change of stacks, before and behind it, and of a stack
// whose functions never return.
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#define BEFORE_SWITCH(keep, stack, bytes) __sanitizer_start_switch_fiber(keep, stack, bytes)
#define AFTER_SWITCH(kept, stack, bytes) __sanitizer_finish_switch_fiber(kept, stack, bytes)
#define STACK_IS_FREE(stack, bytes) __asan_unpoison_memory_region(stack, bytes)
#else
#define BEFORE_SWITCH(keep, stack, bytes) ((void)(keep))
#define AFTER_SWITCH(kept, stack, bytes) ((void)(kept))
#define STACK_IS_FREE(stack, bytes) ((void)(stack))
#endif

// From the main loop into the step, until it comes to its next stop or to its end.
static void enter_step(void)
{
    void *kept = NULL;
    BEFORE_SWITCH(&kept, stepper.stack, STACK_BYTES);
    swapcontext(&stepper.main_loop, &stepper.step);
    AFTER_SWITCH(kept, NULL, NULL);
}

// From the step to the main loop, until enter_step().
static void leave_step(void)
{
    void *kept = NULL;
    BEFORE_SWITCH(&kept, stepper.main_stack, stepper.main_stack_bytes);
    swapcontext(&stepper.step, &stepper.main_loop);
    AFTER_SWITCH(kept, &stepper.main_stack, &stepper.main_stack_bytes);
}

static void coroutine(void)
{
    AFTER_SWITCH(NULL, &stepper.main_stack, &stepper.main_stack_bytes);
    wb_app_step(stepper.app);
    stepper.is_inside = false;
    BEFORE_SWITCH(NULL, stepper.main_stack, stepper.main_stack_bytes);
    setcontext(&stepper.main_loop);
}

// The step stops here, before anything of its next pass has been issued.
static void on_pass_begin(const char *name)
{
    (void)name;
    bool stops = stepper.passes > 0 && !stepper.run_through;
    stepper.passes++;
    if (!stops) return;
    stepper.gl = wb_state_save();
    wb_checker_pause(true);
    wb_trace_step_pause(true);
    // Picture and inspector now read what the lesson has barriers for only at the end of its step.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT |
                    GL_TEXTURE_FETCH_BARRIER_BIT | GL_UNIFORM_BARRIER_BIT |
                    GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT | GL_ELEMENT_ARRAY_BARRIER_BIT |
                    GL_COMMAND_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT |
                    GL_TEXTURE_UPDATE_BARRIER_BIT | GL_FRAMEBUFFER_BARRIER_BIT);
    leave_step();
    // The next pass may overwrite what they read.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
    wb_trace_step_pause(false);
    wb_checker_pause(false);
    wb_state_restore(stepper.gl);
    wb_state_free(stepper.gl);
    stepper.gl = NULL;
}

static void go_on(void)
{
    wb_pass_on_begin(on_pass_begin);
    enter_step();
    wb_pass_on_begin(NULL);
}

static bool make_stack(void)
{
    if (stepper.stack != NULL) return true;
    void *stack = mmap(NULL, STACK_BYTES, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED) {
        wb_error("stepping needs more memory");
        return false;
    }
    mprotect(stack, (size_t)sysconf(_SC_PAGESIZE), PROT_NONE);
    stepper.stack = stack;
    return true;
}

static bool begin_step(wb_app *app)
{
    if (!make_stack() || !wb_snapshot_take(app)) return false;
    stepper.app = app;
    stepper.is_inside = true;
    stepper.run_through = false;
    stepper.passes = 0;
    getcontext(&stepper.step);
    stepper.step.uc_stack = (stack_t){.ss_sp = stepper.stack, .ss_size = STACK_BYTES};
    makecontext(&stepper.step, coroutine, 0);
    return true;
}

// A step that is left for good: its stack is simply used anew.
static void leave_for_good(void)
{
    if (!stepper.is_inside) return;
    stepper.is_inside = false;
    STACK_IS_FREE(stepper.stack, STACK_BYTES);
    wb_state_free(stepper.gl);
    stepper.gl = NULL;
    wb_checker_pause(false);
    wb_trace_step_drop();
}

/* ---- For the main loop ---- */

bool wb_stepper_is_inside(void)
{
    return stepper.is_inside;
}

int wb_stepper_position(void)
{
    return stepper.is_inside ? stepper.passes - 1 : 0; // the last one begun is the one it stops at
}

bool wb_stepper_dispatch(wb_app *app)
{
    if (!stepper.is_inside && !begin_step(app)) return false;
    go_on();
    return true;
}

bool wb_stepper_finish(wb_app *app)
{
    if (!stepper.is_inside && !begin_step(app)) return false;
    stepper.run_through = true;
    go_on();
    return true;
}

// A whole step has run since the snapshot, and no other.
static bool has_just_ended(void)
{
    return wb_snapshot_is_valid() && !stepper.is_inside &&
           stepper.app->frame == wb_snapshot_frame() + 1;
}

bool wb_stepper_can_go_back(void)
{
    return stepper.is_inside || has_just_ended();
}

bool wb_stepper_back(wb_app *app)
{
    if (!wb_stepper_can_go_back()) return false;
    leave_for_good();
    wb_snapshot_restore(app);
    wb_snapshot_forget(); // the next step takes another: the user may paint before it
    return true;
}

bool wb_stepper_has_result(void)
{
    if (!has_just_ended()) return false;
    wb_param_values now = *wb_snapshot_params(); // places beyond the last parameter stay the same
    wb_params_keep(stepper.app->lesson, &now);
    return memcmp(&now, wb_snapshot_params(), sizeof now) == 0;
}

bool wb_stepper_start_state(const char *buffer, void *data)
{
    return wb_stepper_can_go_back() && wb_snapshot_read(buffer, data);
}

void wb_stepper_reset(void)
{
    leave_for_good();
    wb_snapshot_free();
    if (stepper.stack != NULL) munmap(stepper.stack, STACK_BYTES);
    memset(&stepper, 0, sizeof stepper);
}
