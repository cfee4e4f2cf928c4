#include "base/file.h"

#include "base/message.h"
#include "os/host.h"
#include "os/path.h"
#include "os/text.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---- Reading ---- */

// The system would promise more, and then end some program to keep its word.
static bool fits_memory(const char *path, int64_t size)
{
    enum { SMALL = 64 << 20 };
    if (size <= SMALL || size <= wb_host_free_bytes()) return true;
    wb_error("cannot read %s: it has %.1f GB, and %.1f GB of memory are free", path,
             (double)size / 1e9, (double)wb_host_free_bytes() / 1e9);
    return false;
}

FILE *wb_file_open(const char *path)
{
    wb_path_look look = wb_path_look_at(path); // first: opening a pipe would wait for its writer
    FILE *file = NULL;
    if (look.kind == WB_PATH_DIRECTORY) {
        errno = EISDIR;
    } else if (look.kind == WB_PATH_OTHER) {
        wb_error("cannot read %s: it is not a plain file\nCopy what it gives into one first.",
                 path);
        return NULL;
    } else if (look.kind == WB_PATH_PLAIN) {
        if (!fits_memory(path, look.size_bytes)) return NULL;
        file = fopen(path, "rb");
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

/* ---- Writing ---- */

static bool refuse(const char *path, const char *why)
{
    enum { MOST = 1000 };
    wb_error("cannot write %.*s%s: %s", MOST, path, strlen(path) > MOST ? "..." : "", why);
    return false;
}

bool wb_file_create(wb_output *output, const char *path)
{
    const char *why = wb_output_create(output, path);
    return why == NULL || refuse(output->path[0] != '\0' ? output->path : path, why);
}

bool wb_file_commit(wb_output *output)
{
    const char *why = wb_output_commit(output);
    return why == NULL || refuse(output->path, why);
}

void wb_file_abandon(wb_output *output)
{
    wb_output_abandon(output);
}

bool wb_file_claim_stdout(void)
{
    const char *why = wb_output_claim_stdout();
    return why == NULL || refuse("to stdout", why);
}

bool wb_file_is_same(const char *a, const char *b)
{
    return wb_output_is_same(a, b);
}

bool wb_file_can_create(const char *path)
{
    wb_output output;
    if (!wb_file_create(&output, path)) return false;
    const char *why = wb_output_keep_pipe(&output);
    wb_file_abandon(&output);
    return why == NULL || refuse(path, why);
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
    if (!wb_path_program(directory, size)) {
        wb_error("cannot find the program's own directory: %s", strerror(errno));
        return false;
    }
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
        if (wb_path_is_readable(path)) return true;
    }
    return false;
}
