#include "lesson/kernels.h"

#include "base/hash.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/progress.h"
#include "watch/capture.h"
#include "gl/clock.h"
#include "gl/floats.h"
#include "gl/pass.h"
#include "lesson/kernel_compare.h"
#include "lesson/kernel_text.h"
#include "lesson/lesson.h"
#include "machine/front.h"
#include "machine/operations.h"
#include "machine/parallel.h"
#include "os/host.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { ORDERS = 3, ALIKE_IN_ORDERS = 2, SEED = 20260 };

/* What is known of a kernel: of all programs made from its file, with whatever constants. */
typedef struct record {
    const char *name;
    int dispatches, left_out; // left out: those that would repeat others
    uint64_t instructions;    // of invocations
    double seconds;
    wb_kernel_tally tally;
    wb_kernel_difference difference; // the worst
    const wb_kernel *difference_kernel;
    int order_line; // of the kernel's text: the first whose address or branch depended on the order
    const wb_kernel *order_kernel;
    bool is_faulty, is_faulty_when_broken; // the second: in a broken variant, on purpose
    const char *race; // the code of a race that is no fault, but a note or a warning; NULL: none
} record;

static struct {
    wb_kernels_desc desc;
    bool listens;
    wb_dispatch described;
    wb_capture capture;
    bool is_taken; // the dispatch under way is in `capture`
    record *records;
    int record_count, record_capacity;
    wb_kernel_counts *counts;
    int count_count, count_capacity;
    wb_findings findings;
    wb_kernels_first first; // its finding is findings.at[first_index]
    int first_index;        // -1: there is none
    wb_map numbers;         // by the hash of a pass: how many dispatches the frame has had, an int
    int64_t numbers_frame;  // that frame
    int number;             // of the dispatch under way
    wb_map alike;           // by the hash of a dispatch: how many like it the case has had, an int
    wb_map quiet; // by the hash of a dispatch and its memory, for dispatches without a finding: the
                  // hash of the memory that the driver left
    // of the dispatch under way:
    int alike_now;                // how many alike came before
    uint64_t hash;                // its key in `quiet`; 0: it is to run in any case
    const uint64_t *known;        // what is there; NULL: nothing
    bool has_run;                 // in the machine, in the first order
    bool is_faulty, is_mentioned; // the machine has found an error, or a warning
    int depends_line;             // see run_order()
    int left_out_before;
    int dispatches, left_out, alike_count, same_count;
    uint64_t instructions;
    double seconds, cpu_s; // in the machine; by the clock on the wall, and the CPU's
    uint64_t spent;        // by desc.spender: instructions
    bool is_hurried;       // by WB_MACHINE_S
} kernels = {.first_index = -1,
             .numbers = {.item_size = sizeof(int)},
             .alike = {.item_size = sizeof(int)},
             .quiet = {.item_size = sizeof(uint64_t)}};

bool wb_kernels_possible(const char **message)
{
    static const char text[] = "#version 430\nlayout(local_size_x = 1) in;\nvoid main() {}\n";
    static char why[300];
    wb_front_output output;
    wb_front_result result = wb_front_compile(text, &output);
    if (result != WB_FRONT_GOOD)
        snprintf(why, sizeof why, "%s", output.message != NULL ? output.message : "out of memory");
    wb_front_free(&output);
    if (message != NULL) *message = why;
    return result == WB_FRONT_GOOD;
}

/* ---- Findings ---- */

