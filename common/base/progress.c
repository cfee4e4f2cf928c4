#include "base/progress.h"

#include "os/host.h"
#include "os/time.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

static const double QUIET_S = 0.5; // work shorter than that needs no line
static const double TERMINAL_S = 0.1, OTHER_S = 5.0, STAGE_S = 3.0; // from one line to the next

static struct {
    bool begun, shown, staged;
    double begin_s, last_s;
} line;

// Whether it is time for a line, which is then taken as shown.
static bool is_due(bool terminal)
{
    double now = wb_clock_seconds();
    if (!line.begun) line.begin_s = line.last_s = now;
    line.begun = true;
    if (now - line.begin_s < QUIET_S || now - line.last_s < (terminal ? TERMINAL_S : OTHER_S))
        return false;
    line.last_s = now;
    return true;
}

static void show(bool terminal, const char *format, va_list arguments)
{
    if (terminal) fputc('\r', stderr);
    vfprintf(stderr, format, arguments);
    fputs(terminal ? "\033[K" : "\n", stderr);
    line.shown = terminal;
}

void wb_progress(const char *format, ...)
{
    bool terminal = wb_host_is_terminal(stderr);
    if (!is_due(terminal)) return;
    va_list arguments;
    va_start(arguments, format);
    show(terminal, format, arguments);
    va_end(arguments);
}

void wb_progress_stage(const char *format, ...)
{
    bool terminal = wb_host_is_terminal(stderr);
    double now = wb_clock_seconds();
    if (!terminal && line.staged && now - line.last_s < STAGE_S) return;
    if (!line.begun) line.begin_s = now;
    line.begun = line.staged = true;
    line.last_s = now;
    va_list arguments;
    va_start(arguments, format);
    show(terminal, format, arguments);
    va_end(arguments);
}

void wb_progress_clear(void)
{
    if (line.shown) fputs("\r\033[K", stderr);
    line.shown = false;
}
