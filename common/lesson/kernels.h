/* --kernels and --counters: every dispatch of the lesson also runs in the kernel machine
 * (machine/machine.h), on copies of its buffers. The machine runs it before the driver, because a
 * driver may not survive a fault.
 *
 * The machine reports what is wrong in the kernel, and counts line by line. The buffers that the
 * driver leaves are compared with those that the machine leaves. If addresses or branches depend on
 * the order in which invocations run, the dispatch runs in three orders. */
#ifndef WB_LESSON_KERNELS_H
#define WB_LESSON_KERNELS_H

#include "base/finding.h"
#include "machine/machine.h"

#include <stdbool.h>
#include <stdio.h>

enum { WB_KERNELS_ALIKE = 20 };

typedef struct wb_kernels_desc {
    bool compares;  // the driver's buffers with the machine's
    bool is_strict; // also where a result is undefined
    bool counts;    // line by line; implies `repeats`
    bool weighs;    // what memory has to do, for wb_kernels_tally()
    bool quiet;     // keeps findings, and does not print them

    /* Runs every dispatch in the machine. Otherwise, if dispatches of a case are alike (the same
     * kernel, constants, uniforms, groups, and sizes of what is bound), the first WB_KERNELS_ALIKE
     * of them run, and the first two in three orders. A dispatch that has run on the same memory
     * before, without a finding, is left out. */
    bool repeats;
    double most_s; // seconds of CPU time in the machine, after which it runs nothing; 0: no limit.
                   // The environment's WB_MACHINE_S is another limit, for tests
    uint64_t most_instructions; // of all invocations of `spender`, the same; 0: no limit
    const char *spender;        // a kernel
} wb_kernels_desc;

/* Whether there is glslangValidator, without which no kernel runs in the machine. If not, *message
 * says what is missing; the text lives until the next call. */
bool wb_kernels_possible(const char **message);

/* Between these two the machine runs what is dispatched. They need a current context, and
 * wb_dispatch_begin() before them. What was found and counted before is kept. */
void wb_kernels_begin(const wb_kernels_desc *desc);
void wb_kernels_end(void);

/* Whether wb_kernels_begin() has been called, and wb_kernels_end() has not. */
bool wb_kernels_listens(void);

/* A new case begins: its dispatches are compared only with each other. */
void wb_kernels_next_case(void);

/* Forgets everything; before wb_program_quit(). Findings stay. */
void wb_kernels_quit(void);

/* What was found. The codes are the machine's ("race", "out-of-bounds", ...), "differs-from-driver"
 * and "not-runnable". Of findings with the same code and lines, the first is kept. */
const wb_findings *wb_kernels_findings(void);

/* Switches `quiet` on or off. */
void wb_kernels_quiet(bool quiet);

/* Of the findings after the first `count`, notes included, the first with that code; NULL: none. */
const wb_finding *wb_kernels_find(const char *code, int count);

/* The first finding since wb_kernels_begin(), notes and those of a changed order excepted, and
 * where --debug comes to it. */
typedef struct wb_kernels_first {
    const wb_finding *finding; // NULL: there is none; lives until the findings are taken back
    const char *pass;          // of its dispatch; NULL: in no pass
    int number;                // of the dispatch, among those of such passes in the frame: from 1
    int64_t frame;             // how many came before
    uint32_t group[3];
} wb_kernels_first;
wb_kernels_first wb_kernels_first_finding(void);

/* Forgets all findings but the first `count`. */
void wb_kernels_take_back(int count);

/* Whether the machine has run all dispatches; false if a limit came first. */
bool wb_kernels_complete(void);

/* Whether there is a limit of instructions, and it or the time came first, but for WB_MACHINE_S. */
bool wb_kernels_overspent(void);

/* What is known of a kernel's dispatches since wb_kernels_begin(). */
typedef struct wb_kernel_tally {
    wb_machine_cost cost; // of all of them, in the first order
    bool varies;          // in another order of its invocations, a dispatch left something else
    char varying[200];    // the first such word, with two of its values; "" if it has no name
    int direct;           // dispatches whose work groups the CPU gave: glDispatchCompute
    int whole;            // dispatches that the machine has run to their end
    bool is_open; // driver and machine disagree, as a rounding that GLSL leaves open lets them
    const char *refused; // why the machine cannot run it; NULL: it can
} wb_kernel_tally;
wb_kernel_tally wb_kernels_tally(const char *kernel);

/* A line for each kernel, on stdout; and the counters, if they were wanted. */
void wb_kernels_print(void);

/* The members "kernels" and, if they were wanted, "counters" of an object, each with a comma. */
void wb_kernels_write_json(FILE *file);

#endif
