/* Whole files: read into memory, written so that a reader never sees half of one. */
#ifndef WB_BASE_FILE_H
#define WB_BASE_FILE_H

#include "os/output.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The whole file, followed by a NUL that *size does not count. The caller frees it. NULL, with a
 * message, if it cannot be read. `size` may be NULL. */
char *wb_file_read(const char *path, size_t *size);

/* Opens a plain file for reading. NULL, with a message, if there is none, if it is something that
 * may never end or never begin (a device, a pipe), or if it is larger than the memory that is free.
 * The caller closes it. */
FILE *wb_file_open(const char *path);

/* A file being written. wb_file_create() opens a temporary file beside `path`; wb_file_commit()
 * closes it and renames it to `path`. Whatever goes wrong in between (a full disk, SIGINT, SIGTERM
 * or SIGHUP, an error of the caller's, who then calls wb_file_abandon()), `path` keeps what it
 * held. All three print their own messages; write errors may be left to wb_file_commit().
 *
 * A link stays one: the file that it leads to is replaced. The new file has the permissions of the
 * old one; a file that is protected against writing is refused. A device or a pipe is written as it
 * is, and so is our own stdout, whatever that leads to. */
bool wb_file_create(wb_output *output, const char *path);
bool wb_file_commit(wb_output *output);
void wb_file_abandon(wb_output *output);

/* From here on, what is printed to stdout goes to stderr, and the file "-" is stdout as it was: for
 * results alone. False, with a message, if there is none. */
bool wb_file_claim_stdout(void);

/* Whether `path` could be written now, without a trace; with a message if not. */
bool wb_file_can_create(const char *path);

/* Whether all that was printed to stdout has arrived, with a message if not. To be called at the
 * end, because lost results are a failure. */
bool wb_file_end_stdout(void);

/* Whether both names, of files to be written, lead to the same plain file, which need not exist. */
bool wb_file_is_same(const char *a, const char *b);

/* Whether the name ends in `extension`, which includes the dot; upper and lower case are the same.
 */
bool wb_file_has_extension(const char *path, const char *extension);

/* Finds a file or directory of the workbench, such as "shaders": `name` in the directory of the
 * running program, or in the first directory above that has it. Writes the path into `path`; false,
 * without a message, if there is none. */
bool wb_file_find_above(const char *name, char *path, size_t size);

#endif
