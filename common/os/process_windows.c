#include "os/process.h"

#include "os/host.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

static const char report_name[] =
    "WB_PROCESS_REPORT"; // the number of the stream, in the environment

enum { COMMAND = 32768 }; // characters, the most that the system takes

/* ---- The command line ---- */

static size_t add(char *command, size_t at, char c, size_t count)
{
    for (; count > 0 && at + 1 < COMMAND; count--) command[at++] = c;
    command[at] = '\0';
    return at;
}

// As the C library of the child takes them apart: a quotation mark, and backslashes before one,
// have a backslash.
static size_t add_word(char *command, size_t at, const char *word)
{
    size_t slashes = 0;
    if (at > 0) at = add(command, at, ' ', 1);
    at = add(command, at, '"', 1);
    for (; *word != '\0'; word++) {
        if (*word == '"') at = add(command, at, '\\', slashes + 1);
        slashes = *word == '\\' ? slashes + 1 : 0;
        at = add(command, at, *word, 1);
    }
    at = add(command, at, '\\', slashes);
    return add(command, at, '"', 1);
}

/* ---- Starting ---- */

// Children are in a job that ends with its last handle, which is ours.
static HANDLE own_job(void)
{
    static HANDLE job;
    if (job != NULL) return job;
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limit = {0};
    limit.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
    job = CreateJobObjectA(NULL, NULL);
    SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limit, sizeof limit);
    return job;
}

static HANDLE give(FILE *file, DWORD stream)
{
    HANDLE handle = file != NULL ? (HANDLE)_get_osfhandle(_fileno(file)) : GetStdHandle(stream);
    SetHandleInformation(handle, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
    return handle;
}

static void keep(FILE *file)
{
    if (file != NULL)
        SetHandleInformation((HANDLE)_get_osfhandle(_fileno(file)), HANDLE_FLAG_INHERIT, 0);
}

static bool start(wb_process *process, const wb_process_desc *desc)
{
    char command[COMMAND], self[COMMAND]; // of each thread its own
    size_t at = 0;
    GetModuleFileNameA(NULL, self, sizeof self);
    at = add_word(command, at, desc->program != NULL ? desc->program : self);
    for (int i = 1; desc->words[0] != NULL && desc->words[i] != NULL; i++)
        at = add_word(command, at, desc->words[i]);
    STARTUPINFOA streams = {.cb = sizeof streams,
                            .dwFlags = STARTF_USESTDHANDLES,
                            .hStdInput = give(desc->in, STD_INPUT_HANDLE),
                            .hStdOutput = give(desc->out, STD_OUTPUT_HANDLE),
                            .hStdError = give(desc->errors, STD_ERROR_HANDLE)};
    PROCESS_INFORMATION child;
    fflush(NULL);
    // Without a terminal of ours, the child gets none, either.
    DWORD flags = CREATE_SUSPENDED | (GetConsoleWindow() == NULL ? CREATE_NO_WINDOW : 0);
    bool good = CreateProcessA(NULL, command, NULL, NULL, TRUE, flags, NULL, desc->directory,
                               &streams, &child);
    DWORD error = GetLastError();
    keep(desc->in), keep(desc->out), keep(desc->errors);
    process->id = good ? (intptr_t)child.hProcess : 0;
    errno = error == ERROR_FILE_NOT_FOUND || error == ERROR_PATH_NOT_FOUND ? ENOENT : EAGAIN;
    if (!good) return false;
    AssignProcessToJobObject(own_job(), child.hProcess);
    ResumeThread(child.hThread);
    CloseHandle(child.hThread);
    return true;
}

static bool start_with_report(wb_process *process, const wb_process_desc *desc)
{
    HANDLE ends[2];
    char number[32];
    if (!CreatePipe(&ends[0], &ends[1], NULL, 0)) return errno = EMFILE, false;
    SetHandleInformation(ends[1], HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
    snprintf(number, sizeof number, "%lld", (long long)(intptr_t)ends[1]);
    *desc->report = _fdopen(_open_osfhandle((intptr_t)ends[0], _O_RDONLY), "rb");
    wb_host_set_variable(report_name, number);
    bool good = start(process, desc);
    wb_host_set_variable(report_name, NULL);
    CloseHandle(ends[1]);
    if (!good) fclose(*desc->report);
    return good;
}

bool wb_process_start(wb_process *process, const wb_process_desc *desc)
{
    return desc->report != NULL ? start_with_report(process, desc) : start(process, desc);
}

FILE *wb_process_report(void)
{
    const char *number = getenv(report_name);
    if (number == NULL) return NULL;
    HANDLE end = (HANDLE)(intptr_t)atoll(number);
    wb_host_set_variable(report_name, NULL);
    SetHandleInformation(end, HANDLE_FLAG_INHERIT, 0);
    return _fdopen(_open_osfhandle((intptr_t)end, 0), "wb");
}

/* ---- Its end ---- */

static bool look(wb_process *process, DWORD patience_ms, wb_process_end *end)
{
    DWORD status = 0;
    HANDLE child = (HANDLE)process->id;
    if (process->id == 0 || WaitForSingleObject(child, patience_ms) != WAIT_OBJECT_0) return false;
    GetExitCodeProcess(child, &status);
    CloseHandle(child);
    process->id = 0;
    *end = (wb_process_end){.status = (int)status};
    if (status >= 0xC0000000u) { // the number of an exception
        end->status = -1;
        end->crash = status == 0xC0000005u ? "access violation" : "exception";
        end->is_wanted = status == 0xC000013Au; // Ctrl-C
    }
    return true;
}

bool wb_process_wait(wb_process *process, wb_process_end *end)
{
    return look(process, INFINITE, end);
}

bool wb_process_has_ended(wb_process *process, wb_process_end *end)
{
    return look(process, 0, end);
}

void wb_process_kill(wb_process *process)
{
    if (process->id == 0) return;
    TerminateProcess((HANDLE)process->id, 1);
    wb_process_wait(process, &(wb_process_end){0});
}

int wb_process_run(const wb_process_desc *desc)
{
    wb_process process;
    wb_process_end end;
    if (!wb_process_start(&process, desc)) return errno == ENOENT ? WB_PROCESS_NOT_THERE : -1;
    return wb_process_wait(&process, &end) ? end.status : -1;
}

void wb_process_become(const char *program, char *const *words)
{
    wb_process_desc desc = {.program = program, .words = (const char *const *)words};
    wb_process process;
    wb_process_end end;
    if (!wb_process_start(&process, &desc)) return;
    SetConsoleCtrlHandler(NULL, TRUE); // from here on, Ctrl-C is for the other
    if (wb_process_wait(&process, &end)) exit(end.status >= 0 ? end.status : 1);
}

int wb_process_number(void)
{
    return (int)GetCurrentProcessId();
}

FILE *wb_process_file(void)
{
    char directory[MAX_PATH], path[MAX_PATH];
    bool named = GetTempPathA(sizeof directory, directory) != 0 &&
                 GetTempFileNameA(directory, "wb", 0, path) != 0;
    HANDLE file = named ? CreateFileA(path, GENERIC_READ | GENERIC_WRITE, FILE_SHARE_DELETE, NULL,
                                      CREATE_ALWAYS,
                                      FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, NULL)
                        : INVALID_HANDLE_VALUE;
    errno = ENOSPC;
    if (file == INVALID_HANDLE_VALUE) return NULL;
    return _fdopen(_open_osfhandle((intptr_t)file, _O_BINARY), "w+b");
}