static bool is_same_text(const char *a, const char *b)
{
    return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static bool is_same_place(const wb_finding_place *a, const wb_finding_place *b)
{
    return is_same_text(a->file, b->file) && a->line == b->line;
}

// Pass and element may differ.
static bool is_known(const wb_finding *f)
{
    for (int i = 0; i < kernels.findings.count; i++) {
        const wb_finding *known = &kernels.findings.at[i];
        if (is_same_text(known->code, f->code) && is_same_text(known->object, f->object) &&
            is_same_place(&known->at, &f->at) && is_same_place(&known->earlier, &f->earlier))
            return true;
    }
    return false;
}

static void tell(const wb_finding *f)
{
    if (is_known(f) || wb_findings_add(&kernels.findings, f) == NULL) return;
    if (kernels.desc.quiet) return;
    wb_progress_clear();
    wb_finding_print(f);
}

// Keeps where to find it again. In another order the debugger would not come by.
static void note_first(const wb_kernel_finding *f, wb_order order)
{
    if (kernels.first_index >= 0 || f->severity == WB_NOTE || order != WB_ORDER_ASCENDING) return;
    kernels.first_index = kernels.findings.count - 1;
    kernels.first = (wb_kernels_first){.pass = kernels.described.pass,
                                       .number = kernels.number,
                                       .frame = wb_frame(),
                                       .group = {f->at.group[0], f->at.group[1], f->at.group[2]}};
}

// All that the machine found in this run, whether it has been printed before or not.
static void tell_all(const wb_machine *machine, record *r, const wb_kernel *kernel, wb_order order)
{
    for (int i = 0; i < wb_machine_finding_count(machine); i++) {
        wb_finding f = wb_kernel_finding_text(kernel, wb_machine_finding(machine, i),
                                              kernels.described.pass, kernels.described.call);
        kernels.is_faulty = kernels.is_faulty || f.severity == WB_ERROR;
        kernels.is_mentioned = kernels.is_mentioned || f.severity != WB_NOTE;
        int known = kernels.findings.count;
        if (f.severity != WB_ERROR && strncmp(f.code, "race", 4) == 0 && r->race == NULL)
            r->race = wb_machine_finding(machine, i)->code;
        if (f.text != NULL) tell(&f);
        if (kernels.findings.count > known) note_first(wb_machine_finding(machine, i), order);
        free((char *)f.text);
    }
}

static void tell_plainly(const char *code, wb_severity severity, const wb_kernel *kernel,
                         const char *object, char *text)
{
    if (text == NULL) return;
    wb_finding f = {.code = code, .severity = severity, .object = object, .text = text};
    f.at = (wb_finding_place){
        .file = kernel->name, .pass = kernels.described.pass, .call = kernels.described.call};
    tell(&f);
    free(text);
}

/* ---- Records ---- */

static record *find_record(const char *kernel)
{
    for (int i = 0; i < kernels.record_count; i++)
        if (strcmp(kernels.records[i].name, kernel) == 0) return &kernels.records[i];
    return NULL;
}

static record *record_of(const wb_kernel *kernel)
{
    record *known = find_record(kernel->name);
    if (known != NULL) return known;
    kernels.records = wb_grow(kernels.records, &kernels.record_capacity, kernels.record_count + 1,
                              sizeof *kernels.records);
    record *r = &kernels.records[kernels.record_count++];
    *r = (record){.name = kernel->name};
    return r;
}

static wb_kernel_counts *counts_of(const wb_kernel *kernel, const char *pass)
{
    for (int i = 0; i < kernels.count_count; i++)
        if (kernels.counts[i].kernel == kernel && is_same_text(kernels.counts[i].pass, pass))
            return &kernels.counts[i];
    kernels.counts = wb_grow(kernels.counts, &kernels.count_capacity, kernels.count_count + 1,
                             sizeof *kernels.counts);
    wb_kernel_counts *c = &kernels.counts[kernels.count_count++];
    *c = (wb_kernel_counts){.kernel = kernel, .pass = pass};
    return c;
}

/* ---- Running ---- */

// By the CPU's clock, so that a busy machine finds as much as an idle one. `start_s`: of the run
// under way, if there is one.
static bool is_out_of_time(double start_s)
{
    return kernels.desc.most_s > 0.0 &&
           kernels.cpu_s + wb_clock_cpu_seconds() - start_s > kernels.desc.most_s;
}

bool wb_kernels_overspent(void)
{
    if (kernels.desc.most_instructions == 0) return false;
    return kernels.spent > kernels.desc.most_instructions ||
           (!kernels.is_hurried && kernels.left_out > 0);
}

static bool is_used_up(double start_s)
{
    return is_out_of_time(start_s) || wb_kernels_overspent();
}

// To the end of a group.
static bool run_group(wb_machine *machine)
{
    uint64_t before = wb_machine_lane_instructions(machine);
    wb_stop stop = wb_machine_run(machine, WB_RUN_GROUP);
    if (is_same_text(kernels.capture.kernel->name, kernels.desc.spender))
        kernels.spent += wb_machine_lane_instructions(machine) - before;
    return stop == WB_STOP_GROUP;
}

// Runs to the end, or, where a limit comes first, to the end of a group.
static void run_machine(wb_machine *machine, double start_s)
{
    if (kernels.desc.most_s <= 0.0) {
        wb_machine_run_parallel(machine, wb_host_cores());
        return;
    }
    while (run_group(machine))
        if (is_used_up(start_s)) {
            kernels.left_out++;
            return;
        }
}

static const wb_float_rules *rules_of_driver(void)
{
    static wb_float_rules rules;
    const wb_floats *f = wb_floats_of_driver();
    rules = (wb_float_rules){f->contracts || !f->known, !f->keeps_small || !f->known,
                             !f->rounds_divide || !f->known, !f->rounds_sqrt || !f->known,
                             f->reorders || !f->known};
    return &rules;
}

// One run on the capture's memory. `depends_line` becomes the line from which on the order of the
// invocations matters; 0: it does not.
static bool run_order(record *r, wb_order order, int *depends_line)
{
    const wb_capture *c = &kernels.capture;
    wb_machine_options options = {.order = order,
                                  .seed = SEED,
                                  .check_races = true,
                                  .check = true,
                                  .count = kernels.desc.counts || kernels.desc.weighs,
                                  .subgroup = wb_kernel_subgroup_size(c->kernel),
                                  .fuse_fma = wb_floats_of_driver()->fuses_fma};
    wb_module_error error;
    double start_s = wb_clock_seconds(), start_cpu_s = wb_clock_cpu_seconds();
    wb_machine *machine = wb_machine_create(&c->kernel->module, &c->dispatch, &options, &error);
    if (machine == NULL) {
        if (r->tally.refused == NULL) r->tally.refused = wb_kernel_keep_text(error.text);
        return false;
    }
    run_machine(machine, start_cpu_s);
    kernels.instructions += wb_machine_lane_instructions(machine);
    r->instructions += wb_machine_lane_instructions(machine);
    tell_all(machine, r, c->kernel, order);
    if (order == WB_ORDER_ASCENDING) wb_machine_add_cost(machine, &r->tally.cost);
    if (kernels.desc.counts && order == WB_ORDER_ASCENDING)
        wb_kernel_counts_add(counts_of(c->kernel, kernels.described.pass), machine);
    if (!wb_machine_depends_on_order(machine, depends_line)) *depends_line = 0;
    wb_machine_free(machine);
    kernels.seconds += wb_clock_seconds() - start_s;
    kernels.cpu_s += wb_clock_cpu_seconds() - start_cpu_s;
    r->seconds += wb_clock_seconds() - start_s;
    return true;
}

static uint8_t **copy_work(const wb_capture *c)
{
    int capacity = 0;
    uint8_t **copies = wb_grow(NULL, &capacity, c->memory_count + 1, sizeof *copies);
    for (int i = 0; i < c->memory_count; i++) {
        int size = 0;
        copies[i] = wb_grow(NULL, &size, (int)c->memory[i].size + 1, 1);
        memcpy(copies[i], c->memory[i].work, c->memory[i].size);
    }
    return copies;
}

static void take_work_back(wb_capture *c, uint8_t *const *copies)
{
    for (int i = 0; i < c->memory_count; i++)
        memcpy(c->memory[i].work, copies[i], c->memory[i].size);
}

static bool equals_work(const wb_capture *c, uint8_t *const *copies)
{
    for (int i = 0; i < c->memory_count; i++)
        if (memcmp(c->memory[i].work, copies[i], c->memory[i].size) != 0) return false;
    return true;
}

static void free_copies(const wb_capture *c, uint8_t **copies)
{
    for (int i = 0; i < c->memory_count; i++) free(copies[i]);
    free(copies);
}

/* ---- Against the driver ---- */

// The first order again, with what GLSL leaves open; NULL if time is up. The machine is to be
// freed.
static wb_machine *run_freely(void)
{
    wb_capture *c = &kernels.capture;
    wb_module_error error;
    wb_machine_options options = {.subgroup = wb_kernel_subgroup_size(c->kernel),
                                  .fuse_fma = wb_floats_of_driver()->fuses_fma,
                                  .freedom = rules_of_driver()};
    double start_s = wb_clock_cpu_seconds();
    int left_out = kernels.left_out;
    wb_capture_rewind(c);
    wb_machine *machine = wb_machine_create(&c->kernel->module, &c->dispatch, &options, &error);
    if (machine == NULL) return NULL;
    if (kernels.desc.most_s > 0.0)
        run_machine(machine, start_s);
    else
        wb_machine_run(machine, WB_RUN_END);
    kernels.cpu_s += wb_clock_cpu_seconds() - start_s;
    if (kernels.left_out == left_out) return machine;
    wb_machine_free(machine);
    return NULL;
}

// Whether the kernel reads and writes shared memory round a barrier() that has no
// memoryBarrierShared() in front of it.
static bool has_bare_barrier(const wb_module *m)
{
    bool bare = false, reads = false, writes = false;
    for (uint32_t k = 0; k < m->code_count; k++) {
        const wb_instruction *i = &m->code[k];
        bool is_fenced =
            k > 0 && m->code[k - 1].op == WbOpFence && (m->code[k - 1].sub & WB_FENCE_SHARED) != 0;
        bare = bare || (i->op == WbOpBarrier && !is_fenced);
        bool shared = (i->op == WbOpLoad || i->op == WbOpStore) &&
                      m->variables[i->b].space == WB_SPACE_SHARED;
        reads = reads || (shared && i->op == WbOpLoad);
        writes = writes || (shared && i->op == WbOpStore);
    }
    return bare && reads && writes;
}

// After a fault, driver and machine may well disagree; and where a result is undefined, which an
// answer to a task must not use.
static bool is_excused(void)
{
    return kernels.desc.is_strict ? kernels.is_faulty : kernels.is_mentioned;
}

static void judge(record *r, const wb_kernel_difference *d)
{
    char *text = NULL;
    const wb_kernel *kernel = kernels.capture.kernel;
    if (d->agreement > r->difference.agreement) {
        r->difference = *d;
        r->difference_kernel = kernel;
    }
    r->tally.is_open = r->tally.is_open || d->agreement == WB_IS_OPEN;
    if (d->agreement != WB_DIFFERS || is_excused()) return;
    wb_kernel_finding f = {.code = "differs-from-driver",
                           .severity = WB_ERROR,
                           .line = d->freedom.written_line,
                           .call = d->freedom.written_call,
                           .at = d->freedom.writer,
                           .element = -1,
                           .conflict = "",
                           .mend = "",
                           .count = 1};
    if (has_bare_barrier(&kernel->module))
        f.mend = "if a shared variable is read and written round a barrier(), put "
                 "memoryBarrierShared() in front of it: some drivers need it, though GLSL does not";
    snprintf(f.variable, sizeof f.variable, "%.47s", d->block);
    snprintf(f.text, sizeof f.text,
             "the driver and the kernel machine disagree: %s is %s by the driver, %s by the "
             "machine; %" PRIu64 " words differ",
             d->word, d->got, d->expected, d->count);
    if (d->freedom.written_line == 0) {
        if (asprintf(&text, "%s\nin kernel %s, pass \"%s\"", f.text, kernel->name,
                     kernels.described.pass != NULL ? kernels.described.pass : "") < 0)
            text = NULL;
        tell_plainly(f.code, WB_ERROR, kernel, d->block, text);
        return;
    }
    size_t length = strlen(f.text);
    snprintf(f.text + length, sizeof f.text - length,
             "; the first of them in the order of the kernel is stored here%s%s",
             *d->freedom.written_by != '\0' ? ", as the result of " : "", d->freedom.written_by);
    length = strlen(f.text);
    wb_finding_place place = wb_kernel_place(kernel, d->freedom.opened_line);
    if (d->freedom.bound > 0)
        snprintf(f.text + length, sizeof f.text - length,
                 "; GLSL leaves no more than %.1e of it open, most of that to %s in %s:%d",
                 (double)d->freedom.bound, d->freedom.opened_by, place.file, place.line);
    wb_finding finding =
        wb_kernel_finding_text(kernel, &f, kernels.described.pass, kernels.described.call);
    if (finding.text != NULL) tell(&finding);
    free((char *)finding.text);
}

static bool repeats(void)
{
    return kernels.desc.repeats || kernels.desc.counts;
}

static void note_faulty(record *r)
{
    *(kernels.desc.quiet ? &r->is_faulty_when_broken : &r->is_faulty) |= kernels.is_faulty;
}

static void run_first_order(record *r)
{
    kernels.is_faulty = kernels.is_mentioned = false;
    kernels.left_out_before = kernels.left_out;
    kernels.has_run = run_order(r, WB_ORDER_ASCENDING, &kernels.depends_line);
    r->dispatches++;
    kernels.dispatches++;
    note_faulty(r);
    if (!kernels.has_run || kernels.depends_line == 0 || r->order_line > 0) return;
    r->order_line = kernels.depends_line;
    r->order_kernel = kernels.capture.kernel;
}

// Keeps the first word that the order of the invocations decides.
static void note_varying(wb_kernel_tally *tally, uint8_t *const *first)
{
    if (tally->varies) return;
    wb_kernel_difference d = wb_kernel_compare_orders(&kernels.capture, first);
    tally->varies = true;
    if (d.agreement != WB_AGREES)
        snprintf(tally->varying, sizeof tally->varying, "%s becomes %s or %s", d.word, d.got,
                 d.expected);
}

// Runs the other orders, if need be, and compares the results with the driver's. True if nothing
// was found.
static bool run_other_orders(record *r)
{
    wb_capture *c = &kernels.capture;
    uint8_t **runs[ORDERS - 1] = {0}, **first;
    int depends_line, run_count = 0;
    wb_kernel_difference d = {.agreement = WB_AGREES};
    if (kernels.desc.compares) d = wb_kernel_compare(c, NULL, 0, NULL);
    bool in_orders = kernels.depends_line > 0 && (repeats() || kernels.alike_now < ALIKE_IN_ORDERS);
    if (in_orders || d.agreement == WB_DIFFERS) {
        first = copy_work(c);
        for (; run_count < ORDERS - 1 && !is_used_up(wb_clock_cpu_seconds()); run_count++) {
            wb_capture_rewind(c);
            run_order(r, run_count == 0 ? WB_ORDER_DESCENDING : WB_ORDER_SHUFFLED, &depends_line);
            runs[run_count] = copy_work(c);
            bool is_whole = kernels.left_out == kernels.left_out_before;
            if (is_whole && !equals_work(c, first)) note_varying(&r->tally, first);
        }
        take_work_back(c, first);
        if (d.agreement == WB_DIFFERS)
            d = wb_kernel_compare(c, (uint8_t *const *const *)runs, run_count, NULL);
        wb_machine *machine = d.agreement == WB_DIFFERS && !is_excused() ? run_freely() : NULL;
        take_work_back(c, first);
        if (machine != NULL)
            d = wb_kernel_compare(c, (uint8_t *const *const *)runs, run_count, machine);
        wb_machine_free(machine);
        free_copies(c, first);
    }
    for (int i = 0; i < run_count; i++) free_copies(c, runs[i]);
    // What was cut off shows no difference.
    bool is_whole =
        !is_used_up(wb_clock_cpu_seconds()) && kernels.left_out == kernels.left_out_before;
    if (kernels.desc.compares && (is_whole || d.agreement != WB_DIFFERS)) judge(r, &d);
    r->tally.whole++;
    note_faulty(r);
    return !kernels.is_mentioned && d.agreement != WB_DIFFERS && is_whole;
}

/* ---- What need not be repeated ---- */

static uint64_t hash_dispatch(const wb_dispatch *d, const wb_kernel *kernel)
{
    uint64_t hash = wb_hash_bytes(WB_HASH_START, &kernel, sizeof kernel);
    hash = wb_hash_bytes(hash, d->groups, sizeof d->groups);
    if (d->value_count > 0)
        hash = wb_hash_bytes(hash, d->values, (size_t)d->value_count * sizeof *d->values);
    for (int i = 0; i < d->buffer_count; i++) {
        const wb_dispatch_buffer *b = &d->buffers[i];
        int first = 0; // binding of the same buffer
        while (d->buffers[first].buffer != b->buffer) first++;
        int64_t parts[] = {b->resource.binding, first, b->offset, b->size_bytes};
        hash = wb_hash_bytes(hash, parts, sizeof parts);
    }
    return hash;
}

// As what a kernel sees a part of the memory: the same bytes may be texels of another format, or be
// sampled in another way.
static uint64_t hash_resource(uint64_t hash, const wb_machine_resource *r, int memory)
{
    const wb_texel_format *f = &r->format;
    int64_t parts[] = {r->space,    r->binding, memory,          (int64_t)r->size, f->kind,
                       f->channels, f->bits,    r->width,        r->height,        r->depth,
                       r->levels,   r->linear,  r->linear_small, r->mip,           r->wrap[0],
                       r->wrap[1],  r->wrap[2], r->compare};
    hash = wb_hash_bytes(hash, parts, sizeof parts);
    return wb_hash_bytes(hash, r->border, sizeof r->border);
}

// The dispatch with its memory, as it was.
static uint64_t hash_before(const wb_dispatch *d, const wb_capture *c)
{
    uint64_t hash = hash_dispatch(d, c->kernel);
    for (int i = 0; i < c->dispatch.resource_count; i++) {
        hash = hash_resource(hash, &c->resources[i], c->memory_of[i]);
        hash = wb_hash_bytes(hash, &c->starts[i], sizeof c->starts[i]);
    }
    for (int i = 0; i < c->memory_count; i++)
        hash = wb_hash_memory(hash, c->memory[i].before, c->memory[i].size);
    return hash;
}

// What the driver has made of its memory.
static uint64_t hash_after(const wb_capture *c)
{
    uint64_t hash = WB_HASH_START;
    for (int i = 0; i < c->memory_count; i++)
        if (c->memory[i].after != NULL)
            hash = wb_hash_memory(hash, c->memory[i].after, c->memory[i].size);
    return hash;
}

// Before the driver runs the dispatch: it may not come back from a kernel with a fault.
static void begin_dispatch(record *r)
{
    kernels.hash = repeats() ? 0 : hash_before(&kernels.described, &kernels.capture);
    kernels.known = repeats() ? NULL : wb_map_find(&kernels.quiet, kernels.hash);
    kernels.has_run = false;
    if (kernels.known == NULL) run_first_order(r);
}

static void end_dispatch(record *r)
{
    if (kernels.desc.compares) wb_capture_take_result(&kernels.capture);
    uint64_t after = repeats() ? 0 : hash_after(&kernels.capture);
    if (kernels.known != NULL && *kernels.known == after) {
        r->left_out++;
        r->tally.whole++;
        kernels.same_count++;
        return;
    }
    if (kernels.known != NULL) run_first_order(r);
    bool is_whole = kernels.has_run && kernels.left_out == kernels.left_out_before;
    if (is_whole && run_other_orders(r) && !repeats())
        *(uint64_t *)wb_map_add(&kernels.quiet, kernels.hash) = after;
}

/* ---- Listening ---- */

static bool has_groups(const wb_dispatch *d)
{
    for (int i = 0; i < 3; i++) {
        GLint most = 0;
        glad_glGetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_COUNT, (GLuint)i, &most);
        if (d->groups[i] == 0 || d->groups[i] > (GLuint)most) return false;
    }
    return d->knows_groups && d->program != 0;
}

