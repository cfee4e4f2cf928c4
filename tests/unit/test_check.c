/* The comparison with an oracle: what passes, what does not, and the message. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "base/check.h"
#include "helper.h"

#include <math.h>

static void equal_integers_pass(void **state)
{
    (void)state;
    uint32_t a[] = {0, 1, UINT32_MAX};
    wb_array got = {WB_U32, 1, {3}, a, NULL};
    assert_true(wb_check_equal("a", &got, (uint32_t[]){0, 1, UINT32_MAX}));
    assert_int_equal(message_count, 0);
}

static void the_message_names_the_first_of_several(void **state)
{
    (void)state;
    uint32_t cells[4 * 20] = {0}, expected[4 * 20] = {0};
    expected[3 * 20 + 17] = 1;
    expected[3 * 20 + 19] = UINT32_MAX;
    wb_array got = {WB_U32, 2, {4, 20}, cells, NULL};
    assert_false(wb_check_equal("cells", &got, expected));
    assert_one_message("cells[3][17]: got 0, expected 1; 2 of 80 are wrong");
}

static wb_comparison heard;

static void listen(const wb_comparison *comparison)
{
    heard = *comparison;
}

static void a_comparison_can_be_noted_and_made_later(void **state)
{
    (void)state;
    float a[] = {1.0f, 2.0f, 3.5f, 9.0f};
    double expected[] = {1.0, 2.001, 3.0, 9.0};
    wb_array got = {WB_F32, 1, {4}, a, NULL};
    wb_check_listen(listen);
    assert_false(wb_check_close("a", &got, expected, 0.01, 0.0));
    wb_check_listen(NULL);
    assert_true(heard.how == WB_CLOSE && heard.got == &got && heard.absolute == 0.01);
    size_t first = 0;
    heard.first = &first;
    assert_false(wb_check_compare(&heard));
    assert_int_equal(first, 2);
    heard =
        (wb_comparison){WB_BY_VALUE, "a", &got, (float[]){1.0f, 2.5f, 3.5f, 8.0f}, .first = &first};
    assert_false(wb_check_compare(&heard));
    assert_int_equal(first, 1);
}

static void indices_follow_the_shape(void **state)
{
    (void)state;
    int32_t a[2 * 3 * 4 * 5] = {0}, expected[2 * 3 * 4 * 5] = {0};
    a[((1 * 3 + 2) * 4 + 3) * 5 + 4] = -7;
    assert_false(wb_check_equal("a", &(wb_array){WB_I32, 4, {2, 3, 4, 5}, a, NULL}, expected));
    assert_one_message("a[1][2][3][4]: got -7, expected 0; 1 of 120 are wrong");

    forget_messages();
    assert_false(
        wb_check_equal("total", &(wb_array){WB_I32, 0, {0}, (int32_t[]){4}, NULL}, (int32_t[]){5}));
    assert_one_message("total: got 4, expected 5; 1 of 1 are wrong");
}

static void unsigned_values_print_unsigned(void **state)
{
    (void)state;
    wb_array got = {WB_U32, 1, {1}, (uint32_t[]){UINT32_MAX}, NULL};
    assert_false(wb_check_equal("a", &got, (uint32_t[]){0x80000000}));
    assert_one_message("a[0]: got 4294967295, expected 2147483648;");
}

static void bits_tell_zeros_and_nan_apart(void **state)
{
    (void)state;
    float a[] = {-0.0f, NAN, 1.5f}, zero[] = {0.0f, NAN, 1.5f}, two[] = {-0.0f, 2.0f, 2.0f};
    wb_array got = {WB_F32, 1, {3}, a, NULL};
    assert_true(wb_check_bits("a", &got, a));
    assert_int_equal(message_count, 0);
    assert_false(wb_check_bits("a", &got, zero));
    assert_one_message("a[0]: got -0, expected 0; 1 of 3 are wrong");
    forget_messages();
    assert_false(wb_check_bits("a", &got, two));
    assert_one_message("a[1]: got NaN (0x7FC00000), expected 2; 2 of 3 are wrong");
}

static void equal_floats_compare_by_value(void **state)
{
    (void)state;
    float a[] = {-0.0f, 0x1p-149f, INFINITY};
    wb_array got = {WB_F32, 1, {3}, a, NULL};
    assert_true(wb_check_equal("a", &got, (float[]){0.0f, 0x1p-149f, INFINITY}));
    assert_false(wb_check_equal("a", &got, (float[]){0.0f, 0.0f, INFINITY}));
    assert_one_message("a[1]: got 1.40129846e-45, expected 0; 1 of 3 are wrong");
}

static void what_was_never_written_is_said_so(void **state)
{
    (void)state;
    uint32_t cells[3] = {1, WB_UNWRITTEN, 9};
    wb_array got = {WB_U32, 1, {3}, cells, NULL};
    assert_false(wb_check_equal("cells", &got, (uint32_t[]){1, 2, 3}));
    assert_one_message("cells[1]: never written, expected 2; 2 of 3 are wrong, 1 of them never");
    forget_messages();
    cells[2] = WB_UNWRITTEN;
    assert_false(wb_check_equal("cells", &got, (uint32_t[]){1, 2, 3}));
    assert_one_message(
        "cells[1]: never written, expected 2; 2 of 3 are wrong, none of them written");
    forget_messages();
    float reals[] = {1, 0};
    memcpy(&reals[1], &(uint32_t){WB_UNWRITTEN}, 4);
    got = (wb_array){WB_F32, 1, {2}, reals, NULL};
    assert_false(wb_check_close("reals", &got, (double[]){1, 2}, 0, 0.25));
    assert_one_message("reals[1]: never written, expected 2; 1 of 2 are wrong\n"
                       "allowed there: 0.5 more or less");
}

static void what_should_not_be_written_is_said_so(void **state)
{
    (void)state;
    wb_array got = {WB_U32, 1, {2}, (uint32_t[]){7, 8}, NULL};
    assert_false(wb_check_equal("a", &got, (uint32_t[]){7, WB_CANARY}));
    assert_one_message("a[1]: got 8, where nothing should be written; 1 of 2 are wrong");
    forget_messages();
    assert_false(wb_check_equal("a", &got, (uint32_t[]){7, WB_UNWRITTEN}));
    assert_one_message("a[1]: got 8, where nothing should be written; 1 of 2 are wrong");
}

static void records_count_once(void **state)
{
    (void)state;
    static const wb_field fields[] = {{"group", WB_U32, 3}, {"index", WB_U32, 1}, {0}};
    uint32_t ids[3 * 4] = {0}, expected[3 * 4] = {0};
    expected[4] = expected[6] = expected[7] = 1;
    expected[11] = 1;
    wb_array got = {WB_U32, 2, {3, 4}, ids, fields};
    assert_false(wb_check_equal("ids", &got, expected));
    assert_one_message("ids[1].group.x: got 0, expected 1; 2 of 3 are wrong");
}

static void pixels_are_printed_as_such(void **state)
{
    (void)state;
    wb_array got = {WB_U32, 2, {1, 2}, (uint32_t[]){0xFF030201, 0xFF000000}, NULL};
    assert_true(wb_check_pixels("grey", &got, got.data));
    assert_false(wb_check_pixels("grey", &got, (uint32_t[]){0xFF030201, 0x80FF0001}));
    assert_one_message("grey[0][1]: got RGBA 0 0 0 255, expected RGBA 1 0 255 128; 1 of 2 are");
}

/* Two floats next to each other differ in the ninth digit, and not always before it. */
static void floats_print_with_nine_digits(void **state)
{
    (void)state;
    wb_array got = {WB_F32, 1, {1}, (float[]){0x1.000002p0f}, NULL};
    assert_false(wb_check_equal("a", &got, (float[]){1.0f}));
    assert_one_message("a[0]: got 1.00000012, expected 1;");
}

