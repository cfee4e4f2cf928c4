/* The race detector and the counters on streams made by hand: no SPIR-V here. */
#include "machine/counters.h"
#include "machine/module.h"
#include "machine/race.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PLAIN = 1, PLAIN2, COHERENT, COHERENT2, ATOMIC, SITES, SHARED = 0, SUBGROUP = 4 };
enum { FOR_OWN = WB_FENCE_OF_BUFFERS | WB_FENCE_OF_IMAGES, FOR_ALL = FOR_OWN | WB_FENCE_FOR_ALL };

static const uint8_t sites[SITES] = {
    [COHERENT] = WB_SITE_COHERENT, [COHERENT2] = WB_SITE_COHERENT, [ATOMIC] = WB_SITE_ATOMIC};

static wb_race *race;
static wb_race_group *group;
static int buffer, conflict_count;
static wb_race_conflict last;

static void note(const wb_race_conflict *conflict, void *user)
{
    (void)user;
    last = *conflict;
    conflict_count++;
}

static int begin(void **state)
{
    (void)state;
    conflict_count = 0;
    race = wb_race_create(sites, 16, SUBGROUP, WB_RACE_NEAR_FENCES, note, NULL);
    buffer = wb_race_add_region(race, 16);
    group = wb_race_begin_group(race, 0);
    return 0;
}

static int end(void **state)
{
    (void)state;
    wb_race_end_group(race, group);
    wb_race_free(race);
    return 0;
}

static void access_word(int region, uint32_t lane, uint32_t site, wb_access_kind kind)
{
    wb_race_access(race, group, region, 5, lane, site, kind, false);
}

static void next_group(uint32_t number)
{
    wb_race_end_group(race, group);
    group = wb_race_begin_group(race, number);
}

static void test_own_word_is_free(void **state)
{
    (void)state;
    access_word(SHARED, 1, PLAIN, WB_ACCESS_WRITE);
    access_word(SHARED, 1, PLAIN, WB_ACCESS_READ);
    access_word(SHARED, 1, PLAIN, WB_ACCESS_WRITE);
    assert_int_equal(conflict_count, 0);
}

static void test_read_after_write(void **state)
{
    (void)state;
    access_word(SHARED, 1, PLAIN, WB_ACCESS_WRITE);
    access_word(SHARED, 2, PLAIN2, WB_ACCESS_READ);
    assert_int_equal(conflict_count, 1);
    assert_int_equal(last.verdict, WB_RACE);
    assert_int_equal(last.first.lane, 1);
    assert_int_equal(last.second.lane, 2);
    assert_int_equal(last.first.site, PLAIN);
    assert_int_equal(last.second.site, PLAIN2);
    assert_int_equal(last.word, 5);
    assert_false(last.across_groups);
}

static void test_write_after_reads(void **state)
{
    (void)state;
    // The writer has read last; another one before it
    access_word(SHARED, 2, PLAIN, WB_ACCESS_READ);
    access_word(SHARED, 1, PLAIN, WB_ACCESS_READ);
    access_word(SHARED, 1, PLAIN2, WB_ACCESS_WRITE);
    assert_int_equal(conflict_count, 1);
    assert_int_equal(last.first.lane, 2);
    assert_int_equal(last.first_kind, WB_ACCESS_READ);
}

static void test_readers_do_no_harm(void **state)
{
    (void)state;
    for (uint32_t lane = 0; lane < 8; lane++) access_word(SHARED, lane, PLAIN, WB_ACCESS_READ);
    assert_int_equal(conflict_count, 0);
}

static void test_barrier_orders_shared(void **state)
{
    (void)state;
    access_word(SHARED, 1, PLAIN, WB_ACCESS_WRITE);
    wb_race_barrier(race, group);
    access_word(SHARED, 2, PLAIN, WB_ACCESS_READ);
    wb_race_barrier(race, group);
    access_word(SHARED, 3, PLAIN, WB_ACCESS_WRITE);
    assert_int_equal(conflict_count, 0);
}

static void test_shared_is_new_in_each_group(void **state)
{
    (void)state;
    access_word(SHARED, 1, PLAIN, WB_ACCESS_WRITE);
    next_group(1);
    access_word(SHARED, 2, PLAIN, WB_ACCESS_READ);
    access_word(SHARED, 2, PLAIN, WB_ACCESS_WRITE);
    assert_int_equal(conflict_count, 0);
}