static void note_refused(const wb_kernel *kernel, const char *reason)
{
    char *text = NULL;
    record *r = record_of(kernel);
    r->dispatches++;
    if (r->tally.refused == NULL) r->tally.refused = wb_kernel_keep_text(reason);
    if (asprintf(&text, "%s does not run in the kernel machine: %s", kernel->name, reason) < 0)
        text = NULL;
    tell_plainly("not-runnable", WB_WARNING, kernel, NULL, text);
}

// As step/kernel_catch.h counts: every dispatch of a frame in a pass of that name.
static void count_in_pass(void)
{
    const char *pass = wb_pass_name() != NULL ? wb_pass_name() : "";
    if (kernels.numbers_frame != wb_frame()) wb_map_free(&kernels.numbers);
    kernels.numbers_frame = wb_frame();
    kernels.number =
        ++*(int *)wb_map_add(&kernels.numbers, wb_hash_bytes(WB_HASH_START, pass, strlen(pass)));
}

static void before_dispatch(wb_call *call)
{
    kernels.is_taken = false;
    count_in_pass();
    if (is_used_up(wb_clock_cpu_seconds())) {
        kernels.left_out++;
        return;
    }
    wb_dispatch_describe(&kernels.described, call,
                         WB_DISPATCH_LABELS | WB_DISPATCH_UNIFORMS | WB_DISPATCH_GROUPS);
    const wb_kernel *kernel = wb_kernel_of(&kernels.described);
    if (kernel == NULL || !has_groups(&kernels.described)) return;
    if (!kernels.described.is_indirect) record_of(kernel)->tally.direct++;
    if (!kernel->runs) {
        note_refused(kernel, kernel->message);
        return;
    }
    int *alike = wb_map_add(&kernels.alike, hash_dispatch(&kernels.described, kernel));
    kernels.alike_now = (*alike)++;
    if (!repeats() && kernels.alike_now >= WB_KERNELS_ALIKE) {
        record_of(kernel)->left_out++;
        kernels.alike_count++;
        return;
    }
    kernels.is_taken = wb_capture_take(&kernels.capture, &kernels.described, kernel);
    if (kernels.is_taken) {
        wb_progress("kernel machine: dispatch %d, %s", kernels.dispatches + 1, kernel->name);
        begin_dispatch(record_of(kernel));
        return;
    }
    note_refused(kernel, kernels.capture.reason);
    wb_capture_free(&kernels.capture);
}

