/* Buffers: where memory is short, and filled in part; and passes of many names. Runs headless. */
#include "gl/buffer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/message.h"
#include "gl/bound.h"
#include "gl/context.h"
#include "gl/errors.h"
#include "gl/pass.h"
#include "gl/read_back.h"
#include "os/time.h"

static char messages[1024];

static void keep(wb_severity severity, const char *text, void *user)
{
    (void)severity, (void)user;
    snprintf(messages + strlen(messages), sizeof messages - strlen(messages), "%s\n", text);
}

static PFNGLBUFFERDATAPROC plain_buffer_data;

// More than any driver has. NVIDIA's promises it all the same, and looks for the memory later.
static void GLAD_API_PTR huge_buffer_data(GLenum target, GLsizeiptr size, const void *data,
                                          GLenum usage)
{
    (void)size;
    plain_buffer_data(target, (GLsizeiptr)1 << 46, data, usage);
}

static const wb_buffer_desc cells = {.name = "cells", .type = WB_U32, .shape = {4}};

// An older error, still unread, comes out of glGetError() before that of the missing memory.
static void test_no_memory_after_an_error(void **state)
{
    (void)state;
    wb_buffer buffer;
    messages[0] = '\0';
    wb_message_redirect(keep, NULL);
    wb_context_expect_errors(true);
    glEnable(GL_TEXTURE_2D); // no such thing in the core profile
    plain_buffer_data = glad_debug_glBufferData;
    glad_debug_glBufferData = huge_buffer_data;
    bool made = wb_buffer_create(&buffer, &cells);
    glad_debug_glBufferData = plain_buffer_data;
    wb_context_expect_errors(false);
    wb_message_redirect(NULL, NULL);
    if (made) {
        wb_buffer_delete(&buffer);
        print_message("left out: this driver promises 64 TiB\n");
        skip();
    }
    assert_non_null(strstr(messages, "before buffer cells was created: GL_INVALID_ENUM"));
    assert_non_null(strstr(messages, "buffer cells: the GPU has no"));
    assert_null(wb_buffer_find("cells"));
    assert_int_equal(wb_errors_reported(), 1);
}

static void test_older_error_is_not_lost(void **state)
{
    (void)state;
    wb_buffer buffer;
    messages[0] = '\0';
    wb_message_redirect(keep, NULL);
    wb_context_expect_errors(true);
    int before = wb_errors_reported();
    glEnable(GL_TEXTURE_2D);
    wb_context_expect_errors(false);
    assert_true(wb_buffer_create(&buffer, &cells)); // its memory is there
    wb_message_redirect(NULL, NULL);
    assert_non_null(strstr(messages, "GL_INVALID_ENUM"));
    assert_int_equal(wb_errors_reported(), before + 1);
    assert_int_equal(glGetError(), GL_NO_ERROR);
    wb_buffer_delete(&buffer);
}

// Bytes at `at` of a buffer made without data, and read back: they are there, and the rest is as
// made.
static void expect_upload(size_t words, size_t at, size_t size)
{
    size_t whole = 4 * words;
    uint8_t *given = malloc(size), *held = malloc(whole);
    assert_true(given != NULL && held != NULL);
    for (size_t i = 0; i < size; i++) given[i] = (uint8_t)(7 * i + 3);
    wb_buffer buffer;
    assert_true(wb_buffer_create(
        &buffer, &(wb_buffer_desc){.name = "part", .type = WB_U32, .shape = {words}}));
    glBindBuffer(GL_COPY_WRITE_BUFFER, buffer.id);
    glBufferSubData(GL_COPY_WRITE_BUFFER, (GLintptr)at, (GLsizeiptr)size, given);
    wb_buffer_read(&buffer, held);
    assert_memory_equal(held + at, given, size);
    for (size_t i = 0; i < whole; i++)
        if (i < at || i >= at + size) assert_int_equal(held[i], 0xCD);
    wb_buffer_delete(&buffer);
    free(given);
    free(held);
}

