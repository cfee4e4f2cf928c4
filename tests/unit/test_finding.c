/* Findings: each comes once, and what goes into JSON comes out of it again. */
#include "base/finding.h"
#include "os/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "helper.h"

static const wb_finding race = {
    .code = "missing-barrier",
    .severity = WB_ERROR,
    .at = {.pass = "force", .call = "glDispatchCompute", .file = "09_sph/force.comp", .line = 12},
    .earlier = {.pass = "density", .line = 7},
    .conflict = "read after write",
    .object = "cells",
    .has_element = true,
    .element = -3,
    .barrier = "GL_COMMAND_BARRIER_BIT",
    .text = "what happened\nwhat to do",
};

static void test_each_once(void **state)
{
    (void)state;
    wb_findings list = {0};
    char object[] = "cells";
    wb_finding one = race;
    one.object = object;
    const wb_finding *kept = wb_findings_add(&list, &one);
    assert_non_null(kept);
    memset(object, '?', sizeof object - 1); // the list has copies
    assert_string_equal(kept->object, "cells");
    one = race;
    one.text = "in other words";
    assert_null(wb_findings_add(&list, &one));

    // Whatever else differs makes another finding.
    wb_finding others[] = {race, race, race, race, race, race, race, race, race, race, race};
    others[0].code = "other";
    others[1].severity = WB_WARNING;
    others[2].at.pass = NULL;
    others[3].at.call = "other";
    others[4].at.file = "other";
    others[5].at.line = 13;
    others[6].earlier.pass = "other";
    others[7].conflict = "other";
    others[8].object = "other";
    others[9].element = 4;
    others[10].barrier = "other";
    for (int i = 0; i < 11; i++) assert_non_null(wb_findings_add(&list, &others[i]));
    for (int i = 0; i < 11; i++) assert_null(wb_findings_add(&list, &others[i]));
    assert_int_equal(list.count, 12);
    assert_int_equal(list.faults, 11); // a warning is none
    wb_findings_free(&list);
    assert_int_equal(list.count, 0);
}

static void expect_json(const wb_findings *list, int indent, const char *expected)
{
    char *text = NULL;
    size_t size;
    FILE *file = wb_text_stream(&text, &size);
    wb_findings_write_json(list, file, indent);
    wb_text_stream_close(file);
    assert_string_equal(text, expected);
    free(text);
}

static void test_json(void **state)
{
    (void)state;
    wb_findings list = {0};
    expect_json(&list, 4, "[]");
    wb_findings_add(&list, &race);
    wb_findings_add(&list, &(wb_finding){.code = "advice", .severity = WB_WARNING, .text = "say"});
    expect_json(&list, 4,
                "[\n    {\"code\": \"missing-barrier\", \"severity\": \"error\", "
                "\"pass\": \"force\", \"call\": \"glDispatchCompute\", "
                "\"file\": \"09_sph/force.comp\", \"line\": 12, "
                "\"earlier\": {\"pass\": \"density\", \"line\": 7}, "
                "\"conflict\": \"read after write\", \"object\": \"cells\", \"element\": -3, "
                "\"barrier\": \"GL_COMMAND_BARRIER_BIT\", "
                "\"text\": \"what happened\\u000awhat to do\"},\n"
                "    {\"code\": \"advice\", \"severity\": \"warning\", \"text\": \"say\"}\n  ]");
    wb_findings_free(&list);
}

static void test_print(void **state)
{
    (void)state;
    wb_finding_print(&race);
    assert_one_message("what to do");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_once),
        cmocka_unit_test(test_json),
        cmocka_unit_test_setup(test_print, begin_test),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