static void after_dispatch(wb_call *call)
{
    (void)call;
    if (!kernels.is_taken) return;
    end_dispatch(record_of(kernels.capture.kernel));
    wb_capture_free(&kernels.capture);
    kernels.is_taken = false;
}

static const wb_calls_row rows[] = {
    {"glDispatchCompute", before_dispatch, after_dispatch, 0},
    {"glDispatchComputeIndirect", before_dispatch, after_dispatch, 0},
    {0},
};
static const wb_calls_listener listener = {.rows = rows};

void wb_kernels_begin(const wb_kernels_desc *desc)
{
    const char *most_s = getenv("WB_MACHINE_S");
    kernels.desc = *desc;
    kernels.is_hurried = most_s != NULL;
    if (kernels.is_hurried && desc->most_s > 0.0) kernels.desc.most_s = atof(most_s);
    kernels.listens = true;
    kernels.left_out = 0;
    kernels.spent = 0;
    kernels.first_index = -1;
    kernels.seconds = kernels.cpu_s = 0.0;
    for (int i = 0; i < kernels.record_count; i++) kernels.records[i].tally = (wb_kernel_tally){0};
    wb_host_keep_memory(); // every dispatch needs the same again
    wb_calls_listen(WB_CALLS_KERNELS, &listener);
}

