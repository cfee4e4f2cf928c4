/* Files that a person is editing, looked at from time to time.
 *
 * Looking (stat) instead of being told (inotify) also works on network file systems, and follows an
 * editor that saves under another name and renames. It sees time, size and identity of a file, not
 * what is in it: saving it unchanged counts as a change. */
#ifndef WB_BASE_FILE_WATCH_H
#define WB_BASE_FILE_WATCH_H

#include <stdbool.h>
#include <stdint.h>

/* What a look at a file sees. All zero: there is no such file. */
typedef struct wb_file_stamp {
    int64_t modified_ns;
    int64_t size_bytes;
    uint64_t number;
} wb_file_stamp;

typedef struct wb_watched_file {
    char *path;
    wb_file_stamp known; // when it was added or last changed
    wb_file_stamp seen;  // at the last look
    bool changed;        // the last look found it changed
} wb_watched_file;

/* Zeroed: no files. */
typedef struct wb_watch {
    wb_watched_file *files;
    int count;
} wb_watch;

/* Adds a file, which need not exist, and returns its index; just the index if it is there already.
 * To be called before the file is read: a save between the two is then found later. */
int wb_watch_add(wb_watch *watch, const char *path);

/* Looks at all files and sets `changed`. Returns whether any has changed, which takes two looks: a
 * file counts once it has stayed the same from one look to the next, and no other file is different
 * from the look before. So files that are half written, gone for a moment, or part of a larger
 * change wait. Tens of milliseconds are a good time between looks: editors write in fewer. */
bool wb_watch_look(wb_watch *watch);

void wb_watch_free(wb_watch *watch);

#endif
