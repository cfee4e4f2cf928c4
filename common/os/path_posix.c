#include "os/path.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- What is there ---- */

wb_path_look wb_path_look_at(const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0) return (wb_path_look){0};
    return (wb_path_look){.kind = S_ISREG(status.st_mode)   ? WB_PATH_PLAIN
                                  : S_ISDIR(status.st_mode) ? WB_PATH_DIRECTORY
                                                            : WB_PATH_OTHER,
                          .size_bytes = status.st_size,
                          .modified_ns =
                              (int64_t)status.st_mtim.tv_sec * 1000000000 + status.st_mtim.tv_nsec,
                          .number = status.st_ino};
}

bool wb_path_is_there(const char *path)
{
    return access(path, F_OK) == 0;
}

bool wb_path_is_readable(const char *path)
{
    return access(path, R_OK) == 0;
}

bool wb_path_is_readable_directory(const char *path)
{
    return wb_path_look_at(path).kind == WB_PATH_DIRECTORY && access(path, R_OK | X_OK) == 0;
}

int64_t wb_path_stream_bytes(FILE *stream)
{
    struct stat status;
    return fstat(fileno(stream), &status) == 0 ? status.st_size : -1;
}

void wb_path_each(const char *directory, void (*see)(void *user, const char *name), void *user)
{
    DIR *files = opendir(directory);
    for (struct dirent *f = NULL; files != NULL && (f = readdir(files)) != NULL;)
        see(user, f->d_name);
    if (files != NULL) closedir(files);
}

/* ---- Directories ---- */

static bool make_directory(const char *path, mode_t mode)
{
    return mkdir(path, mode) == 0 || errno == EEXIST;
}

bool wb_path_make_directory(const char *path)
{
    return make_directory(path, 0777);
}

void wb_path_make_directories_above(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        make_directory(path, 0777);
        *slash = '/';
    }
}

/* ---- Where things are ---- */

char *wb_path_absolute(const char *path)
{
    return realpath(path, NULL);
}

bool wb_path_program(char *path, size_t size)
{
    ssize_t length = readlink("/proc/self/exe", path, size - 1);
    if (length <= 0) return false;
    path[length] = '\0';
    return true;
}

static bool is_program(const char *path)
{
    return wb_path_look_at(path).kind == WB_PATH_PLAIN && access(path, X_OK) == 0;
}

static bool search_beside(const char *name, char *path, size_t size)
{
    if (!wb_path_program(path, size)) return false;
    size_t length = (size_t)(strrchr(path, '/') + 1 - path);
    return (size_t)snprintf(path + length, size - length, "%s", name) < size - length &&
           is_program(path);
}

bool wb_path_search(const char *name, char *path, size_t size)
{
    if (search_beside(name, path, size)) return true;
    const char *at = getenv("PATH");
    if (at == NULL) at = "/usr/local/bin:/usr/bin:/bin";
    while (*at != '\0') {
        int length = (int)strcspn(at, ":");
        snprintf(path, size, "%.*s/%s", length, at, name);
        if (is_program(path)) return true;
        at += length;
        at += *at == ':';
    }
    return false;
}

bool wb_path_data(char *path, size_t size)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    bool has_data = data != NULL && *data == '/';
    if (!has_data && home == NULL) return false;
    snprintf(path, size, "%s%s", has_data ? data : home, has_data ? "" : "/.local/share");
    return true;
}

bool wb_path_cache(char *path, size_t size)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache != NULL && *cache == '/')
        snprintf(path, size, "%s", cache);
    else if (home != NULL && *home == '/')
        snprintf(path, size, "%s/.cache", home);
    else
        return false;
    if (!make_directory(path, 0700) || strlen(path) + 12 > size) return false;
    strcat(path, "/workbench");
    return make_directory(path, 0700) && access(path, W_OK | X_OK) == 0;
}

const char *wb_path_temporary(void)
{
    const char *temporary = getenv("TMPDIR");
    return temporary != NULL ? temporary : "/tmp";
}