static void test_upload_into_part(void **state)
{
    (void)state;
    static const size_t words[] = {1, 4, 256, 9216, 262144, 262145, 700001};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t whole = 4 * words[i], part = whole < 1024 ? 4 : 1024;
        expect_upload(words[i], 0, part);
        expect_upload(words[i], whole - part, part);
        expect_upload(words[i], whole / 8 * 4, 4);
        expect_upload(words[i], 0, whole);
    }
}

static PFNGLGETBUFFERSUBDATAPROC plain_get;
static GLuint stale;

// As NVIDIA's: of one buffer, it hands out what stood there long ago.
static void GLAD_API_PTR stale_get(GLenum target, GLintptr offset, GLsizeiptr size, void *data)
{
    plain_get(target, offset, size, data);
    if (wb_bound_buffer(target) == stale) memset(data, 0, (size_t)size);
}

// Of more than a piece, from the start, from within, and up to the end.
static void expect_words(const wb_buffer *buffer, size_t first, size_t count)
{
    uint32_t *words = calloc(count, sizeof *words);
    assert_non_null(words);
    for (int heard = 0; heard < 2; heard++) {
        memset(words, 0, count * sizeof *words);
        (heard ? wb_read_back : wb_read_back_unheard)(buffer->id, 4 * (int64_t)first,
                                                      4 * (int64_t)count, words);
        for (size_t i = 0; i < count; i++) assert_int_equal(words[i], 7 * (first + i) + 3);
    }
    free(words);
}

static void test_read_back_by_a_copy(void **state)
{
    (void)state;
    enum { WORDS = (1 << 22) + 1000 }; // of 4 bytes: more than 16 MiB
    uint32_t *words = malloc(WORDS * sizeof *words), old = 1;
    wb_buffer buffer;
    assert_non_null(words);
    for (uint32_t i = 0; i < WORDS; i++) words[i] = 7 * i + 3;
    assert_true(wb_buffer_create(
        &buffer,
        &(wb_buffer_desc){.name = "words", .type = WB_U32, .shape = {WORDS}, .data = words}));
    plain_get = glad_glGetBufferSubData;
    stale = buffer.id;
    glad_glGetBufferSubData = glad_debug_glGetBufferSubData = stale_get;
    glBindBuffer(GL_COPY_READ_BUFFER, buffer.id);
    glBindBuffer(GL_COPY_WRITE_BUFFER, buffer.id);
    glGetBufferSubData(GL_COPY_READ_BUFFER, 0, 4, &old);
    assert_int_equal(old, 0);
    expect_words(&buffer, 0, 10);
    expect_words(&buffer, 5, WORDS - 5);
    expect_words(&buffer, WORDS - 1, 1);
    memset(words, 0, WORDS * sizeof *words);
    assert_true(wb_buffer_read(&buffer, words));
    for (uint32_t i = 0; i < WORDS; i++) assert_int_equal(words[i], 7 * i + 3);
    assert_int_equal(wb_bound_buffer(GL_COPY_READ_BUFFER), buffer.id);
    assert_int_equal(wb_bound_buffer(GL_COPY_WRITE_BUFFER), buffer.id);
    glad_glGetBufferSubData = glad_debug_glGetBufferSubData = plain_get;
    wb_buffer_delete(&buffer);
    free(words);
}

// Something is written at word `at` of the buffer as GL knows it, canaries included.
static void write_word(const wb_buffer *buffer, size_t at)
{
    glBindBuffer(GL_COPY_WRITE_BUFFER, buffer->id);
    glBufferSubData(GL_COPY_WRITE_BUFFER, (GLintptr)(4 * at), 4, &(uint32_t){7});
}

