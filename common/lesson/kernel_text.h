/* What the kernel machine found and counted, in words. */
#ifndef WB_LESSON_KERNEL_TEXT_H
#define WB_LESSON_KERNEL_TEXT_H

#include "watch/kernel.h"

/* A finding of the machine as one of base/finding.h: both lines with their text, the #includes and
 * calls that lead there, and both invocations. The caller frees the text; the rest lives as long as
 * the kernel and `f`. */
wb_finding wb_kernel_finding_text(const wb_kernel *kernel, const wb_kernel_finding *f,
                                  const char *pass, const char *call);

/* The counts of all lines of a kernel: counts[line - 1]. */
typedef struct wb_kernel_counts {
    const wb_kernel *kernel;
    const char *pass;
    int dispatches;
    wb_line_counts *lines;
    int line_count;
} wb_kernel_counts;

/* Prints the lines of the kernel, each after its counts; of #included files, those that ran. */
void wb_kernel_counts_print(const wb_kernel_counts *counts);
void wb_kernel_counts_write_json(const wb_kernel_counts *counts, FILE *file);

#endif
