/* Files that are being saved in all the ways that editors do it. */
#include "base/file_watch.h"
#include "os/output.h"
#include "os/path.h"
#include "os/scratch.h"
#include "os/time.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utime.h>

#include <cmocka.h>

static char directory[WB_PATH_SIZE], one[WB_PATH_SIZE + 8], two[WB_PATH_SIZE + 8];
static wb_watch watch;

/* ---- What editors do ---- */

// Writes what the file is to hold from now on. File systems count time in steps of some ms, so a
// pause makes sure that this save has a time of its own.
static void save(const char *path, const char *text)
{
    wb_clock_sleep(0.01);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void append(const char *path, const char *text)
{
    FILE *file = fopen(path, "ab");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* ---- What the watch says ---- */

// The look that sees it first says nothing yet; the next one does, and those after it do not.
static void expect_change(bool one_changed, bool two_changed)
{
    assert_false(wb_watch_look(&watch));
    assert_true(wb_watch_look(&watch));
    assert_int_equal(watch.files[0].changed, one_changed);
    assert_int_equal(watch.files[1].changed, two_changed);
    assert_false(wb_watch_look(&watch));
    assert_false(watch.files[0].changed || watch.files[1].changed);
}

static int start(void **state)
{
    (void)state;
    save(one, "one");
    save(two, "two");
    assert_int_equal(wb_watch_add(&watch, one), 0);
    assert_int_equal(wb_watch_add(&watch, two), 1);
    return 0;
}

static int stop(void **state)
{
    (void)state;
    wb_watch_free(&watch);
    remove(one);
    remove(two);
    return 0;
}

static void test_quiet(void **state)
{
    (void)state;
    for (int i = 0; i < 5; i++) assert_false(wb_watch_look(&watch));
    assert_int_equal(wb_watch_add(&watch, two), 1);
    assert_int_equal(watch.count, 2);
}

static void test_saves(void **state)
{
    (void)state;
    save(one, "a longer text");
    expect_change(true, false);
    save(two, "owt"); // of the same length
    expect_change(false, true);
    save(two, "owt"); // nothing new in it, but saved
    expect_change(false, true);
    save(one, "1");
    save(two, "2");
    expect_change(true, true);
}

// Gives a file a time of last change that others have, too.
static void give_time(const char *path)
{
    assert_int_equal(utime(path, &(struct utimbuf){1700000000, 1700000000}), 0);
}

// The time alone does not tell: some file systems count it in seconds.
static void test_same_time(void **state)
{
    (void)state;
    char beside[sizeof one + 4];
    snprintf(beside, sizeof beside, "%s.new", one);
    give_time(one);
    expect_change(true, false);
    save(beside, "eno");
    give_time(beside);
    remove(one); // not every system renames over it
    assert_int_equal(rename(beside, one), 0);
    expect_change(true, false);

    append(one, "and more");
    give_time(one);
    expect_change(true, false);
}

static void test_half_written(void **state)
{
    (void)state;
    save(one, "");
    assert_false(wb_watch_look(&watch));
    append(one, "half");
    assert_false(wb_watch_look(&watch));
    wb_clock_sleep(0.01);
    append(one, "whole");
    expect_change(true, false);
}

// The first file is complete, but belongs to a change that goes on.
static void test_larger_change(void **state)
{
    (void)state;
    save(one, "new one");
    assert_false(wb_watch_look(&watch));
    save(two, "new two");
    expect_change(true, true);
}

static void test_removed(void **state)
{
    (void)state;
    remove(one);
    expect_change(true, false);
    save(one, "one");
    expect_change(true, false);
    remove(one); // gone for a moment, as with an editor that moves it to a backup
    assert_false(wb_watch_look(&watch));
    save(one, "one");
    expect_change(true, false);
}

static void test_changed_before_first_look(void **state)
{
    (void)state;
    save(one, "while it was being read");
    assert_int_equal(wb_watch_add(&watch, one), 0); // a second reader must not hide it
    expect_change(true, false);
}

static void test_not_there_yet(void **state)
{
    (void)state;
    char third[WB_PATH_SIZE + 8];
    snprintf(third, sizeof third, "%s/third", directory);
    assert_int_equal(wb_watch_add(&watch, third), 2);
    assert_false(wb_watch_look(&watch));
    assert_false(wb_watch_look(&watch));
    save(third, "");
    expect_change(false, false);
    remove(third);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_quiet, start, stop),
        cmocka_unit_test_setup_teardown(test_saves, start, stop),
        cmocka_unit_test_setup_teardown(test_same_time, start, stop),
        cmocka_unit_test_setup_teardown(test_half_written, start, stop),
        cmocka_unit_test_setup_teardown(test_larger_change, start, stop),
        cmocka_unit_test_setup_teardown(test_removed, start, stop),
        cmocka_unit_test_setup_teardown(test_changed_before_first_look, start, stop),
        cmocka_unit_test_setup_teardown(test_not_there_yet, start, stop),
    };
    snprintf(directory, sizeof directory, "%s/test_watch", wb_path_temporary());
    if (!wb_scratch_make(directory, sizeof directory)) return 1;
    snprintf(one, sizeof one, "%s/one", directory);
    snprintf(two, sizeof two, "%s/two", directory);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
