/* A finding of the kernel machine in the words of the workbench: with files, and the lines' text.
 */
#ifndef WB_TELL_H
#define WB_TELL_H

#include "base/finding.h"
#include "base/source.h"
#include "spirv/machine.h"

#ifdef __cplusplus
extern "C" {
#ifdef __cplusplus
}
#endif
#endif

/* The finding as all checkers have them. `source` is the text that was compiled, with its line
 * table; `pass` may be NULL. The message goes into `text`, cut to `size` bytes: what happened, the
 * source lines of both accesses, both invocations, what would mend it. `finding` points into all
 * four. */
void wb_tell_finding(const wb_kernel_finding *kernel_finding, const wb_source *source,
                     const char *pass, char *text, size_t size, wb_finding *finding);

#ifdef __cplusplus
}
#endif
#endif
