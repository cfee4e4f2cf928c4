#include "os/scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *scratch; // NULL: there is none

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *at)
{
    (void)status, (void)type, (void)at;
    remove(path);
    return 0;
}

void wb_scratch_remove(void)
{
    if (scratch != NULL) nftw(scratch, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

// A process that waits until this one has ended, in whatever way, and then tidies up.
static bool leave_tidier(void)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    fflush(NULL);
    pid_t child = fork();
    if (child != 0) {
        close(ends[0]);
        return child > 0; // ends[1] closes with this process
    }
    close(ends[1]);
    for (int number = 1; number < NSIG; number++) signal(number, SIG_IGN); // Ctrl+C ends the other
    char nothing;
    if (read(ends[0], &nothing, 1) <= 0) wb_scratch_remove();
    _exit(0);
}

bool wb_scratch_make(char *path, size_t size)
{
    size_t length = strlen(path);
    errno = ENAMETOOLONG;
    if (length + sizeof ".XXXXXX" > size) return false;
    strcpy(path + length, ".XXXXXX");
    scratch = path;
    return mkdtemp(path) != NULL && leave_tidier();
}
