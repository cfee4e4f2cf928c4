#include "base/file.h"

#include "base/message.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

char *wb_file_read(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    struct stat status;
    if (file != NULL && fstat(fileno(file), &status) == 0 && S_ISDIR(status.st_mode)) {
        fclose(file);
        file = NULL;
        errno = EISDIR;
    }
    if (file == NULL) {
        wb_error("cannot read %s: %s", path, strerror(errno));
        return NULL;
    }
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

bool wb_file_create(wb_output *output, const char *path)
{
    *output = (wb_output){0};
    if (strlen(path) >= sizeof output->path) {
        wb_error("cannot write %.60s...: the name is too long", path);
        return false;
    }
    // Renaming over a device, such as /dev/null, would replace it.
    struct stat status;
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
        wb_error("cannot write %s: it is %s", path,
                 S_ISDIR(status.st_mode) ? "a directory" : "not a plain file");
        return false;
    }
    strcpy(output->path, path);
    snprintf(output->temporary, sizeof output->temporary, "%s.%d.tmp", path, (int)getpid());
    output->stream = fopen(output->temporary, "wb");
    if (output->stream == NULL) {
        wb_error("cannot write %s: %s", path, strerror(errno));
        return false;
    }
    return true;
}

bool wb_file_commit(wb_output *output)
{
    bool good = ferror(output->stream) == 0;
    good = fclose(output->stream) == 0 && good;
    output->stream = NULL;
    good = good && rename(output->temporary, output->path) == 0;
    if (!good) {
        wb_error("cannot write %s: %s", output->path, strerror(errno));
        remove(output->temporary);
    }
    return good;
}

void wb_file_abandon(wb_output *output)
{
    if (output->stream == NULL) return;
    fclose(output->stream);
    output->stream = NULL;
    remove(output->temporary);
}

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
