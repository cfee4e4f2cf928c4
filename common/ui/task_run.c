#include "ui/task_run.h"

#include "os/process.h"

#include <string.h>

// Ends a check that is under way.
static void forget(wb_task_run *run)
{
    wb_process_kill(&run->child);
    if (run->out != NULL) fclose(run->out);
}

void wb_task_run_start(wb_task_run *run, const wb_task *task, const char *answer)
{
    const char *words[] = {"check", "--task", task->name, answer != NULL ? "--answer" : NULL,
                           answer,  NULL};
    forget(run);
    *run = (wb_task_run){.task = task, .out = wb_process_file()};
    wb_process_desc desc = {.words = words, .out = run->out, .errors = run->out};
    if (run->out != NULL && wb_process_start(&run->child, &desc)) return;
    snprintf(run->text, sizeof run->text, "no process for the check");
}

// Without the driver's name, without what the panel shows anyway, and without the first half of
// Windows' line ends.
static void cut(char *text)
{
    char *to = text;
    for (const char *from = text; *from != '\0'; from++)
        if (*from != '\r') *to++ = *from;
    *to = '\0';
    char *begin = strchr(text, '\n'), *end = strstr(text, "\ntask: ");
    if (end != NULL) end[1] = '\0';
    if (begin != NULL) memmove(text, begin + 1, strlen(begin));
}

bool wb_task_run_look(wb_task_run *run)
{
    wb_process_end end;
    if (!wb_process_has_ended(&run->child, &end)) return false;
    rewind(run->out);
    size_t length = fread(run->text, 1, sizeof run->text - 1, run->out);
    run->text[length] = '\0';
    cut(run->text);
    if (end.crash != NULL)
        snprintf(run->text, sizeof run->text,
                 "the check has crashed, most likely the driver while it ran the kernel\n");
    fclose(run->out);
    run->out = NULL;
    run->solved = end.status == 0;
    return true;
}