static void test_buffer_wants_memory_barrier(void **state)
{
    (void)state;
    access_word(buffer, 1, COHERENT, WB_ACCESS_WRITE);
    wb_race_barrier(race, group);
    access_word(buffer, 2, COHERENT2, WB_ACCESS_READ);
    assert_int_equal(conflict_count, 1);
    assert_int_equal(last.verdict, WB_RACE_NO_FENCE);
}

static void test_memory_barrier_after_barrier_is_late(void **state)
{
    (void)state;
    access_word(buffer, 1, COHERENT, WB_ACCESS_WRITE);
    wb_race_barrier(race, group);
    wb_race_fence(group, 1, FOR_ALL);
    access_word(buffer, 2, COHERENT2, WB_ACCESS_READ);
    assert_int_equal(last.verdict, WB_RACE_NO_FENCE);
    assert_int_equal(conflict_count, 1);
}

static void test_memory_barrier_of_another_does_not_help(void **state)
{
    (void)state;
    access_word(buffer, 1, COHERENT, WB_ACCESS_WRITE);
    wb_race_fence(group, 2, FOR_ALL);
    wb_race_barrier(race, group);
    access_word(buffer, 2, COHERENT2, WB_ACCESS_READ);
    assert_int_equal(last.verdict, WB_RACE_NO_FENCE);
}

static void test_buffer_wants_coherent(void **state)
{
    (void)state;
    access_word(buffer, 1, PLAIN, WB_ACCESS_WRITE);
    wb_race_fence(group, 1, FOR_ALL);
    wb_race_barrier(race, group);
    access_word(buffer, 2, COHERENT, WB_ACCESS_READ);
    assert_int_equal(conflict_count, 1);
    assert_int_equal(last.verdict, WB_RACE_INCOHERENT);
}

static void test_buffer_with_both_is_free(void **state)
{
    (void)state;
    access_word(buffer, 1, COHERENT, WB_ACCESS_WRITE);
    wb_race_fence(group, 1, FOR_ALL);
    wb_race_barrier(race, group);
    access_word(buffer, 2, COHERENT2, WB_ACCESS_READ);
    assert_int_equal(conflict_count, 0);
}

static void test_atomics_are_free(void **state)
{
    (void)state;
    access_word(SHARED, 1, ATOMIC, WB_ACCESS_ATOMIC);
    access_word(SHARED, 2, ATOMIC, WB_ACCESS_ATOMIC);
    access_word(buffer, 1, ATOMIC, WB_ACCESS_ATOMIC);
    next_group(1);
    access_word(buffer, 2, ATOMIC, WB_ACCESS_ATOMIC);
    assert_int_equal(conflict_count, 0);
}

static void test_plain_beside_atomic(void **state)
{
    (void)state;
    access_word(SHARED, 2, ATOMIC, WB_ACCESS_ATOMIC);
    access_word(SHARED, 1, ATOMIC, WB_ACCESS_ATOMIC);
    access_word(SHARED, 1, PLAIN, WB_ACCESS_READ); // lane 2 has changed it, too
    assert_int_equal(conflict_count, 1);
    assert_int_equal(last.verdict, WB_RACE_MIXED);
    assert_int_equal(last.first.lane, 2);
}

static void test_atomic_does_not_hide_a_write(void **state)
{
    (void)state;
    access_word(SHARED, 1, PLAIN, WB_ACCESS_WRITE);
    access_word(SHARED, 1, ATOMIC, WB_ACCESS_ATOMIC);
    access_word(SHARED, 2, ATOMIC, WB_ACCESS_ATOMIC);
    assert_int_equal(conflict_count, 1);
    assert_int_equal(last.verdict, WB_RACE_MIXED);
}

static void test_same_value(void **state)
{
    (void)state;
    access_word(SHARED, 1, PLAIN, WB_ACCESS_WRITE);
    wb_race_access(race, group, SHARED, 5, 2, PLAIN, WB_ACCESS_WRITE, true);
    assert_int_equal(last.verdict, WB_RACE_SAME_VALUE);
}

