#include "watch/kernel.h"

#include "base/hash.h"
#include "base/memory.h"
#include "gl/bound.h"
#include "gl/program.h"
#include "machine/front.h"
#include "machine/operations.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct {
    wb_map by_text; // of wb_kernel *, which stay where they are
    wb_texts names;
} kernels = {.by_text = {.item_size = sizeof(wb_kernel *)}};

/* ---- Floats ---- */

// Whether there are a product and a sum that are not `precise`, so that a driver may make one of
// two.
static bool contracts(const wb_module *module)
{
    bool sums = false, products = false;
    for (uint32_t i = 0; i < module->code_count; i++) {
        int op = module->code[i].op;
        if ((module->code[i].mode & WB_PRECISE) != 0) continue;
        sums = sums || op == WbOpFAdd || op == WbOpFSub;
        products = products || op == WbOpFMul;
    }
    return sums && products;
}

static const char *inexact(const wb_module *module)
{
    for (uint32_t i = 0; i < module->code_count; i++) {
        int op = module->code[i].op;
        bool is_function = (op >= WbOpSin && op <= WbOpExp2) || op == WbOpDInverseSqrt ||
                           (op >= WbOpInverseSqrt && op <= WbOpAtan2);
        if (is_function) return wb_operation_name(op);
    }
    return NULL;
}

/* ---- Loading ---- */

// The compiler's messages about the text become messages about the files.
static char *explain(const wb_kernel *kernel, const char *message)
{
    if (message == NULL) return strdup("it does not compile");
    char *text =
        kernel->source != NULL ? wb_source_explain(kernel->source, message) : strdup(message);
    for (size_t length = text != NULL ? strlen(text) : 0; length > 0 && text[length - 1] == '\n';)
        text[--length] = '\0';
    return text;
}

static void load(wb_kernel *kernel)
{
    wb_front_output spirv;
    wb_module_error error;
    char *reason = NULL;
    wb_front_result result = wb_front_compile(kernel->text, &spirv);
    kernel->lacks_compiler = result == WB_FRONT_MISSING;
    if (result != WB_FRONT_GOOD)
        reason = explain(kernel, spirv.message);
    else if (wb_module_load(&kernel->module, spirv.words, spirv.count, &error)) {
        kernel->runs = true;
        kernel->contracts = contracts(&kernel->module);
        kernel->inexact = inexact(&kernel->module);
    } else {
        wb_finding_place place = wb_kernel_place(kernel, error.line);
        if (asprintf(&reason, "%s:%d: %s", place.file, place.line, error.text) < 0) reason = NULL;
    }
    kernel->message = wb_texts_keep(&kernels.names, reason != NULL ? reason : "out of memory");
    free(reason);
    wb_front_free(&spirv);
}

static wb_kernel *add(const char *text, const char *name)
{
    wb_kernel *kernel = wb_or_end(calloc(1, sizeof *kernel));
    kernel->text = wb_texts_keep(&kernels.names, text);
    kernel->name = wb_texts_keep(&kernels.names, name);
    kernel->source = wb_program_source(text);
    load(kernel);
    return kernel;
}

const wb_kernel *wb_kernel_of(const wb_dispatch *dispatch)
{
    const char *text = dispatch->program != 0 ? wb_interface_of(dispatch->program)->source : NULL;
    if (text == NULL || !dispatch->is_compute) return NULL;
    uint64_t hash = wb_hash_bytes(WB_HASH_START, text, strlen(text));
    wb_kernel **kernel = wb_map_add(&kernels.by_text, hash);
    if (*kernel == NULL) *kernel = add(text, dispatch->kernel);
    return *kernel;
}

int wb_kernel_subgroup_size(const wb_kernel *kernel)
{
    enum { SUBGROUP_SIZE_KHR = 0x9532 };
    bool has_size =
        kernel->module.uses_subgroups && wb_bound_has_extension("GL_KHR_shader_subgroup");
    return has_size ? wb_bound_get(SUBGROUP_SIZE_KHR) : 0;
}

void wb_kernels_forget(void)
{
    wb_kernel **kernel;
    uint32_t place = 0;
    while ((kernel = wb_map_next(&kernels.by_text, &place, NULL)) != NULL) {
        wb_module_free(&(*kernel)->module);
        free(*kernel);
    }
    wb_map_free(&kernels.by_text);
    wb_texts_free(&kernels.names);
}

const char *wb_kernel_keep_text(const char *text)
{
    return wb_texts_keep(&kernels.names, text);
}
