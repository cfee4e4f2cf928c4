// What is right: the frames since the start once more, on the CPU.
#include "oracle.h"
#include "state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- All that there is to expect ---- */

typedef struct outcome {
    particle *pool;
    uint32_t *living; // slots, in the order of birth
    commands commands;
} outcome;

static void outcome_free(outcome *o)
{
    free(o->pool);
    free(o->living);
}

static bool outcome_create(outcome *o, int64_t first)
{
    size_t slots = lesson.plan.slots;
    const particle *start = traits()->dense ? NULL : wb_start_state("pool");
    *o = (outcome){.pool = calloc(slots, sizeof *o->pool),
                   .living = malloc(slots * sizeof *o->living),
                   .commands = {.vertices = 4}};
    if ((start == NULL && !traits()->dense) || o->pool == NULL || o->living == NULL) {
        wb_error("there is no memory for the oracle");
        return false;
    }
    if (traits()->dense)
        fountain_fill(&lesson.plan, first, o->pool);
    else
        memcpy(o->pool, start, slots * sizeof *o->pool);
    return true;
}

// With `living` in the air before.
static uint32_t births(int64_t frame, uint32_t living)
{
    uint32_t wanted = births_in(frame), most = (uint32_t)lesson.most;
    uint32_t room = living < most ? most - living : 0;
    return traits()->levelled && wanted > room ? room : wanted;
}

// The commands after the last frame. With one dispatch a frame they are for the next one; in the
// dense version, they do not know yet which particles have died in the last.
static void find_commands(outcome *o)
{
    commands *last = &o->commands;
    uint32_t group = particles_a_group(), limit = (uint32_t)lesson.limit;
    uint32_t next_births = births_in(lesson.frame);
    if (!traits()->surveyed)
        last->living = fountain_list(&lesson.plan, lesson.frame, o->pool, o->living);
    commands_split(last->listed, group, limit, last->groups);
    if (traits()->dense) {
        commands_announce(last, last->listed + next_births, group, limit);
    } else if (traits()->one_dispatch) {
        last->finished = last->groups[0] > 0 ? last->groups[0] * last->groups[1] : 1;
        commands_announce(last, last->living + next_births, group, limit);
    }
}

// After `steps` frames. False, with a message, if memory is short; outcome_free() in any case.
static bool simulate(int64_t steps, outcome *o)
{
    const fountain_plan *plan = &lesson.plan;
    int64_t first = lesson.frame - steps;
    if (!outcome_create(o, first)) return false;
    for (int64_t frame = first; frame < lesson.frame; frame++) {
        uint32_t living = fountain_list(plan, frame, o->pool, o->living);
        uint32_t born = births(frame, living);
        fountain_give_birth(plan, frame, born, o->pool);
        o->commands.listed = living + born;
        if (traits()->surveyed) o->commands.living = fountain_list(plan, frame, o->pool, o->living);
        fountain_move(plan, o->pool);
    }
    find_commands(o);
    return true;
}

// Of the tasks that write the numbers of groups.
static bool has_choice(void)
{
    return traits()->levelled || traits()->surveyed || traits()->splits;
}

wb_answer expect(const char *buffer, int64_t steps, void *expected)
{
    bool wants_pool = strcmp(buffer, "pool") == 0;
    if (!wants_pool && (has_choice() || strcmp(buffer, "commands") != 0)) return WB_NO_ANSWER;
    outcome o;
    bool good = simulate(steps, &o);
    if (good && wants_pool) memcpy(expected, o.pool, lesson.plan.slots * sizeof *o.pool);
    if (good && !wants_pool) memcpy(expected, &o.commands, sizeof o.commands);
    outcome_free(&o);
    return good ? WB_ANSWERED : WB_ANSWER_FAILED;
}

/* ---- The comparison ---- */

static void *read_buffer(const wb_buffer *buffer)
{
    void *data = malloc((size_t)buffer->size_bytes);
    if (data == NULL) wb_error("--check: no memory for a copy of buffer %s", buffer->name);
    if (data == NULL || wb_buffer_read(buffer, data)) return data;
    free(data);
    return NULL;
}

