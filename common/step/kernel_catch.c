#include "step/kernel_catch.h"

#include "base/text.h"
#include "gl/floats.h"
#include "gl/pass.h"

#include <stdio.h>
#include <string.h>

static struct {
    wb_catch_desc desc;
    wb_dispatch described;
    wb_caught caught;
    bool has_caught, is_best;
    int seen;          // dispatches of the pass
    char others[400];  // the passes that came
    char refused[400]; // why the last suitable dispatch could not be taken
} waiting;

static void note_pass(const char *pass)
{
    char quoted[100];
    snprintf(quoted, sizeof quoted, "\"%s\"", pass);
    if (strstr(waiting.others, quoted) == NULL)
        wb_text_append(waiting.others, sizeof waiting.others, "%s%s", *waiting.others ? ", " : "",
                       quoted);
}

static bool is_wanted(const char *pass)
{
    if (waiting.desc.pass != NULL && strcmp(waiting.desc.pass, pass) != 0) return false;
    return ++waiting.seen >= (waiting.desc.number > 0 ? waiting.desc.number : 1);
}

static bool is_best(const wb_kernel *kernel)
{
    const char *wanted = waiting.desc.kernel;
    return waiting.desc.pass != NULL || wanted == NULL || strcmp(kernel->name, wanted) == 0;
}

static uint64_t groups_of(const uint32_t groups[3])
{
    return (uint64_t)groups[0] * groups[1] * groups[2];
}

// Whether it takes the place of what has been caught: the preferred kernel replaces another, and a
// larger dispatch of that kernel a smaller one.
static bool is_better(const wb_kernel *kernel)
{
    if (!waiting.has_caught || !is_best(kernel)) return !waiting.has_caught;
    return !waiting.is_best ||
           groups_of(waiting.described.groups) > groups_of(waiting.caught.capture.dispatch.groups);
}

static void take(const wb_kernel *kernel, const char *pass)
{
    wb_capture capture;
    if (!wb_capture_take(&capture, &waiting.described, kernel)) {
        snprintf(waiting.refused, sizeof waiting.refused, "%s: %s", kernel->name, capture.reason);
        wb_capture_free(&capture);
        return;
    }
    if (waiting.has_caught) wb_capture_free(&waiting.caught.capture);
    waiting.caught = (wb_caught){capture, pass, waiting.described.call};
    waiting.has_caught = true;
    waiting.is_best = is_best(kernel);
}

static void before_dispatch(wb_call *call)
{
    const char *pass = wb_pass_name() != NULL ? wb_pass_name() : "";
    note_pass(pass);
    bool is_decided = waiting.is_best && (waiting.desc.pass != NULL || waiting.desc.kernel == NULL);
    if (is_decided || !is_wanted(pass)) return;
    wb_dispatch_describe(&waiting.described, call,
                         WB_DISPATCH_LABELS | WB_DISPATCH_UNIFORMS | WB_DISPATCH_GROUPS);
    const wb_dispatch *d = &waiting.described;
    const wb_kernel *kernel = wb_kernel_of(d);
    if (kernel == NULL || !is_better(kernel)) return;
    if (!kernel->runs)
        snprintf(waiting.refused, sizeof waiting.refused, "%s: %s", kernel->name, kernel->message);
    else if (d->knows_groups && (d->groups[0] == 0 || d->groups[1] == 0 || d->groups[2] == 0))
        snprintf(waiting.refused, sizeof waiting.refused, "%s: it is dispatched with no work group",
                 kernel->name);
    else
        take(kernel, pass);
}

static const wb_calls_row rows[] = {
    {"glDispatchCompute", before_dispatch, NULL, 0},
    {"glDispatchComputeIndirect", before_dispatch, NULL, 0},
    {0},
};
static const wb_calls_listener listener = {.rows = rows};

void wb_catch_begin(const wb_catch_desc *desc)
{
    wb_catch_forget();
    waiting.desc = *desc;
    wb_calls_listen(WB_CALLS_CATCH, &listener);
}

const wb_caught *wb_catch_end(char *reason, size_t size)
{
    wb_calls_listen(WB_CALLS_CATCH, NULL);
    if (waiting.has_caught) return &waiting.caught;
    if (*waiting.refused != '\0')
        snprintf(reason, size, "no kernel to debug: %s", waiting.refused);
    else if (waiting.desc.pass != NULL && waiting.seen > 0)
        snprintf(reason, size, "the pass \"%s\" has %d dispatches here, and no number %d",
                 waiting.desc.pass, waiting.seen, waiting.desc.number);
    else if (*waiting.others != '\0')
        snprintf(reason, size, "there is no dispatch in a pass \"%s\" here\nthere are: %s",
                 waiting.desc.pass != NULL ? waiting.desc.pass : "", waiting.others);
    else
        snprintf(reason, size, "there is no dispatch in this step");
    return NULL;
}

void wb_catch_forget(void)
{
    if (waiting.has_caught) wb_capture_free(&waiting.caught.capture);
    wb_dispatch_free(&waiting.described);
    memset(&waiting, 0, sizeof waiting);
}

wb_debug_desc wb_caught_desc(const wb_caught *caught, const uint32_t group[3])
{
    const wb_kernel *kernel = caught->capture.kernel;
    return (wb_debug_desc){.module = &kernel->module,
                           .dispatch = &caught->capture.dispatch,
                           .group = {group[0], group[1], group[2]},
                           .subgroup = wb_kernel_subgroup_size(kernel),
                           .fuse_fma = wb_floats_of_driver()->fuses_fma};
}
