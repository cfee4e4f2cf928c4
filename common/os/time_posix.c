#include "os/time.h"

#include <time.h>

static double seconds_of(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double wb_clock_seconds(void)
{
    return seconds_of(CLOCK_MONOTONIC);
}

double wb_clock_cpu_seconds(void)
{
    return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

void wb_clock_sleep(double seconds)
{
    time_t whole = (time_t)seconds;
    long rest_ns = (long)(1e9 * (seconds - (double)whole));
    nanosleep(&(struct timespec){.tv_sec = whole, .tv_nsec = rest_ns}, NULL);
}