static void test_across_groups(void **state)
{
    (void)state;
    access_word(buffer, 1, PLAIN, WB_ACCESS_WRITE);
    wb_race_fence(group, 1, FOR_ALL);
    next_group(1);
    access_word(buffer, 1, PLAIN2, WB_ACCESS_READ);
    assert_int_equal(last.verdict, WB_RACE);
    assert_true(last.across_groups);
    assert_int_equal(last.first.group, 0);
    assert_int_equal(last.second.group, 1);
}

static void test_write_after_read_of_far_group(void **state)
{
    (void)state;
    access_word(buffer, 1, PLAIN, WB_ACCESS_READ);
    next_group(1);
    access_word(buffer, 1, PLAIN, WB_ACCESS_READ);
    access_word(buffer, 1, PLAIN2, WB_ACCESS_WRITE);
    assert_int_equal(conflict_count, 1);
    assert_int_equal(last.first.group, 0);
    assert_true(last.across_groups);
}

static void test_coherent_does_not_order(void **state)
{
    (void)state;
    access_word(buffer, 1, COHERENT, WB_ACCESS_WRITE);
    next_group(1);
    access_word(buffer, 1, COHERENT2, WB_ACCESS_READ);
    assert_int_equal(last.verdict, WB_RACE);
}

// A group writes, issues a memory barrier and signs off; another one sees that, and reads.
static void write_and_read(uint32_t site, bool fences_late)
{
    access_word(buffer, 1, site, WB_ACCESS_WRITE);
    wb_race_fence(group, 1, FOR_ALL);
    wb_race_access(race, group, buffer, 9, 1, ATOMIC, WB_ACCESS_ATOMIC, false);
    next_group(1);
    if (!fences_late) wb_race_fence(group, 1, FOR_ALL);
    wb_race_access(race, group, buffer, 9, 1, ATOMIC, WB_ACCESS_ATOMIC, false);
    if (fences_late) wb_race_fence(group, 1, FOR_ALL);
    access_word(buffer, 1, site + 1, WB_ACCESS_READ);
}

static void test_signal_between_groups(void **state)
{
    (void)state;
    write_and_read(COHERENT, true);
    assert_int_equal(conflict_count, 0);
}

static void test_signal_and_memory_barrier_before_it(void **state)
{
    (void)state;
    write_and_read(COHERENT, false);
    assert_int_equal(conflict_count, 1);
    assert_int_equal(last.verdict, WB_RACE_NO_FENCE_READER);
}

static void test_signal_wants_coherent(void **state)
{
    (void)state;
    write_and_read(PLAIN, true);
    assert_int_equal(last.verdict, WB_RACE_INCOHERENT);
}

static void test_signal_without_memory_barrier(void **state)
{
    (void)state;
    access_word(buffer, 1, PLAIN, WB_ACCESS_WRITE);
    wb_race_access(race, group, buffer, 9, 1, ATOMIC, WB_ACCESS_ATOMIC, false);
    next_group(1);
    wb_race_fence(group, 1, FOR_ALL);
    wb_race_access(race, group, buffer, 9, 1, ATOMIC, WB_ACCESS_ATOMIC, false);
    access_word(buffer, 1, PLAIN2, WB_ACCESS_READ);
    assert_int_equal(conflict_count, 1);
}

// The writer's memory barrier or the reader's is for its own group only.
static void signal_with(bool first_far, bool second_far, uint32_t reader)
{
    access_word(buffer, 1, COHERENT, WB_ACCESS_WRITE);
    wb_race_fence(group, 1, first_far ? FOR_ALL : FOR_OWN);
    wb_race_access(race, group, buffer, 9, 1, ATOMIC, WB_ACCESS_ATOMIC, false);
    if (reader == 1) next_group(1);
    wb_race_access(race, group, buffer, 9, reader, ATOMIC, WB_ACCESS_ATOMIC, false);
    wb_race_fence(group, reader, second_far ? FOR_ALL : FOR_OWN);
    access_word(buffer, reader, COHERENT2, WB_ACCESS_READ);
}

