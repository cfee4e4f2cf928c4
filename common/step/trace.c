#include "step/trace.h"

#include "base/memory.h"
#include "gl/pass.h"

#include <stdlib.h>
#include <string.h>

// Passes once made are kept, with the memory of their dispatches, for the steps to come.
typedef struct pass_list {
    wb_trace_pass *passes;
    int count, made, capacity;
} pass_list;

static struct {
    bool is_listening;
    bool in_step; // that was heard from its begin on
    bool is_paused;
    wb_trace_pass open;
    pass_list lists[2];
    int whole; // which of the lists is the last whole step; the other is the step under way
} trace;

static pass_list *under_way(void)
{
    return &trace.lists[!trace.whole];
}

static bool belongs_to_step(void)
{
    return trace.in_step && !trace.is_paused;
}

/* ---- What is heard ---- */

// With groups that the GPU alone knows left unknown: to ask for them would wait for it.
static void on_dispatch(wb_call *call)
{
    if (!belongs_to_step() || wb_pass_name() == NULL) return;
    wb_dispatch_describe(&trace.open.dispatch, call, WB_DISPATCH_LABELS | WB_DISPATCH_UNIFORMS);
    trace.open.dispatches++;
    trace.open.barrier = 0;
}

static GLbitfield on_barrier(GLbitfield asked, GLbitfield left)
{
    if (belongs_to_step() && wb_pass_name() != NULL) trace.open.barrier |= asked;
    return left;
}

// The next pass of the list, to be filled.
static wb_trace_pass *add_pass(pass_list *list)
{
    list->passes = wb_grow(list->passes, &list->capacity, list->count + 1, sizeof *list->passes);
    if (list->count == list->made) list->made++;
    return &list->passes[list->count++];
}

static void on_pass_end(const char *name)
{
    if (trace.open.dispatches == 0) wb_dispatch_clear(&trace.open.dispatch);
    if (belongs_to_step()) {
        wb_trace_pass *pass = add_pass(under_way());
        wb_dispatch memory = pass->dispatch; // changes places with the open one's
        *pass = trace.open;
        pass->name = name;
        trace.open.dispatch = memory;
    }
    trace.open.dispatches = 0;
    trace.open.barrier = 0;
}

static const wb_calls_row rows[] = {
    {"glDispatchCompute", on_dispatch, NULL, 0},
    {"glDispatchComputeIndirect", on_dispatch, NULL, 0},
    {0},
};

static const wb_calls_listener listener = {.rows = rows, .barrier = on_barrier};

/* ---- Begin and end ---- */

void wb_trace_begin(void)
{
    if (trace.is_listening) return;
    wb_dispatch_begin();
    wb_calls_listen(WB_CALLS_TRACE, &listener);
    wb_pass_on_end(on_pass_end);
    trace.is_listening = true;
}

void wb_trace_end(void)
{
    if (!trace.is_listening) return;
    wb_pass_on_end(NULL);
    wb_calls_listen(WB_CALLS_TRACE, NULL);
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < trace.lists[i].made; k++)
            wb_dispatch_free(&trace.lists[i].passes[k].dispatch);
        free(trace.lists[i].passes);
    }
    wb_dispatch_free(&trace.open.dispatch);
    memset(&trace, 0, sizeof trace);
    wb_dispatch_end();
}

/* ---- Steps ---- */

void wb_trace_step_begin(void)
{
    under_way()->count = 0;
    trace.in_step = trace.is_listening;
    trace.is_paused = false;
}

void wb_trace_step_end(void)
{
    if (trace.in_step) trace.whole = !trace.whole;
    trace.in_step = false;
}

void wb_trace_step_drop(void)
{
    trace.in_step = false;
}

void wb_trace_step_pause(bool on)
{
    trace.is_paused = on;
}

const wb_trace_pass *wb_trace_pass_at(bool whole, int index)
{
    const pass_list *list = whole || !trace.in_step ? &trace.lists[trace.whole] : under_way();
    return index >= 0 && index < list->count ? &list->passes[index] : NULL;
}