static void test_canaries(void **state)
{
    (void)state;
    static const wb_field fields[] = {{"place", WB_F32, 3}, {"age", WB_F32, 1}, {0}};
    wb_buffer numbers, records;
    wb_buffers_guard(true);
    assert_true(wb_buffer_create(
        &numbers, &(wb_buffer_desc){.name = "numbers", .type = WB_U32, .shape = {3}}));
    assert_true(wb_buffer_create(
        &records,
        &(wb_buffer_desc){.name = "records", .type = WB_F32, .shape = {5, 4}, .fields = fields}));
    wb_buffers_guard(false);
    wb_message_redirect(keep, NULL);
    write_word(&numbers, 2);
    messages[0] = '\0';
    assert_true(wb_buffers_intact());
    write_word(&numbers, 3);
    assert_false(wb_buffers_intact());
    assert_non_null(
        strstr(messages, "numbers: element 3 was written, behind the end: there are 3"));
    messages[0] = '\0';
    glBindBuffer(GL_COPY_WRITE_BUFFER, numbers.id); // all of it at once: no kernel did that
    glClearBufferData(GL_COPY_WRITE_BUFFER, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT,
                      &(GLuint){0});
    assert_true(wb_buffers_intact());
    write_word(&records, 5 * 4 + 9);
    assert_false(wb_buffers_intact());
    assert_non_null(strstr(messages, "records: element 7 was written"));
    wb_message_redirect(NULL, NULL);
    wb_buffer_delete(&numbers);
    wb_buffer_delete(&records);
}

static void test_passes_of_many_names(void **state)
{
    (void)state;
    enum { NAMES = 200 };
    static char names[NAMES][16];
    wb_pass_times times;
    wb_pass_timing(true);
    for (int frame = 0; frame < 2; frame++) {
        for (int i = 0; i < NAMES; i++) {
            snprintf(names[i], sizeof names[i], "pass %d", i);
            wb_pass_begin(names[i]);
            wb_pass_end();
        }
        wb_pass_frame_end();
    }
    for (int i = 0; i < NAMES; i++) {
        assert_true(wb_pass_times_at(i, true, &times));
        assert_string_equal(times.name, names[i]);
        assert_int_equal(times.dispatches, 1);
    }
    assert_false(wb_pass_times_at(NAMES, true, &times));
    wb_pass_quit();
}

static void test_latest_times(void **state)
{
    (void)state;
    enum { FRAMES = 5, SLOW = 3, MOST = 300 };
    float times_ms[MOST];
    wb_pass_times times;
    wb_pass_timing(true);
    for (int frame = 0; frame < FRAMES; frame++) {
        wb_pass_begin("sleep");
        if (frame == SLOW) wb_clock_sleep(0.02); // a CPU's clock sees that
        wb_pass_end();
        wb_pass_frame_end();
    }
    assert_true(wb_pass_times_at(0, true, &times));
    assert_int_equal(wb_pass_latest(0, times_ms, MOST), FRAMES);
    bool by_cpu = strcmp(wb_pass_clock_name(), wb_clock_name(WB_CLOCK_CPU)) == 0;
    assert_true(!by_cpu || times_ms[SLOW] >= 20.0f);
    float slow_ms = times_ms[SLOW];
    assert_int_equal(wb_pass_latest(0, times_ms, 2), 2); // the last two, the latest last
    assert_true(times_ms[0] == slow_ms);
    assert_int_equal(wb_pass_latest(1, times_ms, MOST), 0);
    assert_int_equal(wb_pass_latest(-1, times_ms, MOST), 0);
    wb_pass_quit();
}

int main(void)
{
    if (!wb_context_create(&(wb_context_desc){.headless = true, .debug = true})) return 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_upload_into_part),
        cmocka_unit_test(test_no_memory_after_an_error),
        cmocka_unit_test(test_older_error_is_not_lost),
        cmocka_unit_test(test_read_back_by_a_copy),
        cmocka_unit_test(test_canaries),
        cmocka_unit_test(test_passes_of_many_names),
        cmocka_unit_test(test_latest_times),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    wb_context_delete();
    return failed;
}