static void test_memory_barrier_of_the_writer_is_near(void **state)
{
    (void)state;
    signal_with(false, true, 1);
    assert_int_equal(conflict_count, 1);
    assert_int_equal(last.verdict, WB_RACE_NO_FENCE);
}

static void test_memory_barrier_of_the_reader_is_near(void **state)
{
    (void)state;
    signal_with(true, false, 1);
    assert_int_equal(conflict_count, 1);
    assert_int_equal(last.verdict, WB_RACE_NO_FENCE_READER);
}

static void test_near_is_enough_within_a_group(void **state)
{
    (void)state;
    signal_with(false, false, 2);
    assert_int_equal(conflict_count, 0);
}

static void access_flag(uint32_t word, uint32_t lane, bool changes)
{
    wb_race_access(race, group, buffer, word, lane, ATOMIC, WB_ACCESS_ATOMIC, !changes);
}

// Hundreds of groups, one after the other: each hears the one before, and through it all of them.
static void test_a_long_chain_of_groups(void **state)
{
    (void)state;
    access_word(buffer, 1, COHERENT, WB_ACCESS_WRITE);
    for (uint32_t g = 1; g < 600; g++) {
        wb_race_fence(group, 1, FOR_ALL);
        access_flag(9, 1, true);
        next_group(g);
        access_flag(9, 1, false);
        wb_race_fence(group, 1, FOR_ALL);
        access_word(buffer, 1, COHERENT2, WB_ACCESS_READ); // of the first group
        wb_race_access(race, group, buffer, 2, 1, COHERENT2, WB_ACCESS_READ, false); // of the last
        wb_race_access(race, group, buffer, 2, 1, COHERENT, WB_ACCESS_WRITE, false);
    }
    assert_int_equal(conflict_count, 0);
}

// What the subgroup passes on is new for a lane, even if it has asked about hundreds before.
static void test_subgroup_passes_on(void **state)
{
    (void)state;
    wb_race_access(race, group, buffer, 2, 1, COHERENT, WB_ACCESS_WRITE, false);
    for (uint32_t g = 1; g < 300; g++) {
        wb_race_fence(group, 1, FOR_ALL);
        access_flag(9, 1, true);
        next_group(g);
    }
    access_word(buffer, 1, COHERENT, WB_ACCESS_WRITE);
    wb_race_fence(group, 1, FOR_ALL);
    access_flag(8, 1, true);
    next_group(300);
    access_flag(9, 1, false);
    access_flag(8, 2, false);
    wb_race_fence(group, 1, FOR_ALL);
    wb_race_fence(group, 2, FOR_ALL);
    wb_race_access(race, group, buffer, 2, 1, COHERENT2, WB_ACCESS_READ, false);
    wb_race_subgroup_barrier(race, group, 0);
    access_word(buffer, 1, COHERENT2, WB_ACCESS_READ);
    assert_int_equal(conflict_count, 0);
}

static void test_subgroup_barrier(void **state)
{
    (void)state;
    access_word(SHARED, 1, PLAIN, WB_ACCESS_WRITE);
    wb_race_subgroup_barrier(race, group, 0);
    access_word(SHARED, 2, PLAIN, WB_ACCESS_READ); // of the same subgroup
    assert_int_equal(conflict_count, 0);
    access_word(SHARED, SUBGROUP, PLAIN, WB_ACCESS_READ); // of the next
    assert_int_equal(conflict_count, 1);
}

static void test_beyond_the_region(void **state)
{
    (void)state;
    wb_race_access(race, group, buffer, 16, 1, PLAIN, WB_ACCESS_WRITE, false);
    assert_int_equal(conflict_count, 0);
}

/* ---- Counters ---- */

static void fill(uint32_t words[32], uint32_t start, uint32_t step)
{
    for (uint32_t i = 0; i < 32; i++) words[i] = start + i * step;
}

static void test_sectors(void **state)
{
    (void)state;
    uint32_t words[32];
    fill(words, 0, 1);
    assert_int_equal(wb_count_sectors(words, 32, 1), 4);
    fill(words, 1, 1); // not aligned
    assert_int_equal(wb_count_sectors(words, 32, 1), 5);
    fill(words, 0, 8);
    assert_int_equal(wb_count_sectors(words, 32, 1), 32);
    fill(words, 0, 4); // vec4
    assert_int_equal(wb_count_sectors(words, 32, 4), 16);
    fill(words, 7, 0);
    assert_int_equal(wb_count_sectors(words, 32, 1), 1);
    for (int i = 0; i < 31; i++) words[i] = WB_NO_WORD;
    assert_int_equal(wb_count_sectors(words, 32, 1), 1);
}

