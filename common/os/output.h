/* Files being written, so that a reader never sees half of one: base/file.h says what callers get;
 * this prints nothing. Functions that return a string return NULL, or why they have failed. */
#ifndef WB_OS_OUTPUT_H
#define WB_OS_OUTPUT_H

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

// The longest name that the system takes, with its NUL; Windows takes longer ones than it says.
enum { WB_PATH_SIZE = PATH_MAX > 1024 ? PATH_MAX : 1024 };

typedef struct wb_output {
    FILE *stream;
    char path[WB_PATH_SIZE];
    char target[WB_PATH_SIZE];    // what is replaced: `path`, through links
    char temporary[WB_PATH_SIZE]; // "": written as it is
} wb_output;

const char *wb_output_create(wb_output *output, const char *path);
const char *wb_output_commit(wb_output *output);
void wb_output_abandon(wb_output *output);

/* Lets a pipe stay open until this process ends: its reader would take our closing it for the end.
 */
const char *wb_output_keep_pipe(const wb_output *output);

const char *wb_output_claim_stdout(void);

/* Whether both names lead to the same plain file, which need not exist. */
bool wb_output_is_same(const char *a, const char *b);

#endif
