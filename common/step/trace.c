#include "step/trace.h"

#include "gl/pass.h"

#include <string.h>

typedef struct pass_list {
    wb_trace_pass passes[WB_TRACE_MAX_PASSES];
    int count;
} pass_list;

static struct {
    bool is_listening;
    bool in_step; // that was heard from its begin on
    wb_trace_pass open;
    pass_list lists[2];
    int whole; // which of the lists is the last whole step; the other is the step under way
    // What stood in the loader's pointers before: the driver, or the barrier checker.
    PFNGLDISPATCHCOMPUTEPROC dispatch;
    PFNGLDISPATCHCOMPUTEINDIRECTPROC dispatch_indirect;
    PFNGLMEMORYBARRIERPROC memory_barrier;
} trace;

/* ---- Describing a dispatch ----
 * Questions go to the driver (glad_gl...), past the barrier checker, which has no use for them. */

static void describe_block(wb_trace_binding *binding, GLuint program, GLuint block)
{
    static const GLenum wanted = GL_BUFFER_BINDING;
    GLint index = 0, buffer = 0;
    glad_glGetProgramResourceiv(program, GL_SHADER_STORAGE_BLOCK, block, 1, &wanted, 1, NULL,
                                &index);
    glad_glGetProgramResourceName(program, GL_SHADER_STORAGE_BLOCK, block,
                                  (GLsizei)sizeof binding->block, NULL, binding->block);
    glad_glGetIntegeri_v(GL_SHADER_STORAGE_BUFFER_BINDING, (GLuint)index, &buffer);
    binding->index = (GLuint)index;
    binding->buffer = (GLuint)buffer;
    if (buffer != 0)
        glad_glGetObjectLabel(GL_BUFFER, binding->buffer, (GLsizei)sizeof binding->label, NULL,
                              binding->label);
}

static void describe_program(wb_trace_pass *pass)
{
    GLint program = 0, blocks = 0;
    glad_glGetIntegerv(GL_CURRENT_PROGRAM, &program);
    pass->program = (GLuint)program;
    if (program == 0) return;
    glad_glGetObjectLabel(GL_PROGRAM, pass->program, (GLsizei)sizeof pass->kernel, NULL,
                          pass->kernel);
    glad_glGetProgramiv(pass->program, GL_COMPUTE_WORK_GROUP_SIZE, pass->local_size);
    glad_glGetProgramInterfaceiv(pass->program, GL_SHADER_STORAGE_BLOCK, GL_ACTIVE_RESOURCES,
                                 &blocks);
    pass->binding_count = blocks < WB_TRACE_MAX_BINDINGS ? blocks : WB_TRACE_MAX_BINDINGS;
    for (int i = 0; i < pass->binding_count; i++)
        describe_block(&pass->bindings[i], pass->program, (GLuint)i);
}

static pass_list *under_way(void)
{
    return &trace.lists[!trace.whole];
}

// The open pass, ready to describe another dispatch; NULL if it would not be kept.
static wb_trace_pass *next_dispatch(void)
{
    bool kept = trace.in_step && under_way()->count < WB_TRACE_MAX_PASSES;
    if (!kept || wb_pass_name() == NULL) return NULL;
    trace.open = (wb_trace_pass){.dispatches = trace.open.dispatches + 1};
    describe_program(&trace.open);
    return &trace.open;
}

/* ---- Standing in for the loader's pointers ---- */

static void GLAD_API_PTR on_dispatch(GLuint x, GLuint y, GLuint z)
{
    wb_trace_pass *pass = next_dispatch();
    if (pass != NULL) memcpy(pass->groups, (GLuint[3]){x, y, z}, sizeof pass->groups);
    trace.dispatch(x, y, z);
}

static void GLAD_API_PTR on_dispatch_indirect(GLintptr offset)
{
    wb_trace_pass *pass = next_dispatch();
    if (pass != NULL) pass->indirect = true;
    trace.dispatch_indirect(offset);
}

static void GLAD_API_PTR on_memory_barrier(GLbitfield bits)
{
    if (wb_pass_name() != NULL) trace.open.barrier |= bits;
    trace.memory_barrier(bits);
}

static void on_pass_end(const char *name)
{
    pass_list *list = under_way();
    trace.open.name = name;
    if (trace.in_step && list->count < WB_TRACE_MAX_PASSES)
        list->passes[list->count++] = trace.open;
    trace.open = (wb_trace_pass){0};
}

static void start_listening(void)
{
    memset(&trace, 0, sizeof trace);
    trace.dispatch = glad_debug_glDispatchCompute;
    trace.dispatch_indirect = glad_debug_glDispatchComputeIndirect;
    trace.memory_barrier = glad_debug_glMemoryBarrier;
    glad_debug_glDispatchCompute = on_dispatch;
    glad_debug_glDispatchComputeIndirect = on_dispatch_indirect;
    glad_debug_glMemoryBarrier = on_memory_barrier;
    wb_pass_on_end(on_pass_end);
}

static void stop_listening(void)
{
    glad_debug_glDispatchCompute = trace.dispatch;
    glad_debug_glDispatchComputeIndirect = trace.dispatch_indirect;
    glad_debug_glMemoryBarrier = trace.memory_barrier;
    wb_pass_on_end(NULL);
}

void wb_trace_listen(bool on)
{
    if (on == trace.is_listening) return;
    if (on)
        start_listening();
    else
        stop_listening();
    trace.is_listening = on;
}

void wb_trace_begin_step(void)
{
    under_way()->count = 0;
    trace.in_step = trace.is_listening;
}

void wb_trace_end_step(void)
{
    if (trace.in_step) trace.whole = !trace.whole;
    trace.in_step = false;
}

void wb_trace_drop_step(void)
{
    trace.in_step = false;
}

const wb_trace_pass *wb_trace_pass_at(bool whole, int index)
{
    const pass_list *list = whole || !trace.in_step ? &trace.lists[trace.whole] : under_way();
    return index >= 0 && index < list->count ? &list->passes[index] : NULL;
}
