/* Names in the file system, in UTF-8 with slashes on every system: what is there, and where things
 * belong. What fails says why by errno. */
#ifndef WB_OS_PATH_H
#define WB_OS_PATH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Between the directories of a list, as in PATH. */
#ifdef _WIN32
#define WB_PATH_SEPARATOR ";"
#else
#define WB_PATH_SEPARATOR ":"
#endif

typedef enum wb_path_kind {
    WB_PATH_NONE, // there is nothing, or it cannot be looked at
    WB_PATH_PLAIN,
    WB_PATH_DIRECTORY,
    WB_PATH_OTHER, // a pipe, a device
} wb_path_kind;

typedef struct wb_path_look {
    wb_path_kind kind;
    int64_t size_bytes;
    int64_t modified_ns;
    uint64_t number; // another file of the same name has another
} wb_path_look;

/* Looks at what a name leads to, through links. */
wb_path_look wb_path_look_at(const char *path);

bool wb_path_is_there(const char *path);
bool wb_path_is_readable(const char *path);
/* Whether it is a directory in which files can be found. */
bool wb_path_is_readable_directory(const char *path);

/* The size of an open file; -1: it has none. */
int64_t wb_path_stream_bytes(FILE *stream);

/* Makes a directory; one that is there is good. The second makes those above it, too, of a whole
 * file's name, and goes on if it cannot. */
bool wb_path_make_directory(const char *path);
void wb_path_make_directories_above(char *path);

/* Calls see(user, name) with the name of everything in a directory. */
void wb_path_each(const char *directory, void (*see)(void *user, const char *name), void *user);

/* The whole name, without links, for the caller to free. NULL: there is no such file. */
char *wb_path_absolute(const char *path);

/* The file of the program that runs. */
bool wb_path_program(char *path, size_t size);

/* Finds a program beside the one that runs, or else in PATH. */
bool wb_path_search(const char *name, char *path, size_t size);

/* Where this user's data of all programs is; that of ours is in a directory below. */
bool wb_path_data(char *path, size_t size);

/* A directory for files of ours that can be made again, made if need be. False if there
 * is none that can be written. */
bool wb_path_cache(char *path, size_t size);

/* Where files are that may go at any time. */
const char *wb_path_temporary(void);

#ifdef __cplusplus
}
#endif
#endif
