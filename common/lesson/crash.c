#include "lesson/crash.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static void tell_crash(int signal_number)
{
    static const char text[] =
        "\nerror: the program has crashed, most likely the driver while it ran a kernel\n"
        "  what to do: --kernels looks into each kernel before the driver runs it, and says what "
        "is "
        "wrong\n";
    (void)signal_number;
    ssize_t written = write(STDERR_FILENO, text, sizeof text - 1);
    (void)written; // there is nothing else to be done; the signal comes again, and ends the program
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
