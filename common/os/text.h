/* Functions for text that the C library has here, and C itself has not. On Windows they are ours.
 */
#ifndef WB_OS_TEXT_H
#define WB_OS_TEXT_H

#include <stdio.h>
#include <string.h>

#ifdef _WIN32
#include <stddef.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif
char *strndup(const char *text, size_t most);
void *memmem(const void *text, size_t length, const void *wanted, size_t wanted_length);
ssize_t getline(char **line, size_t *size, FILE *stream);
char *strsep(char **rest, const char *separators);
int fnmatch(const char *pattern, const char *text, int flags); // knows * ? and [letters]
#ifdef __cplusplus
}
#endif
#else
#include <fnmatch.h>
#include <strings.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* A stream that writes to memory, as open_memstream(). Closing it makes *text a string for the
 * caller to free, and *size its length; both must stay where they are until then. Closing returns
 * what fclose() does. */
FILE *wb_text_stream(char **text, size_t *size);
int wb_text_stream_close(FILE *stream);

#ifdef __cplusplus
}
#endif
#endif
