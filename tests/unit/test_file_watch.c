/* Files that are being saved in all the ways that editors do it. */
#include "base/file_watch.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char directory[] = "/tmp/test_watch.XXXXXX";
static char one[64], two[64];
static wb_watch watch;

/* ---- What editors do ---- */

// Writes what the file is to hold from now on. File systems count time in steps of some ms, so a
// pause makes sure that this save has a time of its own.
static void save(const char *path, const char *text)
{
    usleep(10000);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void append(const char *path, const char *text)
{
    FILE *file = fopen(path, "a");
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

// Gives a file the time of last change that another one has.
static void copy_time(const char *from, const char *to)
{
    struct stat status;
    assert_int_equal(stat(from, &status), 0);
    const struct timespec times[2] = {status.st_atim, status.st_mtim};
    assert_int_equal(utimensat(AT_FDCWD, to, times, 0), 0);
}

// The time alone does not tell: some file systems count it in seconds.
static void test_same_time(void **state)
{
    (void)state;
    char beside[80];
    snprintf(beside, sizeof beside, "%s.new", one);
    save(beside, "eno");
    copy_time(one, beside);
    assert_int_equal(rename(beside, one), 0);
    expect_change(true, false);

    save(beside, "");
    copy_time(one, beside);
    append(one, "and more");
    copy_time(beside, one);
    remove(beside);
    expect_change(true, false);
}

static void test_half_written(void **state)
{
    (void)state;
    save(one, "");
    assert_false(wb_watch_look(&watch));
    append(one, "half");
    assert_false(wb_watch_look(&watch));
    usleep(10000);
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
    char third[64];
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
    if (mkdtemp(directory) == NULL) return 1;
    snprintf(one, sizeof one, "%s/one", directory);
    snprintf(two, sizeof two, "%s/two", directory);
    int failures = cmocka_run_group_tests(tests, NULL, NULL);
    rmdir(directory);
    return failures;
}
