#include "base/file.h"

#include "base/message.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- Reading ---- */

// What the system says it has left without taking memory from others; unknown: no limit.
static off_t free_memory(void)
{
    FILE *file = fopen("/proc/meminfo", "r");
    char line[200];
    long long kilobytes = 0;
    while (file != NULL && fgets(line, sizeof line, file) != NULL &&
           sscanf(line, "MemAvailable: %lld", &kilobytes) != 1)
        continue;
    if (file != NULL) fclose(file);
    return kilobytes > 0 ? (off_t)kilobytes * 1024 : (off_t)LLONG_MAX;
}

// The system would promise more, and then end some program to keep its word.
static bool fits_memory(const char *path, off_t size)
{
    enum { SMALL = 64 << 20 };
    if (size <= SMALL || size <= free_memory()) return true;
    wb_error("cannot read %s: it has %.1f GB, and %.1f GB of memory are free", path,
             (double)size / 1e9, (double)free_memory() / 1e9);
    return false;
}

FILE *wb_file_open(const char *path)
{
    struct stat status;
    FILE *file = NULL;
    if (stat(path, &status) == 0) { // first: opening a pipe would wait for its writer
        if (S_ISDIR(status.st_mode)) {
            errno = EISDIR;
        } else if (!S_ISREG(status.st_mode)) {
            wb_error("cannot read %s: it is not a plain file\nCopy what it gives into one first.",
                     path);
            return NULL;
        } else if (!fits_memory(path, status.st_size)) {
            return NULL;
        } else {
            file = fopen(path, "rb");
        }
    }
    if (file == NULL) wb_error("cannot read %s: %s", path, strerror(errno));
    return file;
}

char *wb_file_read(const char *path, size_t *size)
{
    FILE *file = wb_file_open(path);
    if (file == NULL) return NULL;
    size_t length = 0, capacity = 4096;
    char *data = malloc(capacity);
    while (data != NULL) {
        length += fread(data + length, 1, capacity - length - 1, file);
        if (length < capacity - 1) break;
        char *larger = realloc(data, capacity * 2);
        if (larger == NULL) free(data);
        data = larger;
        capacity *= 2;
    }
    bool bad = ferror(file) != 0;
    fclose(file);
    if (data == NULL || bad) {
        wb_error("cannot read %s: %s", path, bad ? "read error" : "out of memory");
        free(data);
        return NULL;
    }
    data[length] = '\0';
    if (size != NULL) *size = length;
    return data;
}

/* ---- Names ---- */

static bool refuse(const char *path, const char *why)
{
    enum { MOST = 1000 };
    wb_error("cannot write %.*s%s: %s", MOST, path, strlen(path) > MOST ? "..." : "", why);
    return false;
}

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

bool wb_file_is_same(const char *a, const char *b)
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

static bool open_stream(wb_output *output, int file)
{
    output->stream = fdopen(file, "wb");
    if (output->stream != NULL) return true;
    refuse(output->path, strerror(errno));
    close(file);
    return false;
}

static bool open_as_it_is(wb_output *output, const char *path, const struct stat *status)
{
    if (S_ISDIR(status->st_mode)) return refuse(path, "it is a directory");
    int own = own_stream(status), file;
    fflush(stdout);
    if (own >= 0)
        file = dup(own); // by its name, a file would be written from its start
    else
        file = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC); // without waiting for a reader
    if (file < 0) return refuse(path, errno == ENXIO ? "no one reads from it" : strerror(errno));
    if (own < 0) fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK);
    return open_stream(output, file);
}

static bool open_temporary(wb_output *output, mode_t mode)
{
    static unsigned number;
    char name[64];
    snprintf(name, sizeof name, ".wb.%d.%u.tmp", (int)getpid(), number++);
    if (!name_beside(output->target, name, output->temporary))
        return refuse(output->path, strerror(ENAMETOOLONG));
    remove_if_ended(output->temporary); // from before it is there
    int file = open(output->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0) {
        forget_unfinished();
        return refuse(output->path, strerror(errno));
    }
    if (mode != 0) fchmod(file, mode & 07777);
    if (open_stream(output, file)) return true;
    unlink(output->temporary);
    forget_unfinished();
    return false;
}

