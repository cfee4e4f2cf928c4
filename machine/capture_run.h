/* Runs a capture with all checks, and prints what comes of it. */
#ifndef WB_MACHINE_CAPTURE_RUN_H
#define WB_MACHINE_CAPTURE_RUN_H

#include "machine/capture_file.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Works on the capture's memory, which then holds the results. Faults and warnings go to stderr;
 * what ran, a hash of each memory that the kernel writes, and, with `counters`, the kernel's lines
 * with what each costs, to stdout. Returns whether the machine found no fault and came to the
 * end. */
bool wb_capture_file_run(const wb_capture_file *capture, bool counters);

/* What is in it, on stdout. */
void wb_capture_file_show(const wb_capture_file *capture);

#ifdef __cplusplus
}
#endif
#endif
