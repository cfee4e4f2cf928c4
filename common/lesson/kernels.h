/* --kernels and --counters: every dispatch of the lesson also runs in the kernel machine
 * (machine/machine.h), on copies of its buffers; first, because a driver may not survive a fault.
 *
 * The machine says what is wrong in the kernel; what the driver made of the buffers is compared
 * with what the machine made of them; and it counts, line by line. A dispatch whose addresses or
 * branches depend on the order in which invocations run is run in three orders. A check need not
 * repeat what proves nothing: see wb_kernels_desc. */
#ifndef WB_LESSON_KERNELS_H
#define WB_LESSON_KERNELS_H

#include "base/finding.h"
#include "machine/machine.h"

#include <stdbool.h>
#include <stdio.h>

enum { WB_KERNELS_ALIKE = 20 };

typedef struct wb_kernels_desc {
    bool compares; // what the driver makes of the buffers with what the machine makes of them
    bool counts;   // line by line
    bool weighs;   // what memory has to do, for wb_kernels_tally()
    bool quiet;    // findings are kept only, and not printed
    bool repeats; // else of dispatches that are alike in a case only the first WB_KERNELS_ALIKE run
                  // in the machine, and only the first two in three orders; and none that has had
                  // the same memory before and nothing to tell. Alike: the same kernel, constants,
                  // uniforms, groups, and sizes of what is bound. Whoever counts has all repeated
    double most_s; // after so many seconds of CPU time in the machine, it looks at no more; 0: no
                   // limit
} wb_kernels_desc;

/* Whether there is glslangValidator, without which no kernel runs in the machine. If not, `message`
 * says what is missing; it lives on. */
bool wb_kernels_possible(const char **message);

/* From begin to end the machine runs what is dispatched. With a current context, and inside
 * wb_dispatch_begin() and wb_dispatch_end(). What was found and counted before is kept. */
void wb_kernels_begin(const wb_kernels_desc *wish);
void wb_kernels_end(void);

/* Whether it is between the two. */
bool wb_kernels_listens(void);

/* A new case begins: what was alike before is forgotten. */
void wb_kernels_next_case(void);

/* Forgets everything; before wb_program_quit(). Findings stay. */
void wb_kernels_quit(void);

/* What was found. Codes are those of the machine ("race", "out-of-bounds", ...), and
 * "differs-from-driver" and "not-runnable". Each comes once for its kind and lines. */
const wb_findings *wb_kernels_findings(void);

/* Between true and false, findings are kept and not printed, whatever was wished. */
void wb_kernels_quiet(bool quiet);

/* The first finding with that code behind the first `count`, notes included; NULL if there is none.
 */
const wb_finding *wb_kernels_find(const char *code, int count);

/* Takes back all findings but the first `count`. */
void wb_kernels_take_back(int count);

/* Whether the machine has looked at everything that was dispatched: false beyond `most_s`. */
bool wb_kernels_complete(void);

/* What is known of a kernel's dispatches since wb_kernels_begin(). */
typedef struct wb_kernel_tally {
    wb_machine_cost cost; // of all of them, in the first order
    bool varies;          // in another order of its invocations, a dispatch left something else
    int direct;           // dispatches whose work groups the CPU gave: glDispatchCompute
} wb_kernel_tally;
wb_kernel_tally wb_kernels_tally(const char *kernel);

/* A line for each kernel, on stdout; and the counters, if they were wanted. */
void wb_kernels_print(void);

/* The members "kernels" and, if they were wanted, "counters" of an object, each with a comma. */
void wb_kernels_write_json(FILE *file);

#endif