static int claimed = -1; // stdout as it was; see wb_file_claim_stdout()

bool wb_file_claim_stdout(void)
{
    fflush(stdout);
    claimed = dup(STDOUT_FILENO);
    if (claimed >= 0 && dup2(STDERR_FILENO, STDOUT_FILENO) >= 0) return true;
    return refuse("to stdout", strerror(errno));
}

static bool open_claimed(wb_output *output)
{
    int file = dup(claimed);
    strcpy(output->path, "to stdout"); // for messages
    return file >= 0 ? open_stream(output, file) : refuse(output->path, strerror(errno));
}

bool wb_file_create(wb_output *output, const char *path)
{
    *output = (wb_output){0};
    struct stat status;
    if (claimed >= 0 && strcmp(path, "-") == 0) return open_claimed(output);
    if (!follow(path, output->target)) return refuse(path, strerror(errno));
    strcpy(output->path, path);
    if (stat(path, &status) != 0) {
        if (errno != ENOENT) return refuse(path, strerror(errno));
        return open_temporary(output, 0);
    }
    if (!S_ISREG(status.st_mode) || own_stream(&status) >= 0)
        return open_as_it_is(output, path, &status);
    if ((status.st_mode & 0222) == 0 || access(path, W_OK) != 0)
        return refuse(path, "it is protected against writing");
    return open_temporary(output, status.st_mode);
}

static bool is_temporary(const wb_output *output)
{
    return output->temporary[0] != '\0';
}

bool wb_file_commit(wb_output *output)
{
    bool good = ferror(output->stream) == 0;
    good = fclose(output->stream) == 0 && good;
    output->stream = NULL;
    if (is_temporary(output)) good = good && rename(output->temporary, output->target) == 0;
    if (!good) {
        refuse(output->path, strerror(errno));
        if (is_temporary(output)) remove(output->temporary);
    }
    forget_unfinished();
    return good;
}

void wb_file_abandon(wb_output *output)
{
    if (output->stream == NULL) return;
    fclose(output->stream);
    output->stream = NULL;
    if (is_temporary(output)) remove(output->temporary);
    forget_unfinished();
}

bool wb_file_can_create(const char *path)
{
    struct stat status;
    wb_output output;
    if (!wb_file_create(&output, path)) return false;
    // The reader of a pipe would take our closing it for the end: it stays open until we end.
    bool is_pipe = fstat(fileno(output.stream), &status) == 0 && S_ISFIFO(status.st_mode);
    bool good = !is_pipe || dup(fileno(output.stream)) >= 0;
    wb_file_abandon(&output);
    return good || refuse(path, strerror(errno));
}

bool wb_file_end_stdout(void)
{
    errno = 0;
    if (fflush(stdout) == 0 && ferror(stdout) == 0) return true;
    wb_error("cannot write to stdout%s%s; the results there are not complete",
             errno != 0 ? ": " : "", errno != 0 ? strerror(errno) : "");
    return false;
}

/* ---- Names of the workbench ---- */

bool wb_file_has_extension(const char *path, const char *extension)
{
    size_t length = strlen(path), tail = strlen(extension);
    return length > tail && strcasecmp(path + length - tail, extension) == 0;
}

// Without a slash at the end, through links.
static bool find_program_directory(char *directory, size_t size)
{
    ssize_t length = readlink("/proc/self/exe", directory, size - 1);
    if (length <= 0) {
        wb_error("cannot find the program's own directory: %s", strerror(errno));
        return false;
    }
    directory[length] = '\0';
    char *slash = strrchr(directory, '/');
    if (slash != NULL) *slash = '\0';
    return true;
}

bool wb_file_find_above(const char *name, char *path, size_t size)
{
    char above[1024];
    if (!find_program_directory(above, sizeof above)) return false;
    for (char *end = above + strlen(above); end != NULL; end = strrchr(above, '/')) {
        *end = '\0';
        snprintf(path, size, "%s/%s", above, name);
        if (access(path, R_OK) == 0) return true;
    }
    return false;
}
