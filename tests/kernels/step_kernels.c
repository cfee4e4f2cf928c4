/* step_kernels [--commands N] [--seed S] [--budget B] FILE.comp...: each kernel is stepped through
 * on made-up buffers by N random commands, forwards and backwards, of all lanes, some, or one; then
 * to its end. The buffers have to be those of a plain run of at most B million instructions of
 * lanes; and now and then all that the group has, where one comes back to, what it was. Where these
 * depend on the order of the lanes, the commands move all lanes. Exit status: 0 good, 1 a
 * difference, 77 there is no glslangValidator. */
#include "inputs.h"

#include "base/file.h"
#include "base/random.h"
#include "machine/debug_state.h"
#include "machine/front.h"
#include "os/time.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 1 << 12, GROUPS = 2 };

static const uint32_t uniforms[] = {64, 3, 1};
static int commands = 40, good, different, left_out;
static uint64_t seed = 1, budget = 60000000;
static wb_random dice;
static double slowest_s, slowest_back_s;

static uint32_t roll(uint32_t below)
{
    return wb_random_u32(&dice) % below;
}

/* ---- Running ---- */

static void copy_memory(const inputs *in, void **to)
{
    for (int i = 0; i < in->dispatch.resource_count; i++) {
        to[i] = malloc(in->resources[i].size);
        if (to[i] == NULL) abort();
        memcpy(to[i], in->resources[i].data, in->resources[i].size);
    }
}

static void put_memory(inputs *in, void *const *from)
{
    for (int i = 0; i < in->dispatch.resource_count; i++)
        memcpy(in->resources[i].data, from[i], in->resources[i].size);
}

static bool has_memory(const inputs *in, void *const *expected)
{
    for (int i = 0; i < in->dispatch.resource_count; i++)
        if (memcmp(in->resources[i].data, expected[i], in->resources[i].size) != 0) return false;
    return true;
}

static void free_memory(const inputs *in, void **memory)
{
    for (int i = 0; i < in->dispatch.resource_count; i++) free(memory[i]);
}

// A plain run, on the inputs themselves. False if it does not end, or too late for a test. *length:
// of one of its groups, in instructions of lanes.
static bool run_plainly(const wb_module *m, inputs *in, wb_order order, bool *depends,
                        uint64_t *length)
{
    int line;
    wb_module_error error;
    wb_machine_options options = {
        .order = order, .check = true, .check_races = true, .budget = budget};
    wb_machine *machine = wb_machine_create(m, &in->dispatch, &options, &error);
    bool ends = machine != NULL && wb_machine_run(machine, WB_RUN_END) == WB_STOP_END;
    *depends = ends && wb_machine_depends_on_order(machine, &line);
    *length = ends ? wb_machine_lane_instructions(machine) / GROUPS : 0;
    wb_machine_free(machine);
    return ends;
}

static void command(wb_debug *d, bool all)
{
    static const uint32_t widths[] = {0, 0, 1, 8, 32, 64};
    static const wb_debug_until untils[] = {
        WB_DEBUG_INTO,       WB_DEBUG_INTO,    WB_DEBUG_OVER, WB_DEBUG_OVER, WB_DEBUG_OUT,
        WB_DEBUG_BREAKPOINT, WB_DEBUG_BARRIER, WB_DEBUG_LINE, WB_DEBUG_NAN,  WB_DEBUG_FINDING};
    uint32_t lanes = wb_debug_lane_count(d);
    wb_debug_goal goal = {.until = untils[roll(sizeof untils / sizeof *untils)]};
    wb_debug_lane lane = wb_debug_lane_at(d, roll(lanes));
    goal.line = lane.line;
    double start_s = wb_clock_cpu_seconds();
    switch (roll(8)) {
    case 0:
        if (!all) wb_debug_select(d, roll(lanes), widths[roll(6)]);
        break;
    case 1: wb_debug_go_to(d, roll((uint32_t)d->furthest + 1)); break;
    case 2:
        if (!all) wb_debug_bring_others(d);
        break;
    case 3:
    case 4:
        wb_debug_back(d, goal);
        if (goal.until == WB_DEBUG_INTO && wb_clock_cpu_seconds() - start_s > slowest_back_s)
            slowest_back_s = wb_clock_cpu_seconds() - start_s;
        break;
    default: wb_debug_forward(d, goal);
    }
    if (wb_clock_cpu_seconds() - start_s > slowest_s) slowest_s = wb_clock_cpu_seconds() - start_s;
}

/* ---- The past ---- */

static uint64_t mix(uint64_t hash, const void *data, size_t size)
{
    const uint8_t *bytes = data;
    for (size_t i = 0; i < size; i += 4) {
        uint32_t word = 0;
        memcpy(&word, bytes + i, size - i < 4 ? size - i : 4);
        hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    }
    return hash ^ hash >> 29;
}

static void mix_piece(void *data, size_t size, bool grows, void *user)
{
    uint64_t *hash = user;
    const uint8_t *bytes = data;
    while (grows && size > 0 && bytes[size - 1] == 0) size--; // it may have grown since
    *hash = mix(*hash, data, size);
}