void wb_kernels_end(void)
{
    if (!kernels.listens) return;
    kernels.listens = false;
    wb_calls_listen(WB_CALLS_KERNELS, NULL);
    wb_progress_clear();
}

bool wb_kernels_listens(void)
{
    return kernels.listens;
}

void wb_kernels_next_case(void)
{
    wb_map_free(&kernels.numbers);
    wb_map_free(&kernels.alike);
}

void wb_kernels_quit(void)
{
    wb_kernels_end();
    wb_map_free(&kernels.numbers);
    wb_map_free(&kernels.alike);
    wb_map_free(&kernels.quiet);
    for (int i = 0; i < kernels.count_count; i++) free(kernels.counts[i].lines);
    free(kernels.counts);
    free(kernels.records);
    kernels.counts = NULL;
    kernels.records = NULL;
    kernels.count_count = kernels.count_capacity = 0;
    kernels.record_count = kernels.record_capacity = 0;
    wb_dispatch_free(&kernels.described);
    wb_kernels_forget();
}

const wb_findings *wb_kernels_findings(void)
{
    return &kernels.findings;
}

void wb_kernels_quiet(bool quiet)
{
    kernels.desc.quiet = quiet;
}

const wb_finding *wb_kernels_find(const char *code, int count)
{
    for (int i = count; i < kernels.findings.count; i++)
        if (strcmp(kernels.findings.at[i].code, code) == 0) return &kernels.findings.at[i];
    return NULL;
}

