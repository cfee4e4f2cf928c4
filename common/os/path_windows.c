#include "os/path.h"

#include "os/wide_windows.h"

#include <direct.h>
#include <errno.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

// Names that the system gives have backslashes; it takes both.
static void turn_slashes(char *path)
{
    for (char *c = path; *c != '\0'; c++)
        if (*c == '\\') *c = '/';
}

/* ---- What is there ---- */

static int64_t whole(DWORD high, DWORD low)
{
    return (int64_t)((uint64_t)high << 32 | low);
}

wb_path_look wb_path_look_at(const char *path)
{
    BY_HANDLE_FILE_INFORMATION info;
    HANDLE file = CreateFileW(wb_wide_name(path).name, 0,
                              FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                              OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (file == INVALID_HANDLE_VALUE) {
        errno = GetLastError() == ERROR_ACCESS_DENIED ? EACCES : ENOENT;
        return (wb_path_look){0};
    }
    wb_path_look look = {.kind = WB_PATH_OTHER};
    if (GetFileType(file) == FILE_TYPE_DISK && GetFileInformationByHandle(file, &info)) {
        bool is_directory = (info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
        look.kind = is_directory ? WB_PATH_DIRECTORY : WB_PATH_PLAIN;
        look.size_bytes = whole(info.nFileSizeHigh, info.nFileSizeLow);
        look.modified_ns =
            100 * whole(info.ftLastWriteTime.dwHighDateTime, info.ftLastWriteTime.dwLowDateTime);
        look.number = (uint64_t)whole(info.nFileIndexHigh, info.nFileIndexLow);
    }
    CloseHandle(file);
    return look;
}

bool wb_path_is_there(const char *path)
{
    return _waccess(wb_wide_name(path).name, 0) == 0;
}

bool wb_path_is_readable(const char *path)
{
    return _waccess(wb_wide_name(path).name, 4) == 0;
}

bool wb_path_is_readable_directory(const char *path)
{
    return wb_path_look_at(path).kind == WB_PATH_DIRECTORY;
}

int64_t wb_path_stream_bytes(FILE *stream)
{
    return _filelengthi64(_fileno(stream));
}

void wb_path_each(const char *directory, void (*see)(void *user, const char *name), void *user)
{
    WIN32_FIND_DATAA found;
    char pattern[MAX_PATH * 4];
    snprintf(pattern, sizeof pattern, "%s/*", directory);
    HANDLE all = FindFirstFileA(pattern, &found);
    if (all == INVALID_HANDLE_VALUE) return;
    do see(user, found.cFileName);
    while (FindNextFileA(all, &found));
    FindClose(all);
}

/* ---- Directories ---- */

bool wb_path_make_directory(const char *path)
{
    return _wmkdir(wb_wide_name(path).name) == 0 || errno == EEXIST;
}

void wb_path_make_directories_above(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        _wmkdir(wb_wide_name(path).name);
        *slash = '/';
    }
}

/* ---- Where things are ---- */

char *wb_path_absolute(const char *path)
{
    char *absolute = _fullpath(NULL, path, 0);
    if (absolute != NULL) turn_slashes(absolute);
    return absolute;
}

bool wb_path_program(char *path, size_t size)
{
    DWORD length = GetModuleFileNameA(NULL, path, (DWORD)size);
    errno = ENAMETOOLONG;
    if (length == 0 || length >= size) return false;
    turn_slashes(path);
    return true;
}

bool wb_path_search(const char *name, char *path, size_t size)
{
    DWORD length = SearchPathA(NULL, name, ".exe", (DWORD)size, path, NULL); // ours come first
    if (length == 0 || length >= size) return false;
    turn_slashes(path);
    return true;
}

bool wb_path_data(char *path, size_t size)
{
    const char *data = getenv("LOCALAPPDATA");
    if (data == NULL) return false;
    snprintf(path, size, "%s", data);
    turn_slashes(path);
    return true;
}

bool wb_path_cache(char *path, size_t size)
{
    if (!wb_path_data(path, size) || strlen(path) + 18 > size) return false;
    strcat(path, "/workbench");
    if (!wb_path_make_directory(path)) return false;
    strcat(path, "/cache");
    return wb_path_make_directory(path) && _access(path, 2) == 0;
}

const char *wb_path_temporary(void)
{
    static char path[WB_PATH_SIZE];
    const char *temporary = getenv("TEMP");
    snprintf(path, sizeof path, "%s", temporary != NULL ? temporary : ".");
    turn_slashes(path);
    return path;
}
