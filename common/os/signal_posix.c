#include "os/signal.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

static struct {
    void (*crash)(bool no_room);
    void (*late)(void);
} tell;

static volatile sig_atomic_t interrupted;

void wb_signal_print(const char *text)
{
    ssize_t written = write(STDERR_FILENO, text, strlen(text));
    (void)written;
}

// The signal comes again, and ends the program.
static void on_crash(int number)
{
    tell.crash(number == SIGBUS);
}

void wb_signal_on_crash(void (*function)(bool no_room))
{
    static const int crashes[] = {SIGSEGV, SIGBUS};
    tell.crash = function;
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) {
        struct sigaction action = {.sa_handler = on_crash, .sa_flags = (int)SA_RESETHAND}, now;
        if (sigaction(crashes[i], NULL, &now) == 0 && now.sa_handler == SIG_DFL)
            sigaction(crashes[i], &action, NULL);
    }
}

static void on_alarm(int number)
{
    (void)number;
    tell.late();
}

void wb_signal_after(int seconds, void (*function)(void))
{
    if (tell.late == NULL)
        sigaction(SIGALRM, &(struct sigaction){.sa_handler = on_alarm, .sa_flags = SA_RESTART},
                  NULL);
    tell.late = function;
    alarm((unsigned)seconds);
}

static void on_interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

void wb_signal_take_interrupt(void)
{
    sigaction(
        SIGINT,
        &(struct sigaction){.sa_handler = on_interrupt, .sa_flags = (int)SA_RESETHAND | SA_RESTART},
        NULL);
}

bool wb_signal_is_interrupted(void)
{
    return interrupted != 0;
}
