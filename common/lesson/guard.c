#include "lesson/guard.h"

#include "gl/bound.h"
#include "gl/program.h"
#include "machine/front.h"
#include "machine/machine.h"
#include "os/thread.h"
#include "watch/capture.h"

#include <stdlib.h>
#include <string.h>

static struct {
    bool is_on, listens;
    bool has_refused;
    wb_dispatch described;
    wb_capture capture;
} guard;

/* ---- Looking ---- */

// What a driver may not survive.
static bool is_fatal(const wb_kernel *kernel, const wb_kernel_finding *f)
{
    if (strcmp(f->code, "endless-loop") == 0 || strcmp(f->code, "spin-in-group") == 0 ||
        strcmp(f->code, "barrier-divergence") == 0)
        return true;
    const wb_variable *v = wb_module_find(&kernel->module, f->variable, f->call, &(int){0});
    return strcmp(f->code, "out-of-bounds") == 0 && v != NULL && v->space == WB_SPACE_SHARED;
}

// Tells of the first fatal finding. Returns whether there is one.
static bool tell(const wb_kernel *kernel, const wb_machine *machine)
{
    for (int i = 0; i < wb_machine_finding_count(machine); i++) {
        const wb_kernel_finding *found = wb_machine_finding(machine, i);
        if (!is_fatal(kernel, found)) continue;
        wb_finding f =
            wb_kernel_finding_text(kernel, found, guard.described.pass, guard.described.call);
        wb_error("%s\nthe driver was not given this kernel, for it may never come back from it "
                 "(--unguarded gives it all the same)",
                 f.text != NULL ? f.text : found->text);
        free((char *)f.text);
        return true;
    }
    return false;
}

typedef enum outcome { GOOD, BAD, WAITS } outcome;

// Runs one work group; or all of them from the first on, as far as the time goes. WAITS: the one
// waits for a word that another group may write.
static outcome run(const wb_kernel *kernel, const uint32_t *group)
{
    enum { BUDGET = 4000000 }; // instructions of lanes
    wb_module_error error;
    wb_stop stop;
    wb_machine_options options = {.subgroup = wb_kernel_subgroup_size(kernel),
                                  .one_group = group != NULL,
                                  .group = group != NULL ? *group : 0};
    wb_machine *machine =
        wb_machine_create(&kernel->module, &guard.capture.dispatch, &options, &error);
    if (machine == NULL) return GOOD; // and the driver will say why
    bool has_ended = wb_machine_run_some(machine, BUDGET, &stop);
    outcome result = GOOD;
    if (has_ended && stop == WB_STOP_BUDGET && group != NULL)
        result = WAITS;
    else {
        if (!has_ended) wb_machine_comes_to_end(machine);
        if (tell(kernel, machine)) result = BAD;
    }
    wb_machine_free(machine);
    return result;
}

// A group that waits for another, as in a scan of one pass, gets to see it.
static bool is_good(const wb_kernel *kernel)
{
    const uint32_t *groups = guard.described.groups;
    uint32_t last = groups[0] * groups[1] * groups[2] - 1;
    const uint32_t looked_at[] = {0, last / 2, last};
    outcome result = GOOD;
    for (int i = 0; i < 3 && result == GOOD; i++)
        if (i == 0 || looked_at[i] != looked_at[i - 1]) result = run(kernel, &looked_at[i]);
    if (result == WAITS) {
        wb_capture_free(&guard.capture);
        bool is_there = wb_capture_take_once(&guard.capture, &guard.described, kernel);
        result = is_there ? run(kernel, NULL) : GOOD;
    }
    return result != BAD;
}

/* ---- What ran before ---- */

static void set_uniform(const wb_dispatch_uniform *u, const uint32_t *words)
{
    GLint at = u->resource.location;
    GLsizei count = u->resource.count;
    const GLfloat *floats = (const GLfloat *)words;
    const GLint *ints = (const GLint *)words;
    switch (u->resource.type) {
    case GL_FLOAT: glad_glUniform1fv(at, count, floats); break;
    case GL_FLOAT_VEC2: glad_glUniform2fv(at, count, floats); break;
    case GL_FLOAT_VEC3: glad_glUniform3fv(at, count, floats); break;
    case GL_FLOAT_VEC4: glad_glUniform4fv(at, count, floats); break;
    case GL_INT:
    case GL_BOOL: glad_glUniform1iv(at, count, ints); break;
    case GL_INT_VEC2: glad_glUniform2iv(at, count, ints); break;
    case GL_INT_VEC3: glad_glUniform3iv(at, count, ints); break;
    case GL_INT_VEC4: glad_glUniform4iv(at, count, ints); break;
    case GL_UNSIGNED_INT: glad_glUniform1uiv(at, count, words); break;
    case GL_UNSIGNED_INT_VEC2: glad_glUniform2uiv(at, count, words); break;
    case GL_UNSIGNED_INT_VEC3: glad_glUniform3uiv(at, count, words); break;
    case GL_UNSIGNED_INT_VEC4: glad_glUniform4uiv(at, count, words); break;
    case GL_FLOAT_MAT3: glad_glUniformMatrix3fv(at, count, GL_FALSE, floats); break;
    case GL_FLOAT_MAT4: glad_glUniformMatrix4fv(at, count, GL_FALSE, floats); break;
    default: break;
    }
}

