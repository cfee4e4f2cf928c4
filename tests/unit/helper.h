/* What several unit tests need: the messages that the code under test prints, and a directory to
 * write in. Include it after cmocka.h. */
#ifndef WB_TESTS_UNIT_HELPER_H
#define WB_TESTS_UNIT_HELPER_H

#include "base/message.h"
#include "os/output.h"
#include "os/path.h"
#include "os/scratch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char last_message[4096]; // the last error
static int message_count;       // errors since forget_messages()

static inline void keep_message(wb_severity severity, const char *text, void *user)
{
    (void)user;
    assert_int_equal(severity, WB_ERROR);
    snprintf(last_message, sizeof last_message, "%s", text);
    message_count++;
}

static inline void forget_messages(void)
{
    last_message[0] = '\0';
    message_count = 0;
    wb_message_redirect(keep_message, NULL);
}

/* Exactly one message since forget_messages(), with `part` in it. */
static inline void assert_one_message(const char *part)
{
    if (message_count != 1) fail_msg("%d messages, the last: %s", message_count, last_message);
    if (strstr(last_message, part) == NULL)
        fail_msg("\"%s\" is not in the message:\n%s", part, last_message);
}

static char scratch[WB_PATH_SIZE]; // a directory of this program's own, empty before each test

static inline const char *in_scratch(const char *name)
{
    static char path[WB_PATH_SIZE + 100];
    snprintf(path, sizeof path, "%s/%s", scratch, name);
    return path;
}

static inline void count_file(void *count, const char *name)
{
    if (name[0] != '.') ++*(int *)count;
}

static inline void count_and_remove(void *count, const char *name)
{
    count_file(count, name);
    if (name[0] != '.') remove(in_scratch(name));
}

/* Counts the files in the scratch directory, and removes them if asked. */
static inline int scratch_files(int remove_them)
{
    int count = 0;
    assert_true(wb_path_is_readable_directory(scratch));
    wb_path_each(scratch, remove_them ? count_and_remove : count_file, &count);
    return count;
}

/* Fixtures: for the group, and for each test. */
static inline int make_scratch(void **state)
{
    (void)state;
    snprintf(scratch, sizeof scratch, "%s/wb_test", wb_path_temporary());
    return wb_scratch_make(scratch, sizeof scratch) ? 0 : -1;
}

static inline int remove_scratch(void **state)
{
    (void)state;
    wb_scratch_remove();
    return 0;
}

static inline int begin_test(void **state)
{
    (void)state;
    forget_messages();
    return 0;
}

static inline int clear_scratch(void **state)
{
    (void)state;
    wb_message_redirect(NULL, NULL);
    scratch_files(1);
    return 0;
}

static inline void write_file(const char *name, const void *bytes, size_t size)
{
    FILE *file = fopen(in_scratch(name), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

/* The file's size; its first bytes come into `bytes`. */
static inline size_t read_file(const char *name, void *bytes, size_t capacity)
{
    FILE *file = fopen(in_scratch(name), "rb");
    assert_non_null(file);
    size_t size = fread(bytes, 1, capacity, file);
    fclose(file);
    return size;
}

#endif
