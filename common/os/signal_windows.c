#include "os/signal.h"

#include <string.h>
#include <windows.h>

static struct {
    void (*crash)(bool no_room);
    void (*late)(void);
    HANDLE timer;
    volatile LONG interrupted;
} tell;

void wb_signal_print(const char *text)
{
    DWORD written;
    WriteFile(GetStdHandle(STD_ERROR_HANDLE), text, (DWORD)strlen(text), &written, NULL);
}

static LONG WINAPI on_crash(EXCEPTION_POINTERS *exception)
{
    tell.crash(exception->ExceptionRecord->ExceptionCode == EXCEPTION_IN_PAGE_ERROR);
    return EXCEPTION_CONTINUE_SEARCH;
}

void wb_signal_on_crash(void (*function)(bool no_room))
{
    tell.crash = function;
    SetUnhandledExceptionFilter(on_crash);
}

static void CALLBACK on_time(void *user, BOOLEAN fired)
{
    (void)user, (void)fired;
    tell.late();
}

void wb_signal_after(int seconds, void (*function)(void))
{
    if (tell.timer != NULL) DeleteTimerQueueTimer(NULL, tell.timer, INVALID_HANDLE_VALUE);
    tell.timer = NULL;
    tell.late = function;
    if (seconds > 0)
        CreateTimerQueueTimer(&tell.timer, NULL, on_time, NULL, (DWORD)seconds * 1000, 0,
                              WT_EXECUTEONLYONCE);
}

static BOOL WINAPI on_interrupt(DWORD event)
{
    return event == CTRL_C_EVENT && InterlockedExchange(&tell.interrupted, 1) == 0;
}

void wb_signal_take_interrupt(void)
{
    SetConsoleCtrlHandler(on_interrupt, TRUE);
}

bool wb_signal_is_interrupted(void)
{
    return tell.interrupted != 0;
}