// The uniforms of the dispatch went when the program was linked.
static void set_uniforms(void)
{
    const wb_dispatch *d = &guard.described;
    const wb_interface *interface = wb_interface_of(d->program);
    for (int i = 0; i < d->uniform_count; i++)
        for (int k = 0; k < interface->count; k++) {
            const wb_resource *old = &d->uniforms[i].resource, *now = &interface->resources[k];
            bool is_same = now->kind == WB_UNIFORM && now->location == old->location &&
                           now->type == old->type && now->count == old->count;
            if (is_same) set_uniform(&d->uniforms[i], d->values + d->uniforms[i].first);
        }
}

/* ---- Listening ---- */

static bool has_groups(const wb_dispatch *d)
{
    uint64_t count = (uint64_t)d->groups[0] * d->groups[1];
    return d->knows_groups && count > 0 && count <= UINT32_MAX && d->groups[2] > 0 &&
           count * d->groups[2] <= UINT32_MAX;
}

static void refuse(wb_call *call)
{
    if (wb_program_take_back(guard.described.program)) {
        set_uniforms();
        return;
    }
    guard.has_refused = true;
    call->withheld = true;
}

static void compile(void *text)
{
    wb_front_output output;
    wb_front_compile(text, &output);
    wb_front_free(&output);
}

// The compiler of the machine and what looks for qualifiers in the text each take a twentieth of a
// second, so the one runs beside the other; wb_kernel_of() finds its result in the cache.
static const wb_kernel *describe(wb_call *call, GLuint program)
{
    wb_thread ahead;
    const char *text = wb_program_text(program);
    bool is_ahead = text != NULL && wb_thread_start(&ahead, compile, (void *)text);
    wb_dispatch_describe(&guard.described, call,
                         WB_DISPATCH_LABELS | WB_DISPATCH_UNIFORMS | WB_DISPATCH_GROUPS);
    if (is_ahead) wb_thread_join(&ahead);
    return wb_kernel_of(&guard.described);
}

static void before_dispatch(wb_call *call)
{
    if (guard.has_refused) {
        call->withheld = true;
        return;
    }
    GLuint program = (GLuint)wb_bound_get(GL_CURRENT_PROGRAM);
    if (!wb_program_is_unread(program)) return;
    const wb_dispatch *d = &guard.described;
    const wb_kernel *kernel = describe(call, program);
    if (kernel == NULL || !has_groups(d)) return;
    bool is_there = kernel->runs && wb_capture_take_once(&guard.capture, d, kernel);
    if (!is_there)
        wb_note("%s was not looked into before the driver got it: %s", kernel->name,
                kernel->runs ? guard.capture.reason : kernel->message);
    wb_program_approve(d->program);
    if (is_there && !is_good(kernel)) refuse(call);
    wb_capture_free(&guard.capture);
}

static const wb_calls_row rows[] = {
    {"glDispatchCompute", before_dispatch, NULL, 0},
    {"glDispatchComputeIndirect", before_dispatch, NULL, 0},
    {0},
};
static const wb_calls_listener listener = {.rows = rows};

static void listen(bool listens)
{
    if (listens == guard.listens) return;
    wb_calls_listen(WB_CALLS_GUARD, listens ? &listener : NULL);
    guard.listens = listens;
}

void wb_guard_begin(void)
{
    guard.is_on = true;
}

void wb_guard_end(void)
{
    listen(false);
    wb_dispatch_free(&guard.described);
    guard.is_on = guard.has_refused = false;
}

void wb_guard_start(void)
{
    guard.has_refused = false;
    listen(guard.is_on);
}

void wb_guard_step(void)
{
    listen(guard.is_on && (guard.has_refused || wb_program_any_unread()));
}

bool wb_guard_has_refused(void)
{
    return guard.has_refused;
}
