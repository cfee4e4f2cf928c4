#include "step/stepper.h"

#include "base/message.h"
#include "watch/barriers.h"
#include "gl/pass.h"
#include "step/trace.h"

#include <errno.h>
#include <string.h>

// The stepper that runs: wb_pass_on_begin() gets no argument to find it by.
static wb_stepper *running;

// Whether it worked; with a message if not.
static bool works(wb_coroutine_failure failure)
{
    if (failure != NULL)
        wb_error("stepping is not possible here: %s: %s", failure, strerror(errno));
    return failure == NULL;
}

static void run_step(void *user)
{
    wb_stepper *s = user;
    s->work(s->user);
    s->is_inside = false;
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
    if (!works(wb_coroutine_leave(s->coroutine))) s->has_failed = s->run_through = true;
    // The next pass may overwrite what they read.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
    wb_trace_step_pause(false);
    wb_barriers_pause(false);
    wb_saved_state_restore(s->gl);
    wb_saved_state_free(s->gl);
    s->gl = NULL;
}

/* ---- From outside ---- */

bool wb_stepper_begin(wb_stepper *s, void (*work)(void *user), void *user)
{
    if (!works(wb_coroutine_begin(&s->coroutine, run_step, s))) return false;
    s->work = work;
    s->user = user;
    s->is_inside = true;
    s->run_through = s->has_failed = false;
    s->passes = 0;
    s->after = s->next = NULL;
    return true;
}

bool wb_stepper_go_on(wb_stepper *s, bool to_the_end)
{
    running = s;
    s->run_through = to_the_end;
    wb_pass_on_begin(on_pass_begin);
    bool entered = works(wb_coroutine_enter(s->coroutine));
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
    s->is_inside = false;
    wb_coroutine_abandon(s->coroutine);
    wb_saved_state_free(s->gl);
    s->gl = NULL;
    wb_barriers_pause(false);
    wb_trace_step_drop();
}

void wb_stepper_free(wb_stepper *s)
{
    wb_stepper_leave(s);
    wb_coroutine_free(s->coroutine);
    *s = (wb_stepper){0};
}
