// Parameters from texts. No OpenGL is called.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "helper.h"

#include "lesson/params.h"

#include <stdlib.h>
#include <string.h>

static int width = 3;
static float density = 0.5f;
static int keys = 9;
static wb_typed typed;
static const wb_param params[] = {
    {"width", {&width}, 1, 100000, "cells", "width of the grid"},
    {"density", {.f = &density}, 0, 1, NULL, "share of living cells"},
    {"keys", {&keys}, 1, 1000, "keys", "how many, or the keys", .typed = &typed},
    {0},
};
static const wb_lesson lesson = {.id = "params", .params = params};

static void test_case(void **state)
{
    (void)state;
    assert_true(wb_params_set(&lesson, "width=17 density=0.25"));
    assert_int_equal(width, 17);
    assert_true(density == 0.25f);
    assert_true(wb_params_set(&lesson, ""));
    assert_true(wb_params_set(&lesson, "  width=100000   density=1 "));
    assert_int_equal(width, 100000);
    assert_true(density == 1.0f);
}

// However long: the last one counts, and none is cut.
static void test_long_case(void **state)
{
    (void)state;
    for (size_t words = 1; words < 3000; words = words * 2 + 1) {
        size_t each = strlen("width=12345 ");
        char *text = calloc(words * each + 20, 1);
        assert_non_null(text);
        for (size_t i = 0; i < words; i++) strcat(text + i * each, "width=12345 ");
        strcat(text, "density=0.125");
        width = 1;
        density = 0.0f;
        assert_true(wb_params_set(&lesson, text));
        assert_int_equal(width, 12345);
        assert_true(density == 0.125f);
        free(text);
    }
}

// Numbers in place of how many there are; whatever else is set forgets them.
static void test_typed(void **state)
{
    (void)state;
    char text[WB_PARAM_TEXT];
    wb_param_values nine;
    assert_true(wb_params_set(&lesson, "keys=9"));
    wb_params_keep(&lesson, &nine);
    assert_true(wb_params_set(&lesson, "keys=5,3,999,0"));
    assert_int_equal(keys, 4);
    assert_int_equal(typed.count, 4);
    assert_int_equal(typed.numbers[2], 999);
    assert_string_equal(wb_param_text(&params[2], text, sizeof text), "5,3,999,0");
    static const char *const texts[] = {"keys=5,",
                                        "keys=,5",
                                        "keys=5,x",
                                        "keys=5,1000",
                                        "keys=5,-1",
                                        "keys=5,,3",
                                        "keys=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17",
                                        "width=5,3"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        forget_messages();
        assert_false(wb_params_set(&lesson, texts[i]));
        assert_one_message("--set ");
        assert_int_equal(typed.count, 4);
    }
    wb_params_restore(&lesson, &nine);
    assert_int_equal(keys, 9);
    assert_int_equal(typed.count, 0);
    assert_true(wb_params_set(&lesson, "keys=1,2"));
    assert_true(wb_params_set(&lesson, "keys=2"));
    assert_int_equal(typed.count, 0);
    assert_true(wb_params_set(&lesson, "keys=9"));
}

static void test_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {"width=0",  "width=100001", "width=1.5",
                                        "width",    "=3",           "width=",
                                        "height=3", "density=1.01", "width=5 density=x"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        forget_messages();
        assert_false(wb_params_set(&lesson, texts[i]));
        assert_one_message("--set ");
    }
    assert_true(wb_params_set(&lesson, "width=1 density=0"));      // the least
    assert_true(wb_params_set(&lesson, "width=100000 density=1")); // and the most
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_case),
        cmocka_unit_test(test_long_case),
        cmocka_unit_test(test_typed),
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
