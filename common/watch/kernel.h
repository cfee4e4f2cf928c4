/* Kernels for the kernel machine: this module compiles the very text that the driver got, and loads
 * it, once for each text. */
#ifndef WB_WATCH_KERNEL_H
#define WB_WATCH_KERNEL_H

#include "machine/listing.h"
#include "watch/dispatch.h"

/* The kernel that a compute dispatch runs; NULL if its text is not known. Lives until
 * wb_kernels_forget(), which must come before wb_program_quit(). */
const wb_kernel *wb_kernel_of(const wb_dispatch *dispatch);
void wb_kernels_forget(void);

/* How many lanes the driver's subgroups have. 0 if the kernel has no operations over subgroups, or
 * if the driver has no GL_KHR_shader_subgroup and takes another spelling of the kernel. Needs a
 * current context. */
int wb_kernel_subgroup_size(const wb_kernel *kernel);

/* A copy of a text that lives as long as the kernels. */
const char *wb_kernel_keep_text(const char *text);

#endif
