#include "os/output.h"

#include "os/path.h"
#include "os/process.h"
#include "os/wide_windows.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

static char unfinished[WB_PATH_SIZE]; // the newest temporary file; "": there is none

static void remove_unfinished(void)
{
    if (unfinished[0] != '\0') DeleteFileW(wb_wide_name(unfinished).name);
    unfinished[0] = '\0';
}

static BOOL WINAPI on_ending(DWORD event)
{
    (void)event;
    remove_unfinished();
    return FALSE; // and the program ends as it was asked to
}

static void care_for(const char *path)
{
    static bool cares;
    strcpy(unfinished, path);
    if (cares) return;
    cares = true;
    atexit(remove_unfinished);
    SetConsoleCtrlHandler(on_ending, TRUE);
}

bool wb_output_is_same(const char *a, const char *b)
{
    char full_a[WB_PATH_SIZE], full_b[WB_PATH_SIZE];
    if (wb_path_look_at(a).kind == WB_PATH_OTHER) return false;
    return _fullpath(full_a, a, sizeof full_a) != NULL &&
           _fullpath(full_b, b, sizeof full_b) != NULL && _stricmp(full_a, full_b) == 0;
}

static const char *reason(void)
{
    switch (GetLastError()) {
    case ERROR_PATH_NOT_FOUND:
    case ERROR_FILE_NOT_FOUND: return strerror(ENOENT);
    case ERROR_ACCESS_DENIED: return strerror(EACCES);
    case ERROR_SHARING_VIOLATION: return "another program has it open";
    case ERROR_DISK_FULL: return strerror(ENOSPC);
    case ERROR_INVALID_NAME: return "no file can have this name";
    default: return strerror(EIO);
    }
}

static const char *open_stream(wb_output *output, int file)
{
    output->stream = file >= 0 ? _fdopen(file, "wb") : NULL;
    return output->stream != NULL ? NULL : strerror(errno);
}

static const char *open_temporary(wb_output *output)
{
    static unsigned number;
    const char *slash = strrchr(output->path, '/'), *other = strrchr(output->path, '\\');
    if (other != NULL && (slash == NULL || other > slash)) slash = other;
    int directory = slash != NULL ? (int)(slash - output->path) + 1 : 0;
    enum { MOST_LETTERS = 255 }; // of a name in a folder; the temporary one is shorter
    if (wcslen(wb_wide_name(output->path + directory).name) > MOST_LETTERS)
        return "File name too long";
    if (snprintf(output->temporary, WB_PATH_SIZE, "%.*s.wb.%d.%u.tmp", directory, output->path,
                 wb_process_number(), number++) >= WB_PATH_SIZE)
        return strerror(ENAMETOOLONG);
    // To be deleted while it is open, it is shared for that.
    HANDLE file = CreateFileW(wb_wide_name(output->temporary).name, GENERIC_READ | GENERIC_WRITE,
                              FILE_SHARE_READ | FILE_SHARE_DELETE, NULL, CREATE_NEW,
                              FILE_ATTRIBUTE_NORMAL, NULL);
    if (file == INVALID_HANDLE_VALUE) {
        output->temporary[0] = '\0';
        return reason();
    }
    care_for(output->temporary);
    return open_stream(output, _open_osfhandle((intptr_t)file, _O_BINARY));
}

static int claimed = -1; // stdout as it was

const char *wb_output_claim_stdout(void)
{
    fflush(stdout);
    claimed = _dup(1);
    return claimed >= 0 && _dup2(2, 1) >= 0 ? NULL : strerror(errno);
}

const char *wb_output_create(wb_output *output, const char *path)
{
    *output = (wb_output){0};
    if (claimed >= 0 && strcmp(path, "-") == 0) {
        strcpy(output->path, "to stdout"); // for messages
        return open_stream(output, _dup(claimed));
    }
    if (strlen(path) >= WB_PATH_SIZE) return strerror(ENAMETOOLONG);
    strcpy(output->path, path);
    strcpy(output->target, path);
    wb_path_look look = wb_path_look_at(path);
    if (look.kind == WB_PATH_DIRECTORY) return "it is a directory";
    if (look.kind == WB_PATH_OTHER)
        return open_stream(output, _wopen(wb_wide_name(path).name, _O_WRONLY | _O_BINARY));
    if (look.kind == WB_PATH_PLAIN && _waccess(wb_wide_name(path).name, 2) != 0)
        return "it is protected against writing";
    return open_temporary(output);
}

// Where a disk becomes full in the middle of a write, C's functions keep no reason: one more write
// tells it.
static const char *why_not_written(FILE *stream)
{
    static const char block[1 << 16];
    DWORD written;
    bool good =
        WriteFile((HANDLE)_get_osfhandle(_fileno(stream)), block, sizeof block, &written, NULL);
    return good && written == sizeof block ? strerror(EIO) : reason();
}

const char *wb_output_commit(wb_output *output)
{
    bool is_temporary = output->temporary[0] != '\0';
    bool good = fflush(output->stream) == 0 && ferror(output->stream) == 0;
    const char *why = good           ? NULL
                      : is_temporary ? why_not_written(output->stream)
                                     : strerror(errno);
    if (fclose(output->stream) != 0 && why == NULL) why = strerror(errno);
    output->stream = NULL;
    if (why == NULL && is_temporary &&
        !MoveFileExW(wb_wide_name(output->temporary).name, wb_wide_name(output->target).name,
                     MOVEFILE_REPLACE_EXISTING))
        why = reason();
    if (why != NULL && is_temporary) DeleteFileW(wb_wide_name(output->temporary).name);
    unfinished[0] = '\0';
    return why;
}

void wb_output_abandon(wb_output *output)
{
    if (output->stream == NULL) return;
    fclose(output->stream);
    output->stream = NULL;
    if (output->temporary[0] != '\0') DeleteFileW(wb_wide_name(output->temporary).name);
    unfinished[0] = '\0';
}

const char *wb_output_keep_pipe(const wb_output *output)
{
    bool is_pipe = GetFileType((HANDLE)_get_osfhandle(_fileno(output->stream))) == FILE_TYPE_PIPE;
    return !is_pipe || _dup(_fileno(output->stream)) >= 0 ? NULL : strerror(errno);
}
