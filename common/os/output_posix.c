#include "os/output.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Names ---- */

/* `target` becomes the file that `path` leads to, through links, also where there is none yet.
 * False, with errno, if that cannot be said. */
static bool follow(const char *path, char target[WB_PATH_SIZE])
{
    enum { MOST_LINKS = 40 }; // as the system itself
    char link[WB_PATH_SIZE];
    errno = ENAMETOOLONG;
    if (strlen(path) >= WB_PATH_SIZE) return false;
    strcpy(target, path);
    for (int i = 0; i < MOST_LINKS; i++) {
        ssize_t length = readlink(target, link, sizeof link - 1);
        if (length < 0) return errno == EINVAL || errno == ENOENT; // a file, or none
        link[length] = '\0';
        char *slash = strrchr(target, '/');
        size_t kept = link[0] == '/' || slash == NULL ? 0 : (size_t)(slash - target) + 1;
        errno = ENAMETOOLONG;
        if (kept + (size_t)length >= WB_PATH_SIZE) return false;
        strcpy(target + kept, link);
    }
    errno = ELOOP;
    return false;
}

/* Puts `name` beside `target`: into the same directory. */
static bool name_beside(const char *target, const char *name, char path[WB_PATH_SIZE])
{
    const char *slash = strrchr(target, '/');
    int directory = slash != NULL ? (int)(slash - target) + 1 : 0;
    return snprintf(path, WB_PATH_SIZE, "%.*s%s", directory, target, name) < WB_PATH_SIZE;
}

// The directory without links, and the name in it. False if there is no such directory.
static bool full_name(const char *path, char full[2 * WB_PATH_SIZE])
{
    char target[WB_PATH_SIZE], directory[WB_PATH_SIZE], real[PATH_MAX];
    if (!follow(path, target) || !name_beside(target, ".", directory)) return false;
    if (realpath(directory, real) == NULL) return false;
    const char *slash = strrchr(target, '/');
    snprintf(full, 2 * WB_PATH_SIZE, "%s/%s", real, slash != NULL ? slash + 1 : target);
    return true;
}

bool wb_output_is_same(const char *a, const char *b)
{
    struct stat status;
    char full_a[2 * WB_PATH_SIZE], full_b[2 * WB_PATH_SIZE];
    if (stat(a, &status) == 0 && !S_ISREG(status.st_mode)) return false;
    return full_name(a, full_a) && full_name(b, full_b) && strcmp(full_a, full_b) == 0;
}

/* ---- What a signal must not leave behind ---- */

static const int ending_signals[] = {SIGHUP, SIGINT, SIGTERM};
enum { SIGNALS = sizeof ending_signals / sizeof *ending_signals };

static struct {
    char path[WB_PATH_SIZE]; // of the newest temporary file
    struct sigaction before[SIGNALS];
    volatile sig_atomic_t is_set;
    bool cares_at_exit;
} unfinished;

// The program ends as it was asked to, once the file is gone.
static void on_ending(int number)
{
    if (unfinished.is_set) unlink(unfinished.path);
    signal(number, SIG_DFL);
    raise(number);
}

static void forget_unfinished(void)
{
    if (!unfinished.is_set) return;
    unfinished.is_set = 0;
    for (int i = 0; i < SIGNALS; i++) sigaction(ending_signals[i], &unfinished.before[i], NULL);
}

// A program that runs out of memory ends in the middle.
static void remove_at_exit(void)
{
    if (unfinished.is_set) unlink(unfinished.path);
}

// A signal that is ignored, or has another handler, stays as it is.
static void remove_if_ended(const char *path)
{
    forget_unfinished();
    if (!unfinished.cares_at_exit) atexit(remove_at_exit);
    unfinished.cares_at_exit = true;
    strcpy(unfinished.path, path);
    unfinished.is_set = 1;
    for (int i = 0; i < SIGNALS; i++) {
        sigaction(ending_signals[i], NULL, &unfinished.before[i]);
        if (unfinished.before[i].sa_handler == SIG_DFL)
            sigaction(ending_signals[i], &(struct sigaction){.sa_handler = on_ending}, NULL);
    }
}

