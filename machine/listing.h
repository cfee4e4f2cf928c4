/* A kernel with its text: where its lines come from, and in words what the machine found and
 * counted in them. For all that shows findings to people: the terminal, or a page.
 *
 * It uses only the types of base/finding.h and base/source.h. */
#ifndef WB_MACHINE_LISTING_H
#define WB_MACHINE_LISTING_H

#include "base/finding.h"
#include "base/source.h"
#include "machine/machine.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wb_kernel {
    const char *name;        // "04_life/global.comp"; "" if it has none
    const char *text;        // as it was compiled
    const wb_source *source; // where its lines come from; NULL: not known
    wb_module module;        // empty unless it runs
    bool runs;
    bool lacks_compiler; // why it does not run: there is no glslangValidator
    const char *message; // the same in words, if it does not run
    /* Floats may differ from the machine's although neither side is wrong: */
    bool contracts;      // an a * b + c that is not `precise` may be rounded once or twice
    const char *inexact; // a function that OpenGL does not promise exactly: "Exp"; NULL: none
} wb_kernel;

/* The file and line that a line of the text comes from; the rest is left empty. */
wb_finding_place wb_kernel_place(const wb_kernel *kernel, int line);

/* The text of such a line without the blanks around it, cut to `size`. */
const char *wb_kernel_line(const wb_kernel *kernel, int line, char *text, size_t size);

/* A finding of the machine in the words of base/finding.h: both lines with their text, through
 * #includes and calls, and both invocations. The text is the caller's to free; the rest lives as
 * long as the kernel and `f`. */
wb_finding wb_kernel_finding_text(const wb_kernel *kernel, const wb_kernel_finding *f,
                                  const char *pass, const char *call);

/* The counts of all lines of a kernel: lines[line - 1], for the caller to free. */
typedef struct wb_kernel_counts {
    const wb_kernel *kernel;
    const char *pass;
    int dispatches;
    wb_line_counts *lines;
    int line_count;
} wb_kernel_counts;

/* Adds those of a dispatch of the kernel. */
void wb_kernel_counts_add(wb_kernel_counts *counts, const wb_machine *machine);

/* The lines of the kernel, of #included files those that ran, each behind its counts; on stdout. */
void wb_kernel_counts_print(const wb_kernel_counts *counts);

#ifdef __cplusplus
}
#endif
#endif
