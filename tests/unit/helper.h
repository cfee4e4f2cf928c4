/* What several unit tests need: the messages that the code under test prints, and a directory to
 * write in. Include it after cmocka.h. */
#ifndef WB_TESTS_UNIT_HELPER_H
#define WB_TESTS_UNIT_HELPER_H

#include "base/message.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

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

static char scratch[64]; // a directory of this program's own, empty before each test

static inline const char *in_scratch(const char *name)
{
    static char path[512];
    snprintf(path, sizeof path, "%s/%s", scratch, name);
    return path;
}

/* Counts the files in the scratch directory, and removes them if asked. */
static inline int scratch_files(int remove_them)
{
    int count = 0;
    DIR *directory = opendir(scratch);
    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        if (entry->d_name[0] == '.') continue;
        count++;
        if (remove_them) remove(in_scratch(entry->d_name));
    }
    closedir(directory);
    return count;
}

/* Fixtures: for the group, and for each test. */
static inline int make_scratch(void **state)
{
    (void)state;
    strcpy(scratch, "/tmp/wb_test_XXXXXX");
    return mkdtemp(scratch) != NULL ? 0 : -1;
}

static inline int remove_scratch(void **state)
{
    (void)state;
    return rmdir(scratch);
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

/* While it is on, no file can grow beyond `size` bytes, as on a full disk; 0 ends it. */
static inline void limit_file_size(unsigned size)
{
    struct rlimit limit;
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = size > 0 ? size : limit.rlim_max;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &limit);
}

#endif