static void test_banks(void **state)
{
    (void)state;
    uint32_t words[32];
    fill(words, 3, 1);
    assert_int_equal(wb_count_bank_ways(words, 32), 1);
    fill(words, 0, 2);
    assert_int_equal(wb_count_bank_ways(words, 32), 2);
    fill(words, 0, 32);
    assert_int_equal(wb_count_bank_ways(words, 32), 32);
    fill(words, 0, 33); // padded
    assert_int_equal(wb_count_bank_ways(words, 32), 1);
    fill(words, 64, 0); // one word for all
    assert_int_equal(wb_count_bank_ways(words, 32), 1);
}

static void test_collisions(void **state)
{
    (void)state;
    uint32_t words[32];
    fill(words, 0, 1);
    assert_int_equal(wb_count_collisions(words, 32), 1);
    fill(words, 7, 0);
    assert_int_equal(wb_count_collisions(words, 32), 32);
    for (uint32_t i = 0; i < 32; i++) words[i] = i < 30 ? WB_NO_WORD : 1;
    assert_int_equal(wb_count_collisions(words, 32), 2);
}

/* ---- Many lanes at once ---- */

enum { MANY = 8, STEPS = 4000, MOST_CONFLICTS = 200000 };

typedef struct conflicts {
    uint32_t all[MOST_CONFLICTS][12];
    int count;
} conflicts;

static void collect(const wb_race_conflict *conflict, void *user)
{
    conflicts *c = user;
    assert_true(c->count < MOST_CONFLICTS);
    const wb_race_party *a = &conflict->first, *b = &conflict->second;
    const uint32_t numbers[12] = {conflict->verdict,
                                  conflict->across_groups,
                                  (uint32_t)conflict->region,
                                  conflict->word,
                                  conflict->first_kind,
                                  conflict->second_kind,
                                  a->group,
                                  a->lane,
                                  a->site,
                                  b->group,
                                  b->lane,
                                  b->site};
    memcpy(c->all[c->count++], numbers, sizeof numbers);
}

// One access of many lanes, lane after lane or all together.
static void access_many(wb_race *r, wb_race_group *g, int region, const uint32_t *words,
                        uint32_t site, bool writes, bool together)
{
    if (together && !writes) {
        wb_race_reads(r, g, region, words, 0, 0, MANY, site);
        return;
    }
    for (uint32_t l = 0; l < MANY; l++) {
        if (together) l += wb_race_writes(r, g, region, words + l, 0, l, MANY - l, site);
        if (l < MANY && words[l] != UINT32_MAX)
            wb_race_access(r, g, region, words[l], l, site,
                           writes ? WB_ACCESS_WRITE : WB_ACCESS_READ, false);
    }
}

// The same random stream, told in both ways, has the same conflicts.
static void test_many_lanes(void **state)
{
    (void)state;
    static conflicts found[2];
    for (int together = 0; together < 2; together++) {
        uint32_t random = 12345;
        conflicts *c = &found[together];
        wb_race *r = wb_race_create(sites, 16, SUBGROUP, WB_RACE_NEAR_FENCES, collect, c);
        int region = wb_race_add_region(r, 16);
        wb_race_group *g = wb_race_begin_group(r, 0);
        for (int step = 0; step < STEPS; step++) {
            uint32_t words[MANY];
            random = random * 1664525 + 1013904223;
            uint32_t what = random >> 28, start = random >> 8 & 15, stride = random >> 12 & 1;
            for (uint32_t l = 0; l < MANY; l++)
                words[l] = (random >> (13 + l) & 7) == 0 ? UINT32_MAX : (start + stride * l) % 16;
            uint32_t site = PLAIN + (random >> 20 & 3);
            if (what < 2)
                wb_race_barrier(r, g);
            else if (what == 2)
                wb_race_subgroup_barrier(r, g, random >> 16 & 1);
            else if (what == 3)
                wb_race_fence(g, random >> 16 & 7, (random >> 19 & 1) != 0 ? FOR_ALL : FOR_OWN);
            else if (what == 4) {
                wb_race_end_group(r, g);
                g = wb_race_begin_group(r, (uint32_t)step);
            } else if (what == 5)
                wb_race_access(r, g, region, start, 3, ATOMIC, WB_ACCESS_ATOMIC, false);
            else
                access_many(r, g, what & 1 ? region : SHARED, words, site, what > 9, together != 0);
        }
        wb_race_end_group(r, g);
        wb_race_free(r);
    }
    assert_true(found[0].count > 1000);
    assert_int_equal(found[0].count, found[1].count);
    assert_memory_equal(found[0].all, found[1].all,
                        (size_t)found[0].count * sizeof found[0].all[0]);
}