/* ---- Writing ---- */

// Our stdout or stderr, if that is what `status` describes; -1 if not.
static int own_stream(const struct stat *status)
{
    struct stat known;
    for (int own = STDOUT_FILENO; own <= STDERR_FILENO; own++)
        if (fstat(own, &known) == 0 && known.st_dev == status->st_dev &&
            known.st_ino == status->st_ino)
            return own;
    return -1;
}

static const char *open_stream(wb_output *output, int file)
{
    output->stream = fdopen(file, "wb");
    if (output->stream != NULL) return NULL;
    const char *why = strerror(errno);
    close(file);
    return why;
}

static const char *open_as_it_is(wb_output *output, const char *path, const struct stat *status)
{
    if (S_ISDIR(status->st_mode)) return "it is a directory";
    int own = own_stream(status), file;
    fflush(stdout);
    if (own >= 0)
        file = dup(own); // by its name, a file would be written from its start
    else
        file = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC); // without waiting for a reader
    if (file < 0) return errno == ENXIO ? "no one reads from it" : strerror(errno);
    if (own < 0) fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK);
    return open_stream(output, file);
}

static const char *open_temporary(wb_output *output, mode_t mode)
{
    static unsigned number;
    char name[64];
    snprintf(name, sizeof name, ".wb.%d.%u.tmp", (int)getpid(), number++);
    if (!name_beside(output->target, name, output->temporary)) return strerror(ENAMETOOLONG);
    remove_if_ended(output->temporary); // from before it is there
    int file = open(output->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0) {
        const char *why = strerror(errno);
        forget_unfinished();
        return why;
    }
    if (mode != 0) fchmod(file, mode & 07777);
    const char *why = open_stream(output, file);
    if (why == NULL) return NULL;
    unlink(output->temporary);
    forget_unfinished();
    return why;
}

static int claimed = -1; // stdout as it was

const char *wb_output_claim_stdout(void)
{
    fflush(stdout);
    claimed = dup(STDOUT_FILENO);
    return claimed >= 0 && dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 ? NULL : strerror(errno);
}

static const char *open_claimed(wb_output *output)
{
    int file = dup(claimed);
    strcpy(output->path, "to stdout"); // for messages
    return file >= 0 ? open_stream(output, file) : strerror(errno);
}

const char *wb_output_create(wb_output *output, const char *path)
{
    *output = (wb_output){0};
    struct stat status;
    if (claimed >= 0 && strcmp(path, "-") == 0) return open_claimed(output);
    if (!follow(path, output->target)) return strerror(errno);
    strcpy(output->path, path);
    if (stat(path, &status) != 0)
        return errno == ENOENT ? open_temporary(output, 0) : strerror(errno);
    if (!S_ISREG(status.st_mode) || own_stream(&status) >= 0)
        return open_as_it_is(output, path, &status);
    if ((status.st_mode & 0222) == 0 || access(path, W_OK) != 0)
        return "it is protected against writing";
    return open_temporary(output, status.st_mode);
}

static bool is_temporary(const wb_output *output)
{
    return output->temporary[0] != '\0';
}

const char *wb_output_commit(wb_output *output)
{
    bool good = ferror(output->stream) == 0;
    good = fclose(output->stream) == 0 && good;
    output->stream = NULL;
    if (is_temporary(output)) good = good && rename(output->temporary, output->target) == 0;
    const char *why = good ? NULL : strerror(errno);
    if (!good && is_temporary(output)) remove(output->temporary);
    forget_unfinished();
    return why;
}

void wb_output_abandon(wb_output *output)
{
    if (output->stream == NULL) return;
    fclose(output->stream);
    output->stream = NULL;
    if (is_temporary(output)) remove(output->temporary);
    forget_unfinished();
}

const char *wb_output_keep_pipe(const wb_output *output)
{
    struct stat status;
    bool is_pipe = fstat(fileno(output->stream), &status) == 0 && S_ISFIFO(status.st_mode);
    return !is_pipe || dup(fileno(output->stream)) >= 0 ? NULL : strerror(errno);
}
