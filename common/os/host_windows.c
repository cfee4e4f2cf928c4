#include "os/host.h"

#include <dwmapi.h>
#include <fcntl.h>
#include <io.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>
#include <shellapi.h>

const char wb_host_driver_advice[] =
    "install the driver of the GPU's maker, or put Mesa's software driver for Windows\n"
    "(opengl32.dll, and the files that come with it) beside this program";
const char wb_host_webp_advice[] =
    "put img2webp.exe, of libwebp's tools for Windows, beside this program";

// Colours and lines that are rewritten in place, as terminals elsewhere have them.
static void begin_terminal(DWORD stream)
{
    DWORD mode;
    HANDLE terminal = GetStdHandle(stream);
    if (GetConsoleMode(terminal, &mode))
        SetConsoleMode(terminal, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
}

// What the caller has closed leads nowhere, so that no file takes its number.
static void keep_open(FILE *stream, const char *mode)
{
    if (_get_osfhandle(_fileno(stream)) < 0) freopen("NUL", mode, stream);
    _setmode(_fileno(stream), _O_BINARY);
}

// Else abort() would be an exit like any other, and perhaps show a box.
static void on_abort(int number)
{
    (void)number;
    TerminateProcess(GetCurrentProcess(), 0xC0000409u); // as Windows' own programs do
}

void wb_host_begin(void)
{
    signal(SIGABRT, on_abort);
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX); // messages, no boxes
    SetConsoleOutputCP(CP_UTF8);
    SetConsoleCP(CP_UTF8);
    begin_terminal(STD_OUTPUT_HANDLE);
    begin_terminal(STD_ERROR_HANDLE);
    keep_open(stdin, "rb");
    keep_open(stdout, "wb");
    keep_open(stderr, "wb");
    _fmode = _O_BINARY;
    setvbuf(stderr, NULL, _IONBF, 0);
}

int wb_host_cores(void)
{
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return info.dwNumberOfProcessors > 1 ? (int)info.dwNumberOfProcessors : 1;
}

long wb_host_cache_bytes(void)
{
    DWORD size = 0;
    long most = 0;
    GetLogicalProcessorInformation(NULL, &size);
    SYSTEM_LOGICAL_PROCESSOR_INFORMATION *all = malloc(size + 1);
    if (all != NULL && GetLogicalProcessorInformation(all, &size))
        for (DWORD i = 0; i < size / sizeof *all; i++)
            if (all[i].Relationship == RelationCache && (long)all[i].Cache.Size > most)
                most = (long)all[i].Cache.Size;
    free(all);
    return most;
}

int64_t wb_host_free_bytes(void)
{
    MEMORYSTATUSEX status = {.dwLength = sizeof status};
    return GlobalMemoryStatusEx(&status) ? (int64_t)status.ullAvailPhys : INT64_MAX;
}

bool wb_host_is_terminal(FILE *stream)
{
    DWORD mode; // _isatty() takes NUL for one
    return GetConsoleMode((HANDLE)_get_osfhandle(_fileno(stream)), &mode) != 0;
}

bool wb_host_has_display(void)
{
    return true;
}

void wb_host_keep_memory(void)
{
    // the heap does it by itself
}

void wb_host_set_variable(const char *name, const char *value)
{
    char text[2000];
    snprintf(text, sizeof text, "%s=%s", name, value != NULL ? value : "");
    _putenv(text); // nothing behind the sign takes it away
}

bool wb_host_show(const char *path)
{
    return (INT_PTR)ShellExecuteA(NULL, "open", path, NULL, NULL, SW_SHOWNORMAL) > 32;
}

void wb_host_alert(const char *text)
{
    if (GetConsoleWindow() == NULL) MessageBoxA(NULL, text, "The workbench", MB_ICONERROR);
}

static BOOL CALLBACK darken(HWND window, LPARAM user)
{
    const DWORD use_dark_mode = 20; // DWMWA_USE_IMMERSIVE_DARK_MODE, which old headers lack
    BOOL dark = TRUE;
    (void)user;
    DwmSetWindowAttribute(window, use_dark_mode, &dark, sizeof dark);
    return TRUE;
}

void wb_host_darken_windows(void)
{
    EnumThreadWindows(GetCurrentThreadId(), darken, 0);
}