wb_kernels_first wb_kernels_first_finding(void)
{
    if (kernels.first_index < 0) return (wb_kernels_first){0};
    kernels.first.finding = &kernels.findings.at[kernels.first_index];
    return kernels.first;
}

void wb_kernels_take_back(int count)
{
    if (kernels.first_index >= count) kernels.first_index = -1;
    wb_findings kept = {0};
    for (int i = 0; i < count && i < kernels.findings.count; i++)
        wb_findings_add(&kept, &kernels.findings.at[i]);
    wb_findings_free(&kernels.findings);
    kernels.findings = kept;
}

bool wb_kernels_complete(void)
{
    return kernels.left_out == 0;
}

wb_kernel_tally wb_kernels_tally(const char *kernel)
{
    const record *r = find_record(kernel);
    return r != NULL ? r->tally : (wb_kernel_tally){0};
}

/* ---- What is printed ---- */

static const char *word_agreement(const record *r)
{
    bool faulty = r->is_faulty || r->is_faulty_when_broken;
    if (faulty && r->difference.agreement == WB_DIFFERS) return "different";
    switch (r->difference.agreement) {
    case WB_AGREES: return "equal";
    case WB_AGREES_NEARLY: return "equal but for the last digits of floats";
    case WB_AGREES_FREELY: return "equal within what GLSL leaves open";
    case WB_AGREES_AS_SET: return "equal but for the order";
    case WB_IS_OPEN: return "not comparable: a rounding that GLSL leaves open decides";
    case WB_NOT_COMPARABLE: return "not comparable: it depends on the order";
    default: return "DIFFERENT";
    }
}

