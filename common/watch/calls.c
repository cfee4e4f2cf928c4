#include "watch/calls.h"

#include "base/memory.h"
#include "os/text.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <gl_calls.inc> // written by cmake/WbGlCalls.cmake from glad's header

/* Every function with its two pointers: the one that programs call through, and the driver's own.
 */
static const struct {
    const char *name;
    void *called, *plain; // addresses of pointers to functions
} table[] = {
#define ROW(name, parameters) {#name, &glad_debug_##name, &glad_##name},
    GL_CALLS(ROW)
#undef ROW
};

enum { CALLS = sizeof table / sizeof table[0] };

// What the listeners want of a call.
typedef struct wishes {
    const wb_calls_row *rows[WB_CALLS_PLACES];
} wishes;

static struct {
    const wb_calls_listener *listeners[WB_CALLS_PLACES];
    wb_map by_name; // of wishes; the key is the address of the name that glad gives
    bool wants_errors, wants_barriers;
    GLenum kept_error; // asked for here first; the program may still ask
    PFNGLMEMORYBARRIERPROC memory_barrier;
    PFNGLDISPATCHCOMPUTEPROC dispatch; // the driver's; NULL unless a dispatch is withheld
    PFNGLDISPATCHCOMPUTEINDIRECTPROC dispatch_indirect;
} calls = {.by_name = {.item_size = sizeof(wishes)}};

/* ---- Telling ---- */

static const wb_calls_row *find_row(const wb_calls_listener *listener, const char *name)
{
    if (listener == NULL || listener->rows == NULL) return NULL;
    for (const wb_calls_row *row = listener->rows; row->name != NULL; row++) {
        bool begins_alike = strncmp(row->name, name, strcspn(row->name, "*?[")) == 0;
        if (begins_alike && fnmatch(row->name, name, 0) == 0) return row;
    }
    return NULL;
}

// glad names a function by the same address at each call, so that the search is done once.
static wishes wishes_for(const char *name)
{
    wishes *known = wb_map_find(&calls.by_name, (uintptr_t)name);
    if (known != NULL) return *known;
    known = wb_map_add(&calls.by_name, (uintptr_t)name);
    for (int i = 0; i < WB_CALLS_PLACES; i++) known->rows[i] = find_row(calls.listeners[i], name);
    return *known;
}

static void GLAD_API_PTR no_dispatch(GLuint x, GLuint y, GLuint z)
{
    (void)x, (void)y, (void)z;
}

static void GLAD_API_PTR no_dispatch_indirect(GLintptr commands)
{
    (void)commands;
}

// glad calls what these pointers lead to, between the two callbacks.
static void withhold(void)
{
    if (calls.dispatch != NULL) return;
    calls.dispatch = glad_glDispatchCompute;
    calls.dispatch_indirect = glad_glDispatchComputeIndirect;
    glad_glDispatchCompute = no_dispatch;
    glad_glDispatchComputeIndirect = no_dispatch_indirect;
}

static void dispatch_again(void)
{
    if (calls.dispatch == NULL) return;
    glad_glDispatchCompute = calls.dispatch;
    glad_glDispatchComputeIndirect = calls.dispatch_indirect;
    calls.dispatch = NULL;
}

static void before_call(const char *name, GLADapiproc function, int count, ...)
{
    (void)function;
    wishes w = wishes_for(name);
    for (int i = 0; i < WB_CALLS_PLACES; i++) {
        if (w.rows[i] == NULL || w.rows[i]->before == NULL) continue;
        wb_call call = {.name = name, .detail = w.rows[i]->detail};
        va_start(call.arguments, count);
        w.rows[i]->before(&call);
        va_end(call.arguments);
        if (call.withheld) withhold();
    }
}

static void after_call(void *result, const char *name, GLADapiproc function, int count, ...)
{
    (void)function;
    dispatch_again();
    GLenum error = calls.wants_errors ? glad_glGetError() : GL_NO_ERROR;
    wishes w = wishes_for(name);
    for (int i = 0; i < WB_CALLS_PLACES; i++) {
        wb_call call = {.name = name, .result = result};
        if (error != GL_NO_ERROR && calls.listeners[i] != NULL && calls.listeners[i]->error) {
            va_start(call.arguments, count);
            calls.listeners[i]->error(&call, error);
            va_end(call.arguments);
        }
        if (w.rows[i] == NULL || w.rows[i]->after == NULL) continue;
        call.detail = w.rows[i]->detail;
        va_start(call.arguments, count);
        w.rows[i]->after(&call);
        va_end(call.arguments);
    }
    if (calls.kept_error == GL_NO_ERROR) calls.kept_error = error;
}

static void GLAD_API_PTR memory_barrier(GLbitfield asked)
{
    GLbitfield left = asked;
    for (int i = 0; i < WB_CALLS_PLACES; i++)
        if (calls.listeners[i] != NULL && calls.listeners[i]->barrier != NULL)
            left = calls.listeners[i]->barrier(asked, left);
    if (left != 0) calls.memory_barrier(left);
}

// Hands on what after_call() took away.
static GLenum GLAD_API_PTR get_error(void)
{
    GLenum error = calls.kept_error;
    calls.kept_error = GL_NO_ERROR;
    return error != GL_NO_ERROR ? error : glad_glGetError();
}

/* ---- The pointers ---- */

static bool is_wanted(const char *name)
{
    for (int i = 0; i < WB_CALLS_PLACES; i++)
        if (find_row(calls.listeners[i], name) != NULL) return true;
    return false;
}

static void set_pointers(void)
{
    gladSetGLPreCallback(before_call);
    gladSetGLPostCallback(after_call);
    gladInstallGLDebug(); // all functions go by way of the callbacks; lead most of them past again
    for (int i = 0; i < CALLS && !calls.wants_errors; i++)
        if (!is_wanted(table[i].name)) memcpy(table[i].called, table[i].plain, sizeof(GLADapiproc));
    if (calls.wants_errors) glad_debug_glGetError = get_error;
    calls.memory_barrier = glad_debug_glMemoryBarrier;
    if (calls.wants_barriers) glad_debug_glMemoryBarrier = memory_barrier;
}

void wb_calls_listen(wb_calls_place place, const wb_calls_listener *listener)
{
    bool wanted_errors = calls.wants_errors, is_heard = false;
    calls.listeners[place] = listener;
    calls.wants_errors = calls.wants_barriers = false;
    for (int i = 0; i < WB_CALLS_PLACES; i++) {
        const wb_calls_listener *one = calls.listeners[i];
        if (one == NULL) continue;
        is_heard = true;
        calls.wants_errors = calls.wants_errors || one->error != NULL;
        calls.wants_barriers = calls.wants_barriers || one->barrier != NULL;
    }
    if (!wanted_errors) calls.kept_error = GL_NO_ERROR;
    wb_map_free(&calls.by_name);
    if (is_heard)
        set_pointers();
    else
        gladUninstallGLDebug();
}
