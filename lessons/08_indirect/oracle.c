#include "oracle.h"

#include "base/check.h"
#include "lesson/lesson.h"

#include <stdlib.h>
#include <string.h>

/* All that there is to expect. */
typedef struct result {
    particle *pool;
    uint32_t *living; // slots, in the order of birth
    commands commands;
} result;

static void result_free(result *r)
{
    free(r->pool);
    free(r->living);
}

static bool simulate(const oracle_run *run, result *r)
{
    const fountain_plan *plan = run->plan;
    const particle *start = run->dense ? NULL : wb_start_state("pool");
    int64_t first = run->frame - run->steps;
    *r = (result){.pool = calloc(plan->slots, sizeof *r->pool),
                  .living = malloc(plan->slots * sizeof *r->living),
                  .commands = {.vertices = 4}};
    if ((start == NULL && !run->dense) || r->pool == NULL || r->living == NULL) {
        wb_error("there is no memory for the oracle");
        return false;
    }
    if (run->dense)
        fountain_fill(plan, first, r->pool);
    else
        memcpy(r->pool, start, plan->slots * sizeof *r->pool);
    commands *last = &r->commands;
    for (int64_t frame = first; frame < run->frame; frame++) {
        last->listed = fountain_list(plan, frame, r->pool, r->living);
        if (run->tap) last->listed += fountain_births(plan, frame);
        fountain_frame(plan, frame, run->tap, r->pool);
    }
    last->living = fountain_list(plan, run->frame, r->pool, r->living);
    commands_split(last->listed, run->group, run->limit, last->groups);
    uint32_t births = run->tap ? fountain_births(plan, run->frame) : 0; // in the next frame
    if (run->one_dispatch) {
        last->finished = last->groups[0] > 0 ? last->groups[0] * last->groups[1] : 1;
        commands_announce(last, last->living + births, run->group, run->limit);
    }
    if (run->dense) commands_announce(last, last->listed + births, run->group, run->limit);
    return true;
}

bool oracle_expect(const oracle_run *run, const char *buffer, void *expected)
{
    bool wants_pool = strcmp(buffer, "pool") == 0;
    if (!wants_pool && strcmp(buffer, "commands") != 0) return false;
    result r;
    bool good = simulate(run, &r);
    if (good && wants_pool) memcpy(expected, r.pool, run->plan->slots * sizeof *r.pool);
    if (good && !wants_pool) memcpy(expected, &r.commands, sizeof r.commands);
    result_free(&r);
    return good;
}

static void *read_buffer(const wb_buffer *buffer)
{
    void *data = malloc((size_t)buffer->size_bytes);
    if (data == NULL)
        wb_error("--check: no memory for a copy of buffer %s", buffer->name);
    else
        wb_buffer_read(buffer, data);
    return data;
}

static bool verify_buffer(const wb_buffer *buffer, const void *expected)
{
    void *got = read_buffer(buffer);
    wb_array array = wb_buffer_array(buffer, got);
    bool good = got != NULL && wb_check_equal(buffer->name, &array, expected);
    free(got);
    return good;
}

static int compare_slots(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static bool verify_list(const wb_buffer *living, result *r, bool in_order)
{
    size_t count = r->commands.living;
    uint32_t *got = read_buffer(living);
    if (got != NULL && !in_order) {
        qsort(got, count, sizeof *got, compare_slots);
        qsort(r->living, count, sizeof *got, compare_slots);
    }
    wb_array array = {.type = WB_U32, .dimensions = 1, .shape = {count}, .data = got};
    bool good = got != NULL && wb_check_equal(living->name, &array, r->living);
    free(got);
    return good;
}

static int compare_particles(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(particle));
}

// A particle has no name, but two that are alike in every bit are as good as one another: both
// sides are sorted by their bits.
static bool verify_particles(const wb_buffer *particles, const result *r)
{
    size_t count = r->commands.living;
    particle *got = read_buffer(particles), *expected = malloc((count + 1) * sizeof *expected);
    bool good = got != NULL && expected != NULL;
    if (good) {
        for (size_t i = 0; i < count; i++) expected[i] = r->pool[r->living[i]];
        qsort(got, count, sizeof *got, compare_particles);
        qsort(expected, count, sizeof *expected, compare_particles);
        wb_array array = wb_buffer_array(particles, got);
        array.shape[0] = count; // what lies behind the living is left from earlier frames
        good = wb_check_equal(particles->name, &array, expected);
    }
    free(got);
    free(expected);
    return good;
}

bool oracle_verify(const oracle_run *run, const oracle_buffers *buffers)
{
    const oracle_buffers *b = buffers;
    result r;
    bool good = simulate(run, &r) && (b->pool == NULL || verify_buffer(b->pool, r.pool)) &&
                (b->commands == NULL || verify_buffer(b->commands, &r.commands)) &&
                (b->particles == NULL || verify_particles(b->particles, &r)) &&
                (b->living == NULL || verify_list(b->living, &r, b->in_order));
    result_free(&r);
    return good;
}
