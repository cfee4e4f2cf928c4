/* Kernels as the kernel machine has them: compiled from the very text that the driver got, and
 * loaded, once for each text. */
#ifndef WB_WATCH_KERNEL_H
#define WB_WATCH_KERNEL_H

#include "machine/listing.h"
#include "watch/dispatch.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The kernel that a compute dispatch runs; NULL if its text is not known. Lives until
 * wb_kernels_forget(), which must come before wb_program_quit(). */
const wb_kernel *wb_kernel_of(const wb_dispatch *dispatch);
void wb_kernels_forget(void);

/* How many lanes the driver's subgroups have, for a kernel with operations over them; else 0, and
 * also where the driver has no GL_KHR_shader_subgroup, but takes another spelling of the kernel.
 * With a current context. */
int wb_kernel_subgroup_size(const wb_kernel *kernel);

/* A copy of a text that lives as long as the kernels. */
const char *wb_kernel_keep_text(const char *text);

#ifdef __cplusplus
}
#endif
#endif
