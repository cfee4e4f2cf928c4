#include "bench/child.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Where a stream of the child ends up. */
typedef struct drain {
    int from; // -1 once it has ended
    char *data;
    size_t size, length;
} drain;

// Takes what has come; closes the stream at its end.
static void take(drain *d)
{
    char dropped[4096];
    size_t room = d->size - d->length;
    ssize_t count = room > 0 ? read(d->from, d->data + d->length, room)
                             : read(d->from, dropped, sizeof dropped);
    if (count < 0 && errno == EINTR) return;
    if (count > 0) {
        d->length += room > 0 ? (size_t)count : 0;
        return;
    }
    close(d->from);
    d->from = -1;
}

// Both streams at once: a child that fills one pipe while its reader waits for the other would wait
// for ever, and its reader too.
static void take_all(drain drains[2])
{
    while (drains[0].from >= 0 || drains[1].from >= 0) {
        struct pollfd polls[2] = {{.fd = drains[0].from, .events = POLLIN},
                                  {.fd = drains[1].from, .events = POLLIN}};
        if (poll(polls, 2, -1) < 0 && errno != EINTR) return;
        for (int i = 0; i < 2; i++)
            if (polls[i].fd >= 0 && polls[i].revents != 0) take(&drains[i]);
    }
}

pid_t wb_child_fork(void)
{
    fflush(NULL);
    pid_t parent = getpid();
    pid_t child = fork();
    if (child != 0) return child;
    prctl(PR_SET_PDEATHSIG, SIGKILL); // what the child goes on to find would be lost
    if (getppid() != parent) _exit(127);
    return 0;
}

static pid_t start(char *const *words, int out, int errors)
{
    pid_t child = wb_child_fork();
    if (child != 0) return child;
    dup2(out, STDOUT_FILENO);
    dup2(errors, STDERR_FILENO);
    execv("/proc/self/exe", words);
    _exit(127);
}

int wb_child_run(char *const *words, void *data, size_t size, size_t *length, char *message,
                 size_t message_size)
{
    int out[2], errors[2], status = 0;
    *length = 0;
    snprintf(message, message_size, "its process cannot be started");
    if (pipe(out) != 0) return -1;
    if (pipe(errors) != 0) return close(out[0]), close(out[1]), -1;
    pid_t child = start(words, out[1], errors[1]);
    close(out[1]);
    close(errors[1]);
    char said[1000];
    drain drains[2] = {{.from = out[0], .data = data, .size = size},
                       {.from = errors[0], .data = said, .size = sizeof said - 1}};
    take_all(drains);
    *length = drains[0].length;
    said[drains[1].length] = '\0';
    if (child < 0 || waitpid(child, &status, 0) != child) return -1;
    if (!WIFEXITED(status)) return snprintf(message, message_size, "it crashed"), -1;
    snprintf(message, message_size, "%s", said);
    return WEXITSTATUS(status);
}
