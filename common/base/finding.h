/* What a checker found: one kind of finding for all of them (the barrier checker; a checker of
 * kernels), and a list that tells each finding once, which the panel shows and --json writes. */
#ifndef WB_BASE_FINDING_H
#define WB_BASE_FINDING_H

#include "base/message.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* A place in the program that is checked. What is not known, or has no meaning there, is NULL or 0.
 */
typedef struct wb_finding_place {
    const char *pass; // the name of the pass
    const char *call; // "glDispatchCompute"
    const char *file; // under a root of the shaders: "04_life/global.comp"
    int line;         // from 1
} wb_finding_place;

/* Zero is the default for all but the first two and the text. */
typedef struct wb_finding {
    const char *code;         // what it is, for programs, the same for all time: "missing-barrier"
    wb_severity severity;     // WB_ERROR: a fault; WB_WARNING, WB_NOTE: advice
    wb_finding_place at;      // where it shows
    wb_finding_place earlier; // the other side of a conflict, which came first
    const char *conflict;     // "read after write", "write after write", "write after read"
    const char *object;       // the buffer's label, or "buffer 7"; the block; the error's name
    bool has_element;
    int64_t element;     // of the object, if has_element
    const char *barrier; // the barrier's bits, or its function, that is missing or not needed
    const char *text;    // the whole message, as wb_error() wants it
} wb_finding;

/* Zeroed: empty. */
typedef struct wb_findings {
    wb_finding *at;
    int count, capacity;
    int faults; // those of severity WB_ERROR
} wb_findings;

/* Adds a copy of the finding, unless there is one already that differs at most in its text. Returns
 * the copy, which lives until wb_findings_free(); NULL if it was there. */
const wb_finding *wb_findings_add(wb_findings *findings, const wb_finding *finding);
void wb_findings_free(wb_findings *findings);

/* Where findings go as they come; `user` is the receiver's own. */
typedef void (*wb_finding_sink)(const wb_finding *finding, void *user);

/* Prints the text by wb_error(), wb_warning() or wb_note(), as its severity says. */
void wb_finding_print(const wb_finding *finding);

/* As a JSON array: a finding a line, each an object behind `indent` blanks, with no member for what
 * is not known; the closing bracket behind two blanks less. */
void wb_findings_write_json(const wb_findings *findings, FILE *file, int indent);

#endif
