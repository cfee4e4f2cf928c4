/* Text in JSON: what has to be escaped is, and the rest stays as it is. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "base/json.h"
#include "os/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void expect(const char *text, const char *json)
{
    char *written;
    size_t size;
    FILE *file = wb_text_stream(&written, &size);
    assert_non_null(file);
    wb_json_string(file, text);
    assert_int_equal(wb_text_stream_close(file), 0);
    assert_string_equal(written, json);
    free(written);
}

static void plain_text_stays(void **state)
{
    (void)state;
    expect("", "\"\"");
    expect("a pass, 1/2 'whole'", "\"a pass, 1/2 'whole'\"");
    expect("Größe ✕ \x7f", "\"Größe ✕ \x7f\"");
}

static void quotes_and_backslashes_are_escaped(void **state)
{
    (void)state;
    expect("\"a\"", "\"\\\"a\\\"\"");
    expect("C:\\new\\", "\"C:\\\\new\\\\\"");
}

static void control_characters_are_escaped(void **state)
{
    (void)state;
    expect("a\nb\tc", "\"a\\u000ab\\u0009c\"");
    expect("\x01\x1f ", "\"\\u0001\\u001f \"");
}

static void what_is_no_utf8_is_replaced(void **state)
{
    (void)state;
    expect("\xe2\x86\x90 \xf0\x9f\x98\x80", "\"\xe2\x86\x90 \xf0\x9f\x98\x80\"");
    expect("\xe4!", "\"\\ufffd!\"");                     // Latin-1
    expect("\xc3", "\"\\ufffd\"");                       // cut
    expect("\xc0\xaf", "\"\\ufffd\\ufffd\"");            // overlong
    expect("\xed\xa0\x80", "\"\\ufffd\\ufffd\\ufffd\""); // a surrogate
}

static void no_text_is_null(void **state)
{
    (void)state;
    expect(NULL, "null");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_text_stays),
        cmocka_unit_test(quotes_and_backslashes_are_escaped),
        cmocka_unit_test(control_characters_are_escaped),
        cmocka_unit_test(what_is_no_utf8_is_replaced),
        cmocka_unit_test(no_text_is_null),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
