/* Captures: what is written is what is read, and whatever is read, reading ends in a capture that
 * runs or in a message. Without glslangValidator the tests are skipped. */
#include "base/random.h"
#include "made_capture.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static char *bytes;
static size_t size;

static int make(void **state)
{
    (void)state;
    bytes = make_capture(&size);
    return 0;
}

static int unmake(void **state)
{
    (void)state;
    free(bytes);
    return 0;
}

static wb_machine *run(const wb_capture_file *c, uint64_t budget)
{
    wb_module_error error;
    wb_machine_options options = {.check = true,
                                  .check_races = true,
                                  .subgroup = c->subgroup,
                                  .fuse_fma = c->fuse_fma,
                                  .budget = budget};
    wb_machine *machine = wb_machine_create(&c->kernel->module, &c->dispatch, &options, &error);
    if (machine != NULL) wb_machine_run(machine, WB_RUN_END);
    return machine;
}

static void test_round_trip(void **state)
{
    (void)state;
    wb_capture_file c;
    wb_module_error error;
    if (bytes == NULL) skip();
    if (!wb_capture_file_read(&c, bytes, size, &error)) fail_msg("%s", error.text);
    assert_string_equal(c.kernel->text, made_text);
    assert_string_equal(c.kernel->name, "main.comp");
    assert_string_equal(c.lesson, "a lesson");
    assert_string_equal(c.pass, "a \"pass\"");
    assert_string_equal(wb_kernel_place(c.kernel, 11).file, "some folder/part.glsl");
    assert_int_equal(wb_kernel_place(c.kernel, 11).line, 1);
    assert_string_equal(wb_kernel_place(c.kernel, 2).file, "(injected constant)");
    assert_int_equal(c.dispatch.groups[0], 2);
    assert_int_equal(c.subgroup, 8);
    assert_true(c.fuse_fma);
    assert_int_equal(c.memory_count, 3);
    assert_string_equal(c.memory[1].label, "written?and named");
    assert_true(c.memory[1].written && !c.memory[0].written);
    assert_memory_equal(c.memory[0].data, made_from, sizeof made_from);
    assert_ptr_equal(c.dispatch.resources[1].data, c.memory[1].data + 16);
    assert_int_equal(c.dispatch.resources[0].undefined[40], 1);
    assert_int_equal(c.dispatch.resources[0].undefined[41], 0);
    const wb_machine_resource *texture = &c.dispatch.resources[3];
    assert_true(texture->linear && texture->wrap[0] == WB_WRAP_BORDER);
    assert_true(texture->border[0] == 0.1f && texture->border[1] == -1e-30f);
    wb_machine *machine = run(&c, 0);
    assert_non_null(machine);
    const uint32_t *to = c.dispatch.resources[1].data, *picture = c.dispatch.resources[2].data;
    assert_int_equal(to[3], 100 + 32 + 3 + 7); // of the second group
    assert_int_equal(picture[9], 9);
    bool races = false, undefined = false;
    for (int i = 0; i < wb_machine_finding_count(machine); i++) {
        const wb_kernel_finding *f = wb_machine_finding(machine, i);
        races = races || (strcmp(f->code, "race") == 0 && f->line == 11);
        undefined = undefined || strncmp(f->code, "undefined", 9) == 0;
    }
    assert_true(races);
    wb_machine_free(machine);
    wb_capture_file_free(&c);
}

// Reads it; if that is good, it can be run, too.
static bool survives(const char *data, size_t count)
{
    wb_capture_file c;
    wb_module_error error;
    if (!wb_capture_file_read(&c, data, count, &error)) {
        assert_true(*error.text != '\0');
        assert_null(c.own);
        return false;
    }
    wb_machine_free(run(&c, 100000));
    wb_capture_file_free(&c);
    return true;
}

static size_t find(const char *text)
{
    size_t length = strlen(text);
    for (size_t at = 0; at + length <= size; at++)
        if (memcmp(bytes + at, text, length) == 0) return at;
    fail_msg("there is no %s", text);
    return 0;
}

// A word of the head is another one.
static void expect_message(const char *old, const char *new, const char *message)
{
    size_t at = find(old), count = size - strlen(old) + strlen(new);
    char *copy = malloc(count);
    wb_capture_file c;
    wb_module_error error;
    assert_non_null(copy);
    memcpy(copy, bytes, at);
    memcpy(copy + at, new, strlen(new));
    memcpy(copy + at + strlen(new), bytes + at + strlen(old), size - at - strlen(old));
    if (wb_capture_file_read(&c, copy, count, &error)) fail_msg("%s: it is read", new);
    if (strstr(error.text, message) == NULL) fail_msg("%s: %s", new, error.text);
    free(copy);
}

static void test_wrong_words(void **state)
{
    (void)state;
    if (bytes == NULL) skip();
    expect_message("workbench-capture", "workbench-picture", "this is no capture");
    expect_message("version=1", "version=7", "version 7");
    expect_message("kernel name", "cannel name", "what is \"cannel");
    expect_message("offset=16", "offset=14", "an offset of 14");
    expect_message("offset=16", "offset=99999", "offset in");
    expect_message("bytes=256 written", "bytes=999999999 written", "bytes in");
    expect_message("bytes=256 written", "bytes=255 written", "bytes in"); // of the resource
    expect_message("memory=2", "memory=3", "memory in");
    expect_message("width=8", "width=0", "width in");
    expect_message("texels=uint", "texels=oint", "unknown texels");
    expect_message("wrap=border", "wrap=paper", "unknown wrap");
    expect_message("file from=0", "file from=1", "from in");
    expect_message("array memory 1", "array memory 9", "no memory 9");
    expect_message("array undefined 0", "array undefined 9", "no resource 9");
    expect_message("array text", "array test", "what is the array test");
    expect_message("array uniform 0\n", "", "");
    expect_message("elements=1", "elements=3", "the size of uniform 0");
    expect_message("'<i4'", "'<f4'", "unknown type");
    expect_message("'|u1'", "'<u4'", "text");
    expect_message("(13, 2)", "(99999999999, 2)", "does not fit");
}

static void test_damage(void **state)
{
    (void)state;
    enum { TIMES = 2000 };
    if (bytes == NULL) skip();
    wb_random random = wb_random_seed(11);
    char *copy = malloc(size);
    int read = 0;
    assert_non_null(copy);
    for (size_t cut = 0; cut < size; cut += 1 + size / 300) assert_false(survives(bytes, cut));
    size_t head = find("\n\n");
    for (int i = 0; i < TIMES; i++) {
        memcpy(copy, bytes, size);
        for (uint32_t n = 1 + wb_random_below(&random, 3); n > 0; n--) {
            // Half of it in the head, where most words count
            size_t below = wb_random_below(&random, 2) == 0 ? head : size;
            copy[wb_random_below(&random, (uint32_t)below)] = (char)wb_random_u32(&random);
        }
        read += survives(copy, size);
    }
    assert_in_range(read, 1, TIMES - 1);
    free(copy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_wrong_words),
        cmocka_unit_test(test_damage),
    };
    return cmocka_run_group_tests(tests, make, unmake);
}