// What it means if nothing was found: if no address and no branch depends on the order of the
// invocations, every order makes the same accesses.
static void print_freedom(const record *r)
{
    wb_finding_place place;
    if (r->is_faulty)
        printf("FAULTY\n");
    else if (r->is_faulty_when_broken)
        printf("faulty in a broken variant\n");
    else if (r->race != NULL)
        printf("no fault, but not free of races: see %s\n", r->race);
    else if (r->order_line == 0)
        printf("free of races for this input\n");
    else {
        place = wb_kernel_place(r->order_kernel, r->order_line);
        printf("free of races in three orders; the order counts from %s:%d on\n", place.file,
               place.line);
    }
}

static void print_record(const record *r)
{
    printf("  %-34s %6d ", r->name, r->dispatches);
    if (r->tally.refused != NULL) {
        printf("not run: %s\n", r->tally.refused);
        return;
    }
    printf("%8.1f M  ", (double)r->instructions / 1e6);
    if (kernels.desc.compares) {
        printf("%s", word_agreement(r));
        const wb_freedom *f = &r->difference.freedom;
        if (r->difference.agreement > WB_AGREES_NEARLY) printf(" (%s", r->difference.block);
        if (r->difference.agreement > WB_AGREES_NEARLY && f->opened_line > 0) {
            wb_finding_place place = wb_kernel_place(r->difference_kernel, f->opened_line);
            printf(", %s in %s:%d, by %.1e", f->opened_by, place.file, place.line,
                   (double)f->bound);
        }
        if (r->difference.agreement > WB_AGREES_NEARLY) printf(")");
        printf("; ");
    }
    print_freedom(r);
}

