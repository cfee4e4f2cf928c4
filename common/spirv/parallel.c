/* Several machines share a dispatch: each runs every n-th group on a core of its own. */
#include "spirv/state.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct worker {
    wb_machine *machine;
    pthread_t thread;
    wb_stop stop;
    bool started;
} worker;

static void *work(void *user)
{
    worker *w = user;
    w->stop = wb_machine_run(w->machine, WB_RUN_END, false);
    return NULL;
}

static bool create_workers(wb_machine *machine, worker *workers, int count)
{
    for (int i = 0; i < count; i++) {
        wb_module_error error;
        wb_machine_options options = machine->options;
        options.threads = 1;
        options.budget /= (uint64_t)count;
        wb_machine *m = wb_machine_create(machine->module, &machine->dispatch, &options, &error);
        if (m == NULL) return false;
        m->group_first = (uint64_t)i;
        m->group_step = (uint64_t)count;
        m->parallel = true;
        workers[i].machine = m;
    }
    return true;
}

static void take_over(wb_machine *machine, const wb_machine *from)
{
    for (uint32_t k = 0; k < machine->module->code_count; k++) {
        machine->counts[k].executions += from->counts[k].executions;
        machine->counts[k].lanes += from->counts[k].lanes;
    }
    machine->lane_instructions += from->lane_instructions;
    wb_report_merge(machine, from);
}

bool wb_parallel_run(wb_machine *machine, wb_stop *stop)
{
    enum { MAX_THREADS = 256 };
    int count = machine->options.threads < MAX_THREADS ? machine->options.threads : MAX_THREADS;
    if ((uint64_t)count > machine->group_count) count = (int)machine->group_count;
    worker *workers = calloc((size_t)count + 1, sizeof *workers);
    bool good = workers != NULL && count > 1 && create_workers(machine, workers, count);
    *stop = WB_STOP_END;
    // The last worker is this thread; so is one whose thread does not start
    for (int i = 0; good && i < count; i++)
        workers[i].started =
            i + 1 < count && pthread_create(&workers[i].thread, NULL, work, &workers[i]) == 0;
    for (int i = 0; good && i < count; i++)
        if (!workers[i].started) work(&workers[i]);
    for (int i = 0; good && i < count; i++) {
        if (workers[i].started) pthread_join(workers[i].thread, NULL);
        if (workers[i].stop != WB_STOP_END) *stop = workers[i].stop;
        take_over(machine, workers[i].machine);
    }
    for (int i = 0; workers != NULL && i < count; i++) wb_machine_free(workers[i].machine);
    free(workers);
    if (good) machine->started = machine->group_count;
    return good;
}
