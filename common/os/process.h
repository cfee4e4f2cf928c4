/* Other processes: programs that this one starts, among them itself. The streams of a child are
 * ours, or files. One in memory takes all that a child says, without a reader while it runs.
 * However this process ends, its children end with it. */
#ifndef WB_OS_PROCESS_H
#define WB_OS_PROCESS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct wb_process_desc {
    const char *program;      // NULL: this program; without a slash it is looked up in PATH
    const char *const *words; // NULL ends them; the first is the name
    const char *directory;    // where it runs; NULL: here
    FILE *in, *out, *errors;  // its streams, files as they stand; NULL: the same as ours
    FILE **report;            // becomes a stream of what the child, which is this program, writes
                              // to wb_process_report(), for the caller to close; NULL: none
} wb_process_desc;

/* Zeroed: none. */
typedef struct wb_process {
    intptr_t id;
} wb_process;

typedef struct wb_process_end {
    int status;        // that the child has exited with; -1: it has crashed, or was ended
    const char *crash; // in that case the reason, in words; else NULL
    bool is_wanted;    // somebody ended it from outside, as by Ctrl-C
} wb_process_end;

enum { WB_PROCESS_NOT_THERE = 127 }; // the status of a child whose program could not be started

/* Starts a child. What our streams still hold is written before. False, with errno, if there can be
 * no process. */
bool wb_process_start(wb_process *process, const wb_process_desc *desc);

/* Waits for its end. False if that cannot be learned. */
bool wb_process_wait(wb_process *process, wb_process_end *end);

/* The same without waiting: false as well while it runs. */
bool wb_process_has_ended(wb_process *process, wb_process_end *end);

/* Ends it now. */
void wb_process_kill(wb_process *process);

/* Starts a child and waits. Returns its exit status; -1 if it has crashed, or could not be started.
 */
int wb_process_run(const wb_process_desc *desc);

/* Goes on as another program, with the same streams. Returns only if that is not possible, with
 * errno. */
void wb_process_become(const char *program, char *const *words);

/* In a child whose parent wants a report: where to; the caller closes it. NULL: it wants none. */
FILE *wb_process_report(void);

/* The number that no other process has now. */
int wb_process_number(void);

/* A file without a name, to be written and read, which is gone once it is closed. NULL, with errno.
 */
FILE *wb_process_file(void);

#endif
