#include "lesson/crash.h"

#include "gl/pass.h"
#include "lesson/lesson.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

// One of the few things that a signal handler may do. If it fails, there is nothing left to do.
static void tell(const char *text)
{
    ssize_t written = write(STDERR_FILENO, text, strlen(text));
    (void)written;
}

// The signal comes again, and ends the program.
static void tell_crash(int signal_number)
{
    tell("\nerror: the program has crashed");
    if (signal_number == SIGBUS) // a file is mapped, and the disk has no room for it
        tell(": a file that the driver keeps in memory has no room left\n"
             "  what to do: see whether the disk is full, or memory. The driver keeps compiled\n"
             "  kernels in ~/.cache; with MESA_SHADER_CACHE_DISABLE=true it keeps none\n");
    else
        tell(", most likely the driver: for want of memory, or while it ran a kernel\n"
             "  what to do: --kernels looks into each kernel before the driver runs it, and says\n"
             "  what is wrong\n");
}

void wb_crash_listen(void)
{
    static const int crashes[] = {SIGSEGV, SIGBUS};
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) {
        struct sigaction action = {.sa_handler = tell_crash, .sa_flags = (int)SA_RESETHAND}, now;
        // A sanitizer has a handler of its own.
        if (sigaction(crashes[i], NULL, &now) == 0 && now.sa_handler == SIG_DFL)
            sigaction(crashes[i], &action, NULL);
    }
}

static bool stalls_end; // the process

static void tell_stall(int signal_number)
{
    const char *first, *last;
    (void)signal_number;
    tell(stalls_end ? "a frame takes more than 20 s" : "\na frame takes more than 20 s");
    if (wb_pass_under_way(&first, &last)) {
        bool one = strcmp(first, last) == 0;
        tell(one ? ", in the pass " : ", in one of the passes from ");
        tell(first);
        tell(one ? "" : " to ");
        tell(one ? "" : last);
    }
    tell(": much work, or a loop in a kernel that never ends\n"
         "  what to do: Ctrl-C ends it; --kernels, at a small size, names the line of such a "
         "loop\n");
    if (stalls_end) _exit(WB_EXIT_LACKING);
}

void wb_crash_expect_progress(bool expected)
{
    enum { PATIENCE_S = 20 };
    static bool listens;
    if (!listens)
        sigaction(SIGALRM, &(struct sigaction){.sa_handler = tell_stall, .sa_flags = SA_RESTART},
                  NULL);
    listens = true;
    alarm(expected ? PATIENCE_S : 0);
}

void wb_crash_end_stalls(void)
{
    stalls_end = true;
}
