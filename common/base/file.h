/* Whole files: read into memory, written so that a reader never sees half of one. */
#ifndef WB_FILE_H
#define WB_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The whole file, followed by a NUL that *size does not count. The caller frees it. NULL, with a
 * message, if it cannot be read. `size` may be NULL. */
char *wb_file_read(const char *path, size_t *size);

/* A file being written. wb_file_create() opens a temporary file beside `path`; wb_file_commit()
 * closes it and renames it to `path`. Whatever goes wrong in between (a full disk, an error of the
 * caller's, who then calls wb_file_abandon()), `path` keeps what it held. All three print their own
 * messages; write errors may be left to wb_file_commit(). */
typedef struct wb_output {
    FILE *stream;
    char path[1024];
    char temporary[1040];
} wb_output;

bool wb_file_create(wb_output *output, const char *path);
bool wb_file_commit(wb_output *output);
void wb_file_abandon(wb_output *output);

/* Whether the name ends in `extension`, which includes the dot; upper and lower case are the same.
 */
bool wb_file_has_extension(const char *path, const char *extension);

/* Finds a file or directory of the workbench, such as "shaders": `name` in the directory of the
 * running program, or in the first directory above that has it. Writes the path into `path`; false,
 * without a message, if there is none. */
bool wb_file_find_above(const char *name, char *path, size_t size);

#ifdef __cplusplus
}
#endif
#endif
