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
static const wb_param params[] = {
    {"width", {&width}, 1, 100000, "cells", "width of the grid"},
    {"density", {.f = &density}, 0, 1, NULL, "share of living cells"},
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
        cmocka_unit_test(test_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
