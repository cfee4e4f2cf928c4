#include "os/scratch.h"

#include "os/output.h"
#include "os/path.h"
#include "os/process.h"

#include <direct.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *scratch; // NULL: there is none

static void remove_entry(void *directory, const char *name)
{
    char path[WB_PATH_SIZE];
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0) return;
    snprintf(path, sizeof path, "%s/%s", (const char *)directory, name);
    if (remove(path) == 0) return;
    wb_path_each(path, remove_entry, path);
    _rmdir(path);
}

void wb_scratch_remove(void)
{
    if (scratch == NULL) return;
    wb_path_each(scratch, remove_entry, scratch);
    _rmdir(scratch);
    scratch = NULL;
}

// It goes at the end of this process, unless that is ended from outside.
bool wb_scratch_make(char *path, size_t size)
{
    size_t length = strlen(path);
    errno = ENAMETOOLONG;
    if (snprintf(path + length, size - length, ".%d", wb_process_number()) >= (int)(size - length))
        return false;
    if (_mkdir(path) != 0) return false;
    scratch = path;
    return atexit(wb_scratch_remove) == 0;
}