void wb_kernels_print(void)
{
    wb_progress_clear();
    printf(
        "kernels in the machine: %d dispatches of %d kernels, %.1f M instructions of invocations "
        "in %.1f s; %d fault%s\n",
        kernels.dispatches, kernels.record_count, (double)kernels.instructions / 1e6,
        kernels.seconds, kernels.findings.faults, kernels.findings.faults == 1 ? "" : "s");
    if (kernels.alike_count + kernels.same_count > 0)
        printf(
            "not repeated: %d dispatches with the same memory as another, and %d after the first "
            "%d of the same kernel and size in a case\n",
            kernels.same_count, kernels.alike_count, WB_KERNELS_ALIKE);
    for (int i = 0; i < kernels.record_count; i++) print_record(&kernels.records[i]);
    for (int i = 0; kernels.desc.counts && i < kernels.count_count; i++)
        wb_kernel_counts_print(&kernels.counts[i]);
}

static void write_record(FILE *file, const record *r)
{
    fprintf(file, "{\"name\": ");
    wb_json_string(file, r->name);
    fprintf(file,
            ", \"dispatches\": %d, \"not_repeated\": %d, \"instructions\": %" PRIu64
            ", \"seconds\": %.6f",
            r->dispatches, r->left_out, r->instructions, r->seconds);
    if (r->tally.refused != NULL) {
        fprintf(file, ", \"not_run\": ");
        wb_json_string(file, r->tally.refused);
    } else if (kernels.desc.compares) {
        static const char *const words[] = {"equal", "floats-near",    "within-freedom", "order",
                                            "open",  "not-comparable", "different"};
        fprintf(file, ", \"agreement\": \"%s\"", words[r->difference.agreement]);
        if (r->difference.agreement > WB_AGREES) {
            fprintf(file, ", \"block\": ");
            wb_json_string(file, r->difference.block);
        }
    }
    fprintf(file, ", \"order_counts\": %s}", r->order_line > 0 ? "true" : "false");
}

void wb_kernels_write_json(FILE *file)
{
    fprintf(file, "  \"kernels\": [");
    for (int i = 0; i < kernels.record_count; i++) {
        fprintf(file, "%s\n    ", i > 0 ? "," : "");
        write_record(file, &kernels.records[i]);
    }
    fprintf(file, "\n  ],\n");
    if (!kernels.desc.counts) return;
    fprintf(file, "  \"counters\": [");
    for (int i = 0; i < kernels.count_count; i++) {
        fprintf(file, "%s\n    ", i > 0 ? "," : "");
        wb_kernel_counts_write_json(&kernels.counts[i], file);
    }
    fprintf(file, "\n  ],\n");
}
