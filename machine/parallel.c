/* A dispatch on several cores: each runs some of the work groups in a machine of its own.
 *
 * Without checks the groups share the memory, and their order is left to chance. With checks the
 * run must be the same as on one core, so each core gets a stretch of groups that follow each
 * other, and afterwards the machines' shadows are laid side by side. Has no group accessed what a
 * group of another core has written, then none could see that they ran side by side, and what the
 * machines found and counted is put together in order. Otherwise memory is made what it was, and
 * the dispatch runs again on one core. */
#include "machine/parallel.h"

#include "machine/machine_state.h"
#include "os/thread.h"

#include <stdlib.h>
#include <string.h>

typedef struct worker {
    wb_machine *machine;
    wb_thread thread;
    wb_stop stop;
    bool started;
} worker;

static void work(void *user)
{
    worker *w = user;
    w->stop = wb_machine_run(w->machine, WB_RUN_END);
}

static bool has_checks(const wb_machine *machine)
{
    return machine->options.check || machine->options.check_races || machine->options.count;
}

static bool create_workers(wb_machine *machine, worker *workers, int count)
{
    uint64_t groups = machine->group_count, n = (uint64_t)count;
    for (uint64_t i = 0; i < n; i++) {
        wb_module_error error;
        wb_machine_options options = machine->options;
        options.budget /= n;
        wb_machine *m = wb_machine_create(machine->module, &machine->dispatch, &options, &error);
        if (m == NULL) return false;
        bool checks = has_checks(machine);
        m->group_first = checks ? groups * i / n : i;
        m->group_step = checks ? 1 : n;
        m->group_end = checks ? groups * (i + 1) / n : groups;
        m->parallel = !checks;
        workers[i].machine = m;
    }
    return true;
}

static void take_over(wb_machine *machine, const wb_machine *from)
{
    for (uint32_t k = 0; k < machine->module->code_count; k++) {
        wb_instruction_counts *to = &machine->counts[k];
        to->executions += from->counts[k].executions;
        to->lanes += from->counts[k].lanes;
        to->requests += from->counts[k].requests;
        to->cost += from->counts[k].cost;
    }
    machine->lane_instructions += from->lane_instructions;
    if (from->depends_on_order && !machine->depends_on_order) {
        machine->depends_on_order = true;
        machine->depends_line = from->depends_line;
    }
    wb_report_merge(machine, from);
}

// The last worker is this thread; so is one whose thread does not start.
static void run_workers(worker *workers, int count)
{
    for (int i = 0; i < count; i++)
        workers[i].started =
            i + 1 < count && wb_thread_start(&workers[i].thread, work, &workers[i]);
    for (int i = 0; i < count; i++)
        if (!workers[i].started) work(&workers[i]);
    for (int i = 0; i < count; i++)
        if (workers[i].started) wb_thread_join(&workers[i].thread);
}

/* ---- With checks ---- */

// Atomic operations and coherent memory are there for groups that work with each other.
// Without the race detector it is not known which groups met.
static bool may_be_apart(const wb_machine *machine)
{
    const wb_module *m = machine->module;
    if (machine->race == NULL) return false;
    for (uint32_t k = 0; k < m->code_count; k++) {
        const wb_instruction *i = &m->code[k];
        bool accesses = i->op == WbOpLoad || i->op == WbOpStore || i->op == WbOpAtomic ||
                        i->op == WbOpImageRead || i->op == WbOpImageWrite ||
                        i->op == WbOpTextureFetch || i->op == WbOpTextureSample;
        if (!accesses || m->variables[i->b].space == WB_SPACE_SHARED) continue;
        if (i->op == WbOpAtomic || (i->mode & (WB_COHERENT | WB_VOLATILE)) != 0) return false;
    }
    return true;
}

// Short ones end before the threads have begun.
static bool is_worth_it(const wb_machine *machine)
{
    enum { LEAST = 1 << 21 }; // instructions times lanes, loops not counted
    return machine->group_count * machine->lanes * machine->module->code_count >= LEAST;
}

// The memory that the kernel writes, one region behind the other; NULL if there is no room.
static uint8_t *copy_memory(const wb_machine *machine)
{
    size_t size = 1;
    for (int i = 0; i < machine->region_count; i++)
        if (machine->regions[i].written) size += machine->regions[i].size;
    uint8_t *copy = malloc(size), *at = copy;
    for (int i = 0; copy != NULL && i < machine->region_count; i++) {
        const wb_region *region = &machine->regions[i];
        if (!region->written) continue;
        memcpy(at, region->data, region->size);
        at += region->size;
    }
    return copy;
}

static void take_memory_back(const wb_machine *machine, const uint8_t *copy)
{
    for (int i = 0; i < machine->region_count; i++) {
        const wb_region *region = &machine->regions[i];
        if (!region->written) continue;
        memcpy(region->data, copy, region->size);
        copy += region->size;
    }
}

// What shared memory holds at first comes from the group that ran before on the same core; so where
// there is a fault, the run on one core tells of it.
static bool has_fault(const wb_machine *machine)
{
    for (int i = 0; i < machine->finding_count; i++)
        if (machine->findings[i].severity == WB_ERROR) return true;
    return false;
}

// All have come to the end, without a fault, and no group has met one of another worker.
static bool were_apart(const worker *workers, int count)
{
    for (int i = 0; i < count; i++) {
        if (workers[i].stop != WB_STOP_END || has_fault(workers[i].machine)) return false;
        for (int k = 0; k < i; k++)
            if (!wb_race_are_apart(workers[i].machine->race, workers[k].machine->race))
                return false;
    }
    return true;
}

// False, and nothing has changed, if that is not possible, not worth it, or would not be the same
// as on one core.
static bool run_on(wb_machine *machine, int threads, wb_stop *stop)
{
    enum { MAX_THREADS = 64 };
    bool checks = has_checks(machine);
    int count = threads < MAX_THREADS ? threads : MAX_THREADS;
    if ((uint64_t)count > machine->group_count) count = (int)machine->group_count;
    if (count < 2 || (checks && !(may_be_apart(machine) && is_worth_it(machine)))) return false;
    worker *workers = calloc((size_t)count, sizeof *workers);
    uint8_t *before = checks ? copy_memory(machine) : NULL;
    bool good =
        workers != NULL && (before != NULL || !checks) && create_workers(machine, workers, count);
    if (good) run_workers(workers, count);
    if (good && checks && !were_apart(workers, count)) {
        take_memory_back(machine, before);
        good = false;
    }
    *stop = WB_STOP_END;
    for (int i = 0; good && i < count; i++) {
        if (workers[i].stop != WB_STOP_END) *stop = workers[i].stop;
        take_over(machine, workers[i].machine);
    }
    for (int i = 0; workers != NULL && i < count; i++) wb_machine_free(workers[i].machine);
    free(workers);
    free(before);
    if (good) machine->started = machine->group_count;
    return good;
}

wb_stop wb_machine_run_parallel(wb_machine *machine, int threads)
{
    wb_stop stop;
    if (machine->started == 0 && run_on(machine, threads, &stop)) return stop;
    return wb_machine_run(machine, WB_RUN_END);
}
