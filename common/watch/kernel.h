/* Kernels for the kernel machine: this module compiles the very text that the driver got, and loads
 * it, once for each text. It knows the file and line that each line comes from. */
#ifndef WB_WATCH_KERNEL_H
#define WB_WATCH_KERNEL_H

#include "base/finding.h"
#include "base/source.h"
#include "watch/dispatch.h"
#include "machine/machine.h"

typedef struct wb_kernel {
    const char *name;        // the program's label: "04_life/global.comp"; "" if it has none
    const char *text;        // as the driver got it
    const wb_source *source; // where its lines come from; NULL: not known
    wb_module module;        // empty unless it runs
    bool runs;
    bool lacks_compiler; // why it does not run: there is no glslangValidator
    const char *message; // the same in words, if it does not run
    /* Where driver and machine may give different floats, and both be right: */
    bool contracts;      // an a * b + c that is not `precise` may be rounded once or twice
    const char *inexact; // a function that OpenGL does not promise exactly: "Exp"; NULL: none
} wb_kernel;

/* The kernel that a compute dispatch runs; NULL if its text is not known. Lives until
 * wb_kernels_forget(), which must come before wb_program_quit(). */
const wb_kernel *wb_kernel_of(const wb_dispatch *dispatch);
void wb_kernels_forget(void);

/* How many lanes the driver's subgroups have. 0 if the kernel has no operations over subgroups, or
 * if the driver has no GL_KHR_shader_subgroup and takes another spelling of the kernel. Needs a
 * current context. */
int wb_kernel_subgroup_size(const wb_kernel *kernel);

/* The index-th kernel so far; NULL past the end. */
const wb_kernel *wb_kernel_at(int index);

/* The file and line that a line of the text comes from; the rest is left empty. */
wb_finding_place wb_kernel_place(const wb_kernel *kernel, int line);

/* A copy of a text that lives as long as the kernels. */
const char *wb_kernel_keep_text(const char *text);

/* A line of the text without the blanks around it, cut to `size`. */
const char *wb_kernel_line(const wb_kernel *kernel, int line, char *text, size_t size);

#endif