/* ---- Two detectors that watch different groups ---- */

static bool are_apart(wb_access_kind first, uint32_t first_word, wb_access_kind second,
                      uint32_t second_word)
{
    wb_race *r[2];
    const wb_access_kind kinds[] = {first, second};
    const uint32_t words[] = {first_word, second_word};
    for (int i = 0; i < 2; i++) {
        r[i] = wb_race_create(sites, 16, SUBGROUP, WB_RACE_NEAR_FENCES, note, NULL);
        int region = wb_race_add_region(r[i], 5000);
        wb_race_group *g = wb_race_begin_group(r[i], (uint32_t)i);
        wb_race_access(r[i], g, region, words[i], 0, PLAIN, kinds[i], false);
        wb_race_end_group(r[i], g);
    }
    bool apart = wb_race_are_apart(r[0], r[1]);
    wb_race_free(r[0]);
    wb_race_free(r[1]);
    return apart;
}

static void test_are_apart(void **state)
{
    (void)state;
    for (uint32_t word = 0; word < 5000; word += 1023) {
        assert_true(are_apart(WB_ACCESS_READ, word, WB_ACCESS_READ, word));
        assert_true(are_apart(WB_ACCESS_WRITE, word, WB_ACCESS_WRITE, word + 1));
        assert_false(are_apart(WB_ACCESS_WRITE, word, WB_ACCESS_WRITE, word));
        assert_false(are_apart(WB_ACCESS_WRITE, word, WB_ACCESS_READ, word));
        assert_false(are_apart(WB_ACCESS_READ, word, WB_ACCESS_WRITE, word));
        assert_false(are_apart(WB_ACCESS_ATOMIC, word, WB_ACCESS_ATOMIC, word));
    }
}

#define RACE(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RACE(test_own_word_is_free),
        RACE(test_read_after_write),
        RACE(test_write_after_reads),
        RACE(test_readers_do_no_harm),
        RACE(test_barrier_orders_shared),
        RACE(test_shared_is_new_in_each_group),
        RACE(test_buffer_wants_memory_barrier),
        RACE(test_memory_barrier_after_barrier_is_late),
        RACE(test_memory_barrier_of_another_does_not_help),
        RACE(test_buffer_wants_coherent),
        RACE(test_buffer_with_both_is_free),
        RACE(test_atomics_are_free),
        RACE(test_plain_beside_atomic),
        RACE(test_atomic_does_not_hide_a_write),
        RACE(test_same_value),
        RACE(test_across_groups),
        RACE(test_write_after_read_of_far_group),
        RACE(test_coherent_does_not_order),
        RACE(test_signal_between_groups),
        RACE(test_signal_and_memory_barrier_before_it),
        RACE(test_signal_wants_coherent),
        RACE(test_signal_without_memory_barrier),
        RACE(test_memory_barrier_of_the_writer_is_near),
        RACE(test_memory_barrier_of_the_reader_is_near),
        RACE(test_near_is_enough_within_a_group),
        RACE(test_a_long_chain_of_groups),
        RACE(test_subgroup_passes_on),
        RACE(test_subgroup_barrier),
        RACE(test_beyond_the_region),
        cmocka_unit_test(test_many_lanes),
        cmocka_unit_test(test_are_apart),
        cmocka_unit_test(test_sectors),
        cmocka_unit_test(test_banks),
        cmocka_unit_test(test_collisions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