static void nan_never_passes(void **state)
{
    (void)state;
    wb_array got = {WB_F32, 1, {2}, (float[]){1, NAN}, NULL};
    assert_false(wb_check_equal("a", &got, (float[]){1, NAN}));
    assert_one_message(
        "a[1]: got NaN (not a number), expected NaN (not a number); 1 of 2 are wrong");

    forget_messages();
    assert_false(wb_check_close("a", &got, (double[]){1, (double)NAN}, 1e30, 1e30));
    assert_one_message("a[1]: got NaN (not a number), expected NaN; 1 of 2 are wrong");
    assert_false(wb_check_close("a", &got, (double[]){1, 1}, 1e30, 1e30));
    got.data = (float[]){1, 1};
    assert_false(wb_check_close("a", &got, (double[]){1, (double)NAN}, 1e30, 1e30));
    assert_false(wb_check_close("a", &got, (double[]){1, 1}, (double)NAN, 0));
}

/* All numbers here are exact in binary, so that the limits are too. */
static void the_tolerance_includes_its_limit(void **state)
{
    (void)state;
    wb_array got = {WB_F32, 1, {2}, (float[]){1.5f, -8.0f}, NULL};
    assert_true(wb_check_close("a", &got, (double[]){1.25, -8.25}, 0.25, 0));
    assert_false(wb_check_close("a", &got, (double[]){1.25, -8.25}, 0.2499, 0));
    assert_one_message("a[0]: got 1.5, expected 1.25; 2 of 2 are wrong");

    // |got - expected| = 8; 0.5 * |-16| = 8
    got = (wb_array){WB_F32, 1, {1}, (float[]){-8.0f}, NULL};
    assert_true(wb_check_close("a", &got, (double[]){-16}, 0, 0.5));
    assert_false(wb_check_close("a", &got, (double[]){-16}, 0, 0.4999));
    assert_true(wb_check_close("a", &got, (double[]){-16}, 4, 0.25));
    assert_false(wb_check_close("a", &got, (double[]){-16}, 3.999, 0.25));
}

