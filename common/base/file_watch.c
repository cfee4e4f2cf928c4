#include "base/file_watch.h"

#include "base/memory.h"
#include "os/path.h"

#include <stdlib.h>
#include <string.h>

static wb_file_stamp take_stamp(const char *path)
{
    wb_path_look look = wb_path_look_at(path);
    return (wb_file_stamp){look.modified_ns, look.size_bytes, look.number};
}

// Not memcmp(): a struct may hold padding.
static bool same_stamp(wb_file_stamp a, wb_file_stamp b)
{
    return a.modified_ns == b.modified_ns && a.size_bytes == b.size_bytes && a.number == b.number;
}

int wb_watch_add(wb_watch *watch, const char *path)
{
    for (int i = 0; i < watch->count; i++)
        if (strcmp(watch->files[i].path, path) == 0) return i;
    size_t count = (size_t)watch->count + 1;
    watch->files = wb_or_end(realloc(watch->files, count * sizeof *watch->files));
    wb_file_stamp stamp = take_stamp(path);
    watch->files[watch->count] = (wb_watched_file){wb_or_end(strdup(path)), stamp, stamp, false};
    return watch->count++;
}

bool wb_watch_look(wb_watch *watch)
{
    bool settled = true, any = false;
    for (int i = 0; i < watch->count; i++) {
        wb_watched_file *file = &watch->files[i];
        wb_file_stamp now = take_stamp(file->path);
        settled = settled && same_stamp(now, file->seen);
        file->seen = now;
    }
    for (int i = 0; i < watch->count; i++) {
        wb_watched_file *file = &watch->files[i];
        file->changed = settled && !same_stamp(file->seen, file->known);
        if (file->changed) file->known = file->seen;
        any = any || file->changed;
    }
    return any;
}

void wb_watch_free(wb_watch *watch)
{
    for (int i = 0; i < watch->count; i++) free(watch->files[i].path);
    free(watch->files);
    *watch = (wb_watch){0};
}