static uint64_t mix_lanes(uint64_t hash, const wb_debug *d)
{
    for (uint32_t t = 0; t < d->group->team_count; t++) {
        const wb_team *team = &d->group->teams[t];
        hash = mix(hash, team->rows, (size_t)d->module->row_count * team->width * 4);
        hash = mix(hash, team->flags, d->module->row_count * sizeof *team->flags);
        hash = mix(hash, team->lane_pc, team->lanes * sizeof *team->lane_pc);
        hash = mix(hash, team->resume, team->lanes * sizeof *team->resume);
        hash = mix(hash, team->iterations, team->lanes * sizeof *team->iterations);
    }
    return hash;
}

static uint64_t mix_shared(uint64_t hash, const wb_debug *d)
{
    const wb_group *g = d->group;
    hash = mix(hash, g->shared, d->module->shared_size);
    hash = mix(hash, g->shared_flags, d->module->shared_size / 4);
    for (uint32_t i = 0; i < d->module->shared_size / 4; i++) {
        hash = mix(hash, &d->writers[i].lane, sizeof d->writers[i].lane);
        hash = mix(hash, &d->writers[i].line, sizeof d->writers[i].line);
    }
    return hash;
}

// Of the dispatch: the values, what is undefined, and who accessed them last.
static uint64_t mix_memory(uint64_t hash, const wb_debug *d)
{
    const wb_machine *m = d->machine;
    for (int i = 0; i < m->region_count; i++) {
        const wb_region *r = &m->regions[i];
        size_t each = 0;
        const void *races = r->race >= 0 ? wb_race_words(m->race, r->race, &each) : NULL;
        hash = mix(hash, r->data, r->size);
        hash = mix(hash, &r->any_flags, sizeof r->any_flags);
        if (r->flags != NULL) hash = mix(hash, r->flags, r->units);
        if (races != NULL) hash = mix(hash, races, r->units * each);
    }
    return hash;
}

// Of all that the group has and sees.
static uint64_t state_of(const wb_debug *d)
{
    const wb_machine *m = d->machine;
    uint64_t hash = mix_memory(mix_shared(mix_lanes(d->group->barriers, d), d), d);
    wb_race_visit(m->race, d->group->race, mix_piece, &hash);
    for (int i = 0; i < m->finding_count; i++) {
        const wb_kernel_finding *f = &m->findings[i];
        hash = mix(mix(hash, &f->line, sizeof f->line), &f->count, sizeof f->count);
    }
    return mix(hash, m->counts, d->module->code_count * sizeof *m->counts);
}

// A walk forwards that remembers where it was, and back to these places in any order.
static const char *check_past(wb_debug *d)
{
    enum { PLACES = 10 };
    uint64_t positions[PLACES], states[PLACES];
    for (int i = 0; i < PLACES; i++) {
        for (uint32_t n = roll(12); n > 0; n--)
            wb_debug_forward(d, (wb_debug_goal){.until = WB_DEBUG_INTO});
        positions[i] = wb_debug_position(d);
        states[i] = state_of(d);
    }
    for (int n = 0; n < PLACES; n++) {
        uint32_t i = roll(PLACES);
        wb_debug_go_to(d, positions[i]);
        if (state_of(d) != states[i]) return "the past is not what it was";
    }
    return NULL;
}

/* ---- To the end ---- */

// To the end by lines; NULL, or what is wrong.
static const char *finish(wb_debug *d)
{
    wb_debug_select(d, 0, 0);
    wb_debug_patience(d, 4 * budget);
    wb_debug_stop stop = wb_debug_forward(d, (wb_debug_goal){.until = WB_DEBUG_END});
    if (stop != WB_DEBUG_ENDED) return "the group does not end";
    return wb_debug_run_rest(d) == WB_STOP_END ? NULL : "the dispatch does not end";
}

static const char *compare(const inputs *in, const wb_debug *d, void *const *expected)
{
    static char text[80];
    for (int i = 0; i < in->dispatch.resource_count; i++) {
        const uint32_t *ours = d->machine->resources[i].data, *theirs = expected[i];
        for (size_t k = 0; k < in->resources[i].size / 4; k++) {
            if (ours[k] == theirs[k]) continue;
            snprintf(text, sizeof text, "resource %d, word %zu: %08x, not %08x", i, k, ours[k],
                     theirs[k]);
            return text;
        }
    }
    return NULL;
}

// What a test steps through. A command that runs for long ends after a sixteenth of the group, or
// thousands of them would take hours.
typedef struct walk {
    const wb_module *module;
    const inputs *in;
    uint32_t group;
    uint64_t length; // of the group
    bool all;        // commands move all lanes
} walk;

static uint64_t at_least(uint64_t least, uint64_t number)
{
    return number < least ? least : number;
}

static void set_patience(wb_debug *d, const walk *w)
{
    wb_debug_patience(d, at_least(1 << 16, w->length / 16));
}