static void an_infinity_equals_only_itself(void **state)
{
    (void)state;
    wb_array got = {WB_F32, 1, {1}, (float[]){INFINITY}, NULL};
    assert_true(wb_check_close("a", &got, (double[]){(double)INFINITY}, 0, 0.1));
    assert_false(wb_check_close("a", &got, (double[]){(double)-INFINITY}, 0, 0.1));
    assert_false(wb_check_close("a", &got, (double[]){1e38}, 0, 0.1));
    got.data = (float[]){1};
    assert_false(wb_check_close("a", &got, (double[]){(double)INFINITY}, 0, 0.1));
}

static void only_floats_have_a_tolerance(void **state)
{
    (void)state;
    wb_array got = {WB_U32, 1, {1}, (uint32_t[]){0}, NULL};
    assert_false(wb_check_close("ids", &got, (double[]){0}, 1, 1));
    assert_one_message("ids is uint32");
}

static void nothing_passes(void **state)
{
    (void)state;
    wb_array got = {WB_F32, 2, {0, 3}, NULL, NULL};
    assert_true(wb_check_equal("a", &got, NULL));
    assert_true(wb_check_close("a", &got, NULL, 0, 0));
}

static void a_long_name_is_cut(void **state)
{
    (void)state;
    char name[1000];
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    wb_array got = {WB_U32, 1, {1}, (uint32_t[]){0}, NULL};
    assert_false(wb_check_equal(name, &got, (uint32_t[]){1}));
    assert_one_message("nnn: got 0, expected 1; 1 of 1 are wrong");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(equal_integers_pass, begin_test),
        cmocka_unit_test_setup(the_message_names_the_first_of_several, begin_test),
        cmocka_unit_test_setup(a_comparison_can_be_noted_and_made_later, begin_test),
        cmocka_unit_test_setup(indices_follow_the_shape, begin_test),
        cmocka_unit_test_setup(unsigned_values_print_unsigned, begin_test),
        cmocka_unit_test_setup(bits_tell_zeros_and_nan_apart, begin_test),
        cmocka_unit_test_setup(equal_floats_compare_by_value, begin_test),
        cmocka_unit_test_setup(floats_print_with_nine_digits, begin_test),
        cmocka_unit_test_setup(nan_never_passes, begin_test),
        cmocka_unit_test_setup(the_tolerance_includes_its_limit, begin_test),
        cmocka_unit_test_setup(an_infinity_equals_only_itself, begin_test),
        cmocka_unit_test_setup(only_floats_have_a_tolerance, begin_test),
        cmocka_unit_test_setup(nothing_passes, begin_test),
        cmocka_unit_test_setup(a_long_name_is_cut, begin_test),
        cmocka_unit_test_setup(what_was_never_written_is_said_so, begin_test),
        cmocka_unit_test_setup(what_should_not_be_written_is_said_so, begin_test),
        cmocka_unit_test_setup(records_count_once, begin_test),
        cmocka_unit_test_setup(pixels_are_printed_as_such, begin_test),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