static wb_result verify_buffer(const wb_buffer *buffer, const void *expected)
{
    void *got = read_buffer(buffer);
    if (got == NULL) return WB_NOT_RUN;
    wb_array array = wb_buffer_array(buffer, got);
    bool good = wb_check_equal(buffer->name, &array, expected);
    free(got);
    return wb_result_of(good);
}

// One particle too many or too few shows in every number of its slot, which names no cause.
static void tell_air(const outcome *o)
{
    char most[40] = "";
    particle *got = read_buffer(&lesson.pool);
    uint32_t *slots = malloc(lesson.plan.slots * sizeof *slots);
    if (traits()->levelled) snprintf(most, sizeof most, "; `most` is %d", lesson.most);
    if (got != NULL && slots != NULL) {
        uint32_t there = fountain_list(&lesson.plan, lesson.frame, got, slots);
        uint32_t right = fountain_list(&lesson.plan, lesson.frame, o->pool, slots);
        if (there != right)
            wb_note("%u particles too %s are in the air: %u in place of %u%s",
                    there > right ? there - right : right - there, there > right ? "many" : "few",
                    there, right, most);
    }
    free(got);
    free(slots);
}

// What cannot stand in a list of the living, whatever is in the pool. False if there is nothing.
static bool tell_entry(const uint32_t *list, uint32_t count, const particle *pool,
                       uint32_t *entries)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t slot = list[i];
        if (slot >= lesson.plan.slots)
            wb_note(
                "entry %u of the list is %u, and there are %u slots: no survivor has written it", i,
                slot, lesson.plan.slots);
        else if (pool[slot].age >= pool[slot].life)
            wb_note("entry %u of the list is slot %u, and the particle there is dead; a list has "
                    "numbers of "
                    "slots, not places",
                    i, slot);
        else if (entries[slot] > 0)
            wb_note("slot %u is in the list twice, as entries %u and %u", slot, entries[slot] - 1,
                    i);
        else {
            entries[slot] = i + 1;
            continue;
        }
        return true;
    }
    return false;
}

static bool tell_list(void)
{
    commands *counted = read_buffer(&lesson.commands);
    uint32_t *list = read_buffer(&lesson.living);
    particle *pool = read_buffer(&lesson.pool);
    uint32_t *entries = calloc(lesson.plan.slots, sizeof *entries), slots = lesson.plan.slots;
    bool told = false;
    if (counted != NULL && list != NULL && pool != NULL && entries != NULL) {
        told = counted->living > slots;
        if (told)
            wb_note("the list has %u entries, and there are %u slots", counted->living, slots);
        told = told || tell_entry(list, counted->living, pool, entries);
    }
    free(counted);
    free(list);
    free(pool);
    free(entries);
    return told;
}

// The survey's list is of those who lived before the step.
static bool tell_survey(const outcome *o)
{
    commands *counted = read_buffer(&lesson.commands);
    bool told = counted != NULL && counted->living != o->commands.living;
    if (told)
        wb_note("the last list has %u entries, and %u particles were alive", counted->living,
                o->commands.living);
    free(counted);
    return told;
}

// Particles that a frame has left out: they are younger than they ought to be. False if there is
// none.
static bool tell_unmoved(const outcome *o)
{
    uint32_t stayed = 0, moving = 0, first = 0;
    particle *got = read_buffer(&lesson.pool);
    for (uint32_t i = 0; got != NULL && i < lesson.plan.slots; i++) {
        const particle *right = &o->pool[i];
        if (right->life <= 0.0f || right->age >= right->life) continue;
        moving++;
        if (got[i].life != right->life || got[i].age >= right->age) continue;
        if (stayed++ == 0) first = i;
    }
    if (stayed > 0)
        wb_note("%u of the %u in the air were not moved in every frame, slot %u first: the "
                "list did not have them, or no invocation came to their entries",
                stayed, moving, first);
    free(got);
    return stayed > 0;
}