// Commands alone seldom come far from its start.
static void jump(wb_debug *d, const walk *w)
{
    wb_debug_patience(d, 1 + roll((uint32_t)w->length));
    wb_debug_forward(d, (wb_debug_goal){.until = WB_DEBUG_END});
    set_patience(d, w);
}

// Many checkpoints, and room for few: what the usual pace does in a long run.
static wb_debug_pace short_pace(const walk *w)
{
    uint64_t part = at_least(512, w->length / 64);
    return (wb_debug_pace){part, 100, part, 4 << 20};
}

// By `count` commands; then the memory against `expected`, or into it.
static const char *step(const walk *w, int count, void **expected, bool compares)
{
    const inputs *in = w->in;
    wb_module_error error;
    wb_debug *d = wb_debug_create(
        &(wb_debug_desc){w->module, &in->dispatch, {w->group, 0, 0}, 0, false}, &error);
    if (d == NULL) return "no stepper";
    if (roll(2) == 0) d->pace = short_pace(w);
    const char *wrong = wb_debug_approach(d, UINT64_C(1) << 40) ? NULL : "no way";
    if (wrong == NULL) {
        set_patience(d, w);
        wb_debug_break(d, wb_debug_lane_at(d, 0).line + 2, "lane > 2", false, &error);
        for (int i = 0; i < count && wrong == NULL; i++) {
            if (i % 50 == 25) jump(d, w);
            if (i % 500 == 0 || i % 500 == 30) wrong = check_past(d);
            command(d, w->all);
        }
        if (wrong == NULL) wrong = finish(d);
    }
    if (wrong == NULL && compares) wrong = compare(in, d, expected);
    for (int i = 0; !compares && i < in->dispatch.resource_count; i++)
        memcpy(expected[i], d->machine->resources[i].data, in->resources[i].size);
    wb_debug_free(d);
    return wrong;
}

static const char *try_kernel(const wb_module *m, uint32_t uniform, bool *fits)
{
    inputs in;
    bool depends;
    uint64_t length;
    void *before[MAX_INPUTS], *after[MAX_INPUTS];
    inputs_make(&in, m, WORDS, uniform, INPUTS_RANDOM);
    in.dispatch.groups[0] = GROUPS;
    copy_memory(&in, before);
    *fits = run_plainly(m, &in, WB_ORDER_ASCENDING, &depends, &length);
    copy_memory(&in, after);
    put_memory(&in, before);
    if (*fits && !depends && run_plainly(m, &in, WB_ORDER_DESCENDING, &depends, &length))
        depends = depends || !has_memory(&in, after);
    put_memory(&in, before);
    const char *wrong = NULL;
    const walk w = {m, &in, roll(GROUPS), length, depends};
    // Teams of a large group take turns line by line, which is an order of its own
    if (*fits && depends) wrong = step(&w, 0, after, false);
    if (*fits && wrong == NULL) wrong = step(&w, commands, after, true);
    free_memory(&in, before);
    free_memory(&in, after);
    inputs_free(&in);
    return wrong;
}

static void run_kernel(const char *name, const wb_module *m)
{
    bool fits = false;
    const char *wrong = NULL;
    dice = wb_random_seed(seed);
    for (size_t i = 0; i < sizeof uniforms / sizeof *uniforms && !fits; i++)
        wrong = try_kernel(m, uniforms[i], &fits);
    if (!fits) {
        left_out++;
        printf("%s is left out: it does not end soon\n", name);
    } else if (wrong != NULL) {
        different++;
        printf("%s: %s (--seed %llu)\n", name, wrong, (unsigned long long)seed);
    } else
        good++;
}

static int run_file(const char *path)
{
    char *text = wb_file_read(path, NULL);
    wb_front_output spirv;
    wb_module module;
    wb_module_error error;
    const char *slash = strrchr(path, '/');
    if (text == NULL) return 1;
    wb_front_result result = wb_front_compile(text, &spirv);
    if (result == WB_FRONT_GOOD && wb_module_load(&module, spirv.words, spirv.count, &error)) {
        run_kernel(slash != NULL ? slash + 1 : path, &module);
        wb_module_free(&module);
    } else
        different++;
    wb_front_free(&spirv);
    free(text);
    return result == WB_FRONT_MISSING ? 77 : 0;
}

int main(int argc, char **argv)
{
    int first = 1;
    for (; first + 1 < argc && strncmp(argv[first], "--", 2) == 0; first += 2) {
        if (strcmp(argv[first], "--commands") == 0) commands = atoi(argv[first + 1]);
        if (strcmp(argv[first], "--budget") == 0)
            budget = strtoull(argv[first + 1], NULL, 10) * 1000000;
        if (strcmp(argv[first], "--seed") == 0) seed = strtoull(argv[first + 1], NULL, 10);
    }
    for (int i = first; i < argc; i++)
        if (run_file(argv[i]) == 77) return 77;
    printf(
        "%d kernels stepped by %d commands each: %d good, %d different, %d left out; the longest "
        "command took %.0f ms, the longest line back %.0f ms\n",
        good + different + left_out, commands, good, different, left_out, 1e3 * slowest_s,
        1e3 * slowest_back_s);
    return different > 0 || good == 0;
}
