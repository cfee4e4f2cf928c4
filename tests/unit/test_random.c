/* Random numbers and hashes: both against published values. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "base/hash.h"
#include "base/random.h"

#include <math.h>

/* The first numbers of O'Neill's demonstration program, pcg32-demo (seed 42, sequence 54). */
static void numbers_are_the_published_ones(void **state)
{
    (void)state;
    static const uint32_t published[] = {0xa15c02b7, 0x7b47f409, 0xba1d3330,
                                         0x83d2f293, 0xbfa4784b, 0xcbed606e};
    wb_random random = wb_random_seed(42);
    for (int k = 0; k < 6; k++) assert_int_equal(wb_random_u32(&random), published[k]);
}

static void seeds_differ(void **state)
{
    (void)state;
    wb_random a = wb_random_seed(0), b = wb_random_seed(1), c = wb_random_seed(UINT64_MAX);
    uint32_t x = wb_random_u32(&a), y = wb_random_u32(&b), z = wb_random_u32(&c);
    assert_int_not_equal(x, y);
    assert_int_not_equal(x, z);
    assert_int_not_equal(y, z);
    wb_random again = wb_random_seed(0);
    assert_int_equal(wb_random_u32(&again), x);
}

static void floats_are_in_range_and_even(void **state)
{
    (void)state;
    enum { COUNT = 100000 };
    wb_random random = wb_random_seed(7);
    double sum = 0, least = 1, greatest = 0;
    for (int k = 0; k < COUNT; k++) {
        double x = (double)wb_random_float(&random);
        assert_true(x >= 0 && x < 1);
        sum += x;
        if (x < least) least = x;
        if (x > greatest) greatest = x;
    }
    assert_true(sum / COUNT > 0.495 && sum / COUNT < 0.505); // 0.5, give or take 5 sigma
    assert_true(least < 0.001 && greatest > 0.999);
}

/* The float is the top 24 bits of the number that it uses up, so that 1 is never reached. */
static void floats_have_24_bits(void **state)
{
    (void)state;
    wb_random bits = wb_random_seed(3), floats = wb_random_seed(3);
    for (int k = 0; k < 1000; k++) {
        double expected = (wb_random_u32(&bits) >> 8) / 16777216.0;
        assert_true((double)wb_random_float(&floats) == expected);
    }
}

/* What lesson 11's scene relies on: of a number of 24 bits, cbrt() rounded to a float is the float
 * nearest to the root, whatever the library. Compared in whole numbers: a root of F / 2^e lies
 * between (2 F - 1) and (2 F + 1) halves of its last place. */
static void cube_roots_are_the_nearest(void **state)
{
    (void)state;
    __extension__ typedef unsigned __int128 wide;
    // One in eleven, and among them 6,893,721, whose root is nearest to the middle of two floats.
    for (int k = 10; k < 1 << 24; k += 11) {
        int exponent;
        float fraction = frexpf((float)cbrt((double)((float)k * 0x1p-24f)), &exponent);
        wide twice = 2u * (wide)ldexpf(fraction, 24);
        wide cube = (wide)k << (3 * (25 - exponent) - 24);
        wide low = twice - 1u, high = twice + 1u;
        assert_true(low * low * low < cube && cube < high * high * high);
    }
}

static void limits_hold(void **state)
{
    (void)state;
    wb_random random = wb_random_seed(1);
    assert_int_equal(wb_random_below(&random, 0), 0);
    assert_int_equal(wb_random_below(&random, 1), 0);
    for (int k = 0; k < 1000; k++) assert_true(wb_random_below(&random, 7) < 7);
}

/* With the limit 3 * 2^30, a bare remainder gives each number below 2^30 twice as often as the
 * others: half of all instead of a third. */
static void numbers_below_are_fair(void **state)
{
    (void)state;
    enum { COUNT = 30000 };
    const uint32_t third = UINT32_C(1) << 30;
    wb_random random = wb_random_seed(11);
    int in_third[3] = {0};
    for (int k = 0; k < COUNT; k++) in_third[wb_random_below(&random, 3 * third) / third]++;
    for (int k = 0; k < 3; k++) assert_in_range(in_third[k], COUNT / 3 - 500, COUNT / 3 + 500);
}

/* Those of the kernels. pcg_hash(0) is 129708002 in other implementations, too. */
static void hashes_of_numbers_are_known(void **state)
{
    (void)state;
    assert_int_equal(wb_random_hash(0), 129708002u);
    assert_int_equal(wb_random_hash(1), 2831084092u);
    assert_int_equal(wb_random_hash(0xFFFFFFFFu), 3861530882u);
    uint32_t random = 0;
    float share = wb_random_hash_float(&random);
    assert_int_equal(random, 129708002u);
    assert_true(share == (float)(129708002u >> 8) / 16777216.0f);
}

/* From the test vectors of Fowler, Noll and Vo. */
static void hashes_are_the_published_ones(void **state)
{
    (void)state;
    assert_true(wb_hash_bytes(WB_HASH_START, "", 0) == UINT64_C(0xcbf29ce484222325));
    assert_true(wb_hash_bytes(WB_HASH_START, "a", 1) == UINT64_C(0xaf63dc4c8601ec8c));
    assert_true(wb_hash_bytes(WB_HASH_START, "foobar", 6) == UINT64_C(0x85944171f73967e8));
}

static void a_hash_can_be_continued(void **state)
{
    (void)state;
    uint64_t half = wb_hash_bytes(WB_HASH_START, "foo", 3);
    assert_true(wb_hash_bytes(half, "bar", 3) == wb_hash_bytes(WB_HASH_START, "foobar", 6));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_the_published_ones),
        cmocka_unit_test(seeds_differ),
        cmocka_unit_test(floats_are_in_range_and_even),
        cmocka_unit_test(floats_have_24_bits),
        cmocka_unit_test(cube_roots_are_the_nearest),
        cmocka_unit_test(limits_hold),
        cmocka_unit_test(numbers_below_are_fair),
        cmocka_unit_test(hashes_of_numbers_are_known),
        cmocka_unit_test(hashes_are_the_published_ones),
        cmocka_unit_test(a_hash_can_be_continued),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
