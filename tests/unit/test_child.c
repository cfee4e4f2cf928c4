/* A process of one's own: what it writes arrives, whatever the order and however much. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "bench/child.h"
#include "os/host.h"
#include "os/process.h"
#include "os/signal.h"
#include "os/thread.h"
#include "os/time.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEGABYTE = 1 << 20, STATUS = 7 };

/* ---- The child, which is this program with a word ---- */

static void write_much(FILE *stream, char c)
{
    char text[4096];
    memset(text, c, sizeof text);
    for (int i = 0; i < MEGABYTE; i += (int)sizeof text) fwrite(text, 1, sizeof text, stream);
    fflush(stream);
}

static int run(const char *role);

// Shows to who has started its parent that it is there, and stays.
static int stay(void)
{
    FILE *report = wb_process_report();
    fputs("x", report);
    fflush(report);
    wb_clock_sleep(25.0);
    return fclose(report);
}

static int be_child(const char *role)
{
    wb_host_begin();
    if (strspn(role, "0123456789") > 0) return atoi(role);
    if (strcmp(role, "crash") == 0) abort();
    if (strcmp(role, "parent") == 0) return run("stay");
    if (strcmp(role, "stay") == 0) return stay();
    if (strcmp(role, "errors first") == 0) write_much(stderr, 'e'); // more than a pipe holds
    if (strcmp(role, "much") == 0) write_much(stdout, 'o');
    fputs("result", stdout);
    fflush(stdout);
    if (strcmp(role, "errors last") == 0) write_much(stderr, 'e');
    fputs("the end", stderr);
    return STATUS;
}

/* ---- The tests ---- */

static char data[100], message[200];
static size_t length;

static int run(const char *role)
{
    const char *words[] = {"test_child", role, NULL};
    memset(data, '?', sizeof data);
    return wb_child_run((char *const *)(uintptr_t)words, data, sizeof data, &length, message,
                        sizeof message);
}

static void output_and_message_arrive(void **state)
{
    (void)state;
    assert_int_equal(run("plain"), STATUS);
    assert_int_equal(length, strlen("result"));
    assert_memory_equal(data, "result?", 7);
    assert_string_equal(message, "the end");
}

static void a_child_with_much_to_say_does_not_wait(void **state)
{
    (void)state;
    const char *roles[] = {"errors first", "errors last"};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(run(roles[i]), STATUS);
        assert_int_equal(length, strlen("result"));
        assert_memory_equal(data, "result", length);
        assert_int_equal(strlen(message), sizeof message - 1);
        assert_int_equal(strspn(message, "e"), sizeof message - 1);
    }
}

static void what_there_is_no_room_for_is_dropped(void **state)
{
    (void)state;
    assert_int_equal(run("much"), STATUS);
    assert_int_equal(length, sizeof data);
    for (size_t i = 0; i < sizeof data; i++) assert_int_equal(data[i], 'o');
    assert_string_equal(message, "the end");
}

static void a_crash_is_told(void **state)
{
    (void)state;
    assert_int_equal(run("crash"), -1);
    assert_int_equal(length, 0);
    assert_string_equal(message, "it crashed");
}

static void a_child_ends_with_its_parent(void **state)
{
    (void)state;
    FILE *report;
    wb_process parent;
    const char *words[] = {"test_child", "parent", NULL};
    assert_true(wb_process_start(&parent, &(wb_process_desc){.words = words, .report = &report}));
    assert_int_equal(fgetc(report), 'x');
    double begin_s = wb_clock_seconds();
    wb_process_kill(&parent);
    assert_int_equal(fgetc(report), EOF); // no process is left that could write
    assert_true(wb_clock_seconds() - begin_s < 5.0);
    fclose(report);
}

enum { CHILDREN = 20 };

// Starts children that end with the statuses from *status on, and counts in *status which do.
static void start_many(void *status)
{
    int first = *(int *)status, good = 0;
    for (int i = first; i < first + CHILDREN; i++) {
        char number[16];
        const char *words[] = {"test_child", number, NULL};
        snprintf(number, sizeof number, "%d", i);
        good += wb_process_run(&(wb_process_desc){.words = words}) == i;
    }
    *(int *)status = good;
}

static void threads_start_children_side_by_side(void **state)
{
    (void)state;
    wb_thread thread;
    int here = 1, there = 1 + CHILDREN;
    assert_true(wb_thread_start(&thread, start_many, &there));
    start_many(&here);
    wb_thread_join(&thread);
    assert_int_equal(here, CHILDREN);
    assert_int_equal(there, CHILDREN);
}

// Who waits for ever has failed.
static void fail_late(void)
{
    wb_signal_print("30 s have passed\n");
    _Exit(1);
}

int main(int argc, char **argv)
{
    if (argc > 1) return be_child(argv[1]);
    wb_signal_after(30, fail_late);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(output_and_message_arrive),
        cmocka_unit_test(a_child_with_much_to_say_does_not_wait),
        cmocka_unit_test(what_there_is_no_room_for_is_dropped),
        cmocka_unit_test(a_crash_is_told),
        cmocka_unit_test(a_child_ends_with_its_parent),
        cmocka_unit_test(threads_start_children_side_by_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
