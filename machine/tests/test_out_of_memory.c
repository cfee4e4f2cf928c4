/* The race detector under a limit on memory, which only POSIX has. */
#include "machine/race.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

// Barriers until there is no memory for more stretches between them; in a process of its own.
static void run_out(int errors)
{
    const struct rlimit most = {200 << 20, 200 << 20};
    dup2(errors, STDERR_FILENO);
    if (setrlimit(RLIMIT_AS, &most) != 0) _exit(2);
    wb_race *r = wb_race_create((const uint8_t[]){0}, 1, 32, WB_RACE_NEAR_FENCES, NULL, NULL);
    wb_race_group *g = wb_race_begin_group(r, 0);
    for (uint32_t i = 0; i < UINT32_MAX; i++) wb_race_barrier(r, g);
    _exit(0);
}

// It ends with a message: going on, it would take accesses for ordered that are not.
static void test_out_of_memory(void **state)
{
    (void)state;
    char text[200] = "";
    int status, pipes[2];
#ifdef __SANITIZE_ADDRESS__
    skip(); // which needs all addresses
#endif
    assert_int_equal(pipe(pipes), 0);
    pid_t child = fork();
    if (child == 0) run_out(pipes[1]);
    close(pipes[1]);
    ssize_t more = 1;
    for (size_t length = 0; more > 0; length += (size_t)more)
        more = read(pipes[0], text + length, sizeof text - 1 - length);
    close(pipes[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), EXIT_FAILURE);
    assert_non_null(strstr(text, "out of memory"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_out_of_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
