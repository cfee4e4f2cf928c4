// Answers as people type them. No OpenGL is called.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "helper.h"

#include "base/answer.h"

static void test_numbers(void **state)
{
    (void)state;
    static const char *const same[] = {"3 2",     "3, 2",   "3,2",          "3 and 2",      " 3;2 ",
                                       "3.0 2.0", "0x3 2",  "lanes 3, 2",   "cells: 3 & 2", "3 / 2",
                                       "3 2 .",   "+3 2e0", "rows 3 row 2", "3\t2"};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        assert_true(wb_answer_fits(same[i], "3 2", false));
    static const char *const other[] = {"2 3", "3",         "3 2 1", "3 2x",
                                        "",    "three two", "3.1 2", "32"};
    for (size_t i = 0; i < sizeof other / sizeof *other; i++)
        assert_false(wb_answer_fits(other[i], "3 2", false));
    assert_true(wb_answer_fits("2 3", "3 2", true));
    assert_false(wb_answer_fits("2 2", "3 2", true));
    assert_true(wb_answer_fits("131,072", "131072", false));
    assert_true(wb_answer_fits("126, 512", "126 512", false));
    assert_false(wb_answer_fits("126512", "126 512", false));
    assert_true(wb_answer_fits("-7", "-7", false));
    assert_true(wb_answer_fits("0.334", "0.333", false));
    assert_false(wb_answer_fits("0.35", "0.333", false));
}

static void test_words(void **state)
{
    (void)state;
    const char *bits = "SHADER_STORAGE BUFFER_UPDATE";
    assert_true(
        wb_answer_fits("GL_SHADER_STORAGE_BARRIER_BIT, GL_BUFFER_UPDATE_BARRIER_BIT", bits, false));
    assert_true(wb_answer_fits("shader-storage and buffer_update", bits, false));
    assert_true(
        wb_answer_fits("GL_BUFFER_UPDATE_BARRIER_BIT|GL_SHADER_STORAGE_BARRIER_BIT", bits, true));
    assert_false(wb_answer_fits("buffer_update shader_storage", bits, false));
    assert_false(wb_answer_fits("shader storage", bits, false));
    assert_true(wb_answer_fits("Barrier()", "barrier|wait", false));
    assert_true(wb_answer_fits("wait", "barrier|wait", false));
    assert_false(wb_answer_fits("barrier|wait", "barrier|wait", false));
    assert_true(wb_answer_fits("no", "no|0", false));
    assert_true(wb_answer_fits("4 17", "4 any", false)); // half of it is right
    assert_false(wb_answer_fits("3 17", "4 any", false));
    assert_false(wb_answer_fits("4", "4 any", false));
    char much[3000];
    for (size_t i = 0; i < sizeof much - 1; i++) much[i] = i % 7 == 6 ? ' ' : 'x';
    much[sizeof much - 1] = '\0';
    assert_false(wb_answer_fits(much, "3 2", true)); // and nothing is written behind an array
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_numbers),
                                       cmocka_unit_test(test_words)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
