#include "os/process.h"

#include "os/host.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static const char report_name[] =
    "WB_PROCESS_REPORT"; // the number of the stream, in the environment

/* ---- In the child ---- */

static void give(FILE *file, int stream)
{
    if (file != NULL) dup2(fileno(file), stream);
}

static _Noreturn void be_child(const wb_process_desc *desc, pid_t parent)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL); // what the child goes on to find would be lost
    if (getppid() != parent) _exit(WB_PROCESS_NOT_THERE);
    if (desc->directory != NULL && chdir(desc->directory) != 0) _exit(WB_PROCESS_NOT_THERE);
    give(desc->in, STDIN_FILENO);
    give(desc->out, STDOUT_FILENO);
    give(desc->errors, STDERR_FILENO);
    char *const *words = (char *const *)(uintptr_t)desc->words;
    if (desc->program == NULL)
        execv("/proc/self/exe", words);
    else
        execvp(desc->program, words);
    _exit(WB_PROCESS_NOT_THERE);
}

FILE *wb_process_report(void)
{
    const char *number = getenv(report_name);
    if (number == NULL) return NULL;
    int file = atoi(number);
    wb_host_set_variable(report_name, NULL);
    fcntl(file, F_SETFD, FD_CLOEXEC);
    return fdopen(file, "w");
}

/* ---- In the parent ---- */

static pid_t fork_child(const wb_process_desc *desc)
{
    fflush(NULL);
    pid_t parent = getpid(), child = fork();
    if (child == 0) be_child(desc, parent);
    return child;
}

// The end to be written is the child's alone.
static pid_t fork_with_report(const wb_process_desc *desc)
{
    int ends[2];
    char number[16];
    if (pipe(ends) != 0) return -1;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    snprintf(number, sizeof number, "%d", ends[1]);
    *desc->report = fdopen(ends[0], "r");
    wb_host_set_variable(report_name, number);
    pid_t child = *desc->report != NULL ? fork_child(desc) : -1;
    int error = errno;
    wb_host_set_variable(report_name, NULL);
    close(ends[1]);
    if (*desc->report == NULL)
        close(ends[0]);
    else if (child < 0)
        fclose(*desc->report);
    errno = error;
    return child;
}

bool wb_process_start(wb_process *process, const wb_process_desc *desc)
{
    pid_t child = desc->report != NULL ? fork_with_report(desc) : fork_child(desc);
    process->id = child > 0 ? child : 0;
    return child > 0;
}

static bool look(wb_process *process, int options, wb_process_end *end)
{
    int status;
    pid_t ended;
    if (process->id == 0) return false;
    do ended = waitpid((pid_t)process->id, &status, options);
    while (ended < 0 && errno == EINTR);
    if (ended != (pid_t)process->id) return false;
    process->id = 0;
    *end = (wb_process_end){.status = -1};
    if (WIFEXITED(status)) {
        end->status = WEXITSTATUS(status);
    } else {
        int number = WTERMSIG(status);
        end->crash = strsignal(number);
        end->is_wanted = number == SIGINT || number == SIGTERM || number == SIGPIPE;
    }
    return true;
}

bool wb_process_wait(wb_process *process, wb_process_end *end)
{
    return look(process, 0, end);
}

bool wb_process_has_ended(wb_process *process, wb_process_end *end)
{
    return look(process, WNOHANG, end);
}

void wb_process_kill(wb_process *process)
{
    if (process->id == 0) return;
    kill((pid_t)process->id, SIGKILL);
    wb_process_wait(process, &(wb_process_end){0});
}

int wb_process_run(const wb_process_desc *desc)
{
    wb_process process;
    wb_process_end end;
    bool good = wb_process_start(&process, desc) && wb_process_wait(&process, &end);
    return good ? end.status : -1;
}

void wb_process_become(const char *program, char *const *words)
{
    execv(program, words);
}

int wb_process_number(void)
{
    return (int)getpid();
}

FILE *wb_process_file(void)
{
    int file = memfd_create("workbench", MFD_CLOEXEC);
    FILE *stream = file >= 0 ? fdopen(file, "w+b") : NULL;
    if (stream == NULL && file >= 0) close(file);
    return stream;
}