// In the tasks, the groups may be split up in any way: as many as it takes, or up to a row more
// where they do not fit into one row; and none at all if no particle is listed.
static bool are_enough(const uint32_t groups[3], uint32_t listed)
{
    uint32_t limit = (uint32_t)lesson.limit, needed = wb_groups_for(listed, particles_a_group());
    uint64_t all = (uint64_t)groups[0] * groups[1] * groups[2];
    uint64_t most = needed > limit ? (uint64_t)needed + limit - 1 : needed;
    if (groups[0] > limit || groups[1] > limit || groups[2] > limit)
        wb_error("commands: (%u, %u, %u) work groups, and the limit in one dimension is %u",
                 groups[0], groups[1], groups[2], limit);
    else if (all < needed || all > most)
        wb_error("commands: (%u, %u, %u) is %llu work group%s, and %u particle%s in the list take "
                 "%u, of %u each",
                 groups[0], groups[1], groups[2], (unsigned long long)all, all == 1 ? "" : "s",
                 listed, listed == 1 ? "" : "s", needed, particles_a_group());
    else
        return true;
    return false;
}

// What is the learner's choice is taken from `got`.
static wb_result verify_commands(outcome *o)
{
    commands *got = read_buffer(&lesson.commands), *expected = &o->commands;
    if (got == NULL) return WB_NOT_RUN;
    bool good = true;
    if (has_choice() && got->living == expected->living) {
        good = are_enough(got->groups, expected->listed);
        memcpy(expected->groups, got->groups, sizeof got->groups);
    }
    uint32_t groups = got->groups[0] * got->groups[1] * got->groups[2];
    if (good && traits()->surveyed && got->finished != groups) {
        wb_error("move_listed.comp ran in %u work groups, and the commands say %u", got->finished,
                 groups);
        good = false;
    }
    if (traits()->surveyed) { // and anything may lie in the words that are not read
        expected->finished = got->finished;
        expected->listed = got->listed;
        memcpy(expected->spare, got->spare, sizeof got->spare);
    }
    wb_array array = wb_buffer_array(&lesson.commands, got);
    good = good && wb_check_equal(lesson.commands.name, &array, expected);
    free(got);
    return wb_result_of(good);
}

static int compare_slots(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static wb_result verify_list(outcome *o)
{
    size_t count = o->commands.living;
    uint32_t *got = read_buffer(&lesson.living);
    if (got == NULL) return WB_NOT_RUN;
    if (!traits()->scanned) { // in any order
        qsort(got, count, sizeof *got, compare_slots);
        qsort(o->living, count, sizeof *got, compare_slots);
    }
    wb_array array = {.type = WB_U32, .dimensions = 1, .shape = {count}, .data = got};
    bool good = wb_check_equal(lesson.living.name, &array, o->living);
    free(got);
    return wb_result_of(good);
}

static int compare_particles(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(particle));
}

// A particle has no name, but two that are alike in every bit are as good as one another: both
// sides are sorted by their bits.
static wb_result verify_particles(const outcome *o)
{
    size_t count = o->commands.living;
    particle *got = read_buffer(&lesson.particles), *expected = malloc((count + 1) * sizeof *got);
    wb_result result = WB_NOT_RUN;
    if (got != NULL && expected != NULL) {
        for (size_t i = 0; i < count; i++) expected[i] = o->pool[o->living[i]];
        qsort(got, count, sizeof *got, compare_particles);
        qsort(expected, count, sizeof *expected, compare_particles);
        wb_array array = wb_buffer_array(&lesson.particles, got);
        array.shape[0] = count; // what lies behind the living is left from earlier frames
        result = wb_result_of(wb_check_equal(lesson.particles.name, &array, expected));
    }
    free(got);
    free(expected);
    return result;
}

// The cause, in the fountain's words: the first that applies.
static void tell(const outcome *o)
{
    bool told = traits()->listed && !traits()->surveyed && tell_list();
    told = told || (is_counted() && tell_unmoved(o));
    told = told || (traits()->surveyed && tell_survey(o));
    if (!told) tell_air(o);
}

wb_result verify(void)
{
    outcome o;
    wb_result result = simulate(wb_frame(), &o) ? WB_RIGHT : WB_NOT_RUN;
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData in wb_buffer_read()
    if (result == WB_RIGHT && !traits()->dense) result = verify_buffer(&lesson.pool, o.pool);
    if (result == WB_WRONG) tell(&o);
    if (result == WB_RIGHT && is_counted()) result = verify_commands(&o);
    if (result == WB_RIGHT && traits()->dense) result = verify_particles(&o);
    if (result == WB_RIGHT && traits()->listed) result = verify_list(&o);
    outcome_free(&o);
    return result;
}
