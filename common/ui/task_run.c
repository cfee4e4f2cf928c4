#include "ui/task_run.h"

#include "bench/child.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static _Noreturn void be_child(const wb_task_run *run, const char *answer)
{
    dup2(fileno(run->out), STDOUT_FILENO);
    dup2(fileno(run->out), STDERR_FILENO);
    execl("/proc/self/exe", "check", "--task", run->task->name, answer != NULL ? "--answer" : NULL,
          answer, (char *)NULL);
    _exit(127);
}

// Ends a check that is under way.
static void forget(wb_task_run *run)
{
    if (run->child > 0) {
        kill(run->child, SIGKILL);
        waitpid(run->child, NULL, 0);
    }
    if (run->out != NULL) fclose(run->out);
}

void wb_task_run_start(wb_task_run *run, const wb_task *task, const char *answer)
{
    forget(run);
    *run = (wb_task_run){.task = task, .out = tmpfile()};
    if (run->out != NULL) run->child = wb_child_fork();
    if (run->out != NULL && run->child == 0) be_child(run, answer);
    if (run->child > 0) return;
    run->child = 0;
    snprintf(run->text, sizeof run->text, "no process for the check");
}

// Without the driver's name, and without what the panel shows anyway.
static void cut(char *text)
{
    char *begin = strchr(text, '\n'), *end = strstr(text, "\ntask: ");
    if (end != NULL) end[1] = '\0';
    if (begin != NULL) memmove(text, begin + 1, strlen(begin));
}

bool wb_task_run_look(wb_task_run *run)
{
    int status;
    if (run->child <= 0 || waitpid(run->child, &status, WNOHANG) != run->child) return false;
    rewind(run->out);
    size_t length = fread(run->text, 1, sizeof run->text - 1, run->out);
    run->text[length] = '\0';
    cut(run->text);
    if (WIFSIGNALED(status))
        snprintf(run->text, sizeof run->text,
                 "the check has crashed, most likely the driver while it ran the kernel\n");
    fclose(run->out);
    run->out = NULL;
    run->child = 0;
    run->solved = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    return true;
}
