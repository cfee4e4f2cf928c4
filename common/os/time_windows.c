#include "os/time.h"

#include <windows.h>

double wb_clock_seconds(void)
{
    LARGE_INTEGER ticks, per_second;
    QueryPerformanceCounter(&ticks);
    QueryPerformanceFrequency(&per_second);
    return (double)ticks.QuadPart / (double)per_second.QuadPart;
}

static double seconds_of(FILETIME time)
{
    return 1e-7 * (4294967296.0 * (double)time.dwHighDateTime + (double)time.dwLowDateTime);
}

double wb_clock_cpu_seconds(void)
{
    FILETIME begun, ended, kernel, user;
    if (!GetProcessTimes(GetCurrentProcess(), &begun, &ended, &kernel, &user)) return 0.0;
    return seconds_of(kernel) + seconds_of(user);
}

void wb_clock_sleep(double seconds)
{
    Sleep((DWORD)(1e3 * seconds));
}
