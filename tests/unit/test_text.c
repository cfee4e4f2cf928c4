/* What C libraries do not all have: on one system it is the library's, on the other ours, and the
 * same comes out. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "os/text.h"

#include <stdbool.h>
#include <stdlib.h>

static void expect_match(const char *pattern, const char *text, bool wanted)
{
    bool matches = fnmatch(pattern, text, 0) == 0;
    if (matches != wanted) fail_msg("\"%s\" and \"%s\": %d", pattern, text, matches);
}

/* The patterns by which calls of OpenGL are watched. */
static void patterns(void **state)
{
    (void)state;
    expect_match("glFinish", "glFinish", true);
    expect_match("glFinish", "glFin", false);
    expect_match("glFin", "glFinish", false);
    expect_match("gl*Tex*Image?D", "glTexImage2D", true);
    expect_match("gl*Tex*Image?D", "glCompressedTexSubImage3D", true);
    expect_match("gl*Tex*Image?D", "glTexImageD", false);
    expect_match("gl*Tex*Image?D", "glTexImage2DMultisample", false);
    expect_match("glTexStorage?D*", "glTexStorage2DMultisample", true);
    expect_match("glClearBuffer[fiu]*", "glClearBufferuiv", true);
    expect_match("glClearBuffer[fiu]*", "glClearBufferData", false);
    expect_match("glClearBuffer[fiu]*", "glClearBuffer", false);
    expect_match("*", "", true);
    expect_match("", "", true);
}

static void pieces(void **state)
{
    (void)state;
    char text[] = "a,,b", *rest = text;
    assert_string_equal(strsep(&rest, ","), "a");
    assert_string_equal(strsep(&rest, ","), "");
    assert_string_equal(strsep(&rest, ","), "b");
    assert_null(strsep(&rest, ","));
    static const char bytes[] = "ab\0cd";
    assert_ptr_equal(memmem(bytes, 5, "\0c", 2), bytes + 2);
    assert_null(memmem(bytes, 5, "cde", 3));
    char *copy = strndup("long", 2);
    assert_string_equal(copy, "lo");
    free(copy);
}

static void lines(void **state)
{
    (void)state;
    enum { LONG = 1000 };
    FILE *file = tmpfile();
    assert_non_null(file);
    for (int i = 0; i < LONG; i++) fputc('x', file);
    fputs("\n\nlast", file);
    rewind(file);
    char *line = NULL;
    size_t size = 0;
    assert_int_equal(getline(&line, &size, file), LONG + 1);
    assert_int_equal(getline(&line, &size, file), 1);
    assert_string_equal(line, "\n");
    assert_int_equal(getline(&line, &size, file), 4);
    assert_string_equal(line, "last");
    assert_int_equal(getline(&line, &size, file), -1);
    free(line);
    fclose(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patterns),
        cmocka_unit_test(pieces),
        cmocka_unit_test(lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
