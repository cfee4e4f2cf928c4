/* Named textures: every format in a plane and in space, to and from memory and files, what is
 * refused; a snapshot that goes back; and what the inspector reads. Runs headless. */
#include "gl/texture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/message.h"
#include "gl/bound.h"
#include "gl/context.h"
#include "os/scratch.h"
#include "step/inspect.h"
#include "step/snapshot.h"
#include "watch/dispatch.h"

enum { WIDTH = 7, HEIGHT = 5, DEPTH = 3, MOST = 4 * WIDTH * HEIGHT * DEPTH };

static char messages[1024];

static void keep(wb_severity severity, const char *text, void *user)
{
    (void)severity, (void)user;
    snprintf(messages + strlen(messages), sizeof messages - strlen(messages), "%s\n", text);
}

static void listen(void)
{
    messages[0] = '\0';
    wb_message_redirect(keep, NULL);
}

static const GLenum formats[] = {GL_R32F,    GL_RG32F, GL_RGBA32F, GL_R16F, GL_RG16F,
                                 GL_RGBA16F, GL_R32UI, GL_R32I,    GL_RGBA8};
enum { FORMATS = sizeof formats / sizeof *formats };

static void make(wb_buffer *texture, GLenum format, int depth, const void *data)
{
    assert_true(wb_texture_create(texture, &(wb_texture_desc){.name = "field",
                                                              .format = format,
                                                              .width = WIDTH,
                                                              .height = HEIGHT,
                                                              .depth = depth,
                                                              .data = data}));
}

static size_t count_of(const wb_buffer *texture)
{
    return (size_t)texture->size_bytes / 4;
}

// Floats that a half can hold, too.
static void fill(const wb_buffer *texture, uint32_t *words, uint32_t from)
{
    for (size_t i = 0; i < count_of(texture); i++) {
        float f = (float)(from + i) / 8.0f;
        words[i] = from + (uint32_t)i * 2654435u;
        if (texture->type == WB_F32) memcpy(&words[i], &f, sizeof f);
    }
}

static void test_there_and_back(void **state)
{
    (void)state;
    static uint32_t given[MOST], held[MOST];
    for (int i = 0; i < 2 * FORMATS; i++) {
        int depth = i < FORMATS ? 0 : DEPTH;
        wb_buffer texture;
        make(&texture, formats[i % FORMATS], depth, NULL);
        fill(&texture, given, 3);
        wb_texture_write(&texture, given);
        assert_true(wb_buffer_read(&texture, held));
        assert_memory_equal(held, given, count_of(&texture) * 4);
        size_t channels = wb_texture_channels(&texture);
        assert_int_equal(count_of(&texture),
                         channels * WIDTH * HEIGHT * (size_t)(depth > 0 ? depth : 1));
        assert_int_equal(texture.shape[texture.dimensions - 1], channels > 1 ? channels : WIDTH);
        assert_int_equal(texture.dimensions, 2 + (depth > 0) + (channels > 1));
        wb_buffer_delete(&texture);
    }
}

static void test_made_as_data_or_marked(void **state)
{
    (void)state;
    static uint32_t given[MOST], held[MOST];
    wb_buffer texture;
    make(&texture, GL_R32F, DEPTH, NULL);
    fill(&texture, given, 1);
    assert_true(wb_buffer_read(&texture, held));
    for (size_t i = 0; i < count_of(&texture); i++) assert_int_equal(held[i], 0xCDCDCDCD);
    wb_buffer_delete(&texture);
    make(&texture, GL_R32F, DEPTH, given);
    assert_true(wb_buffer_read(&texture, held));
    assert_memory_equal(held, given, count_of(&texture) * 4);
    wb_buffer_delete(&texture);
}

// What is bound, and how the caller moves pixels, is the caller's.
static void test_bindings_stay(void **state)
{
    (void)state;
    static uint32_t words[MOST];
    GLuint other, pack;
    wb_buffer texture;
    make(&texture, GL_RGBA8, 0, NULL);
    glGenTextures(1, &other);
    glBindTexture(GL_TEXTURE_2D, other);
    glGenBuffers(1, &pack);
    for (int unpack = 0; unpack < 2; unpack++) {
        GLenum target = unpack ? GL_PIXEL_UNPACK_BUFFER : GL_PIXEL_PACK_BUFFER;
        glBindBuffer(target, pack);
        if (unpack)
            wb_texture_write(&texture, words);
        else
            assert_true(wb_buffer_read(&texture, words));
        assert_int_equal(wb_bound_buffer(target), pack);
        glBindBuffer(target, 0);
    }
    assert_int_equal(wb_bound_texture(GL_TEXTURE_2D), other);
    assert_int_equal(words[0], 0xCDCDCDCD); // and it has read, not into the buffer
    glDeleteBuffers(1, &pack);
    glDeleteTextures(1, &other);
    wb_buffer_delete(&texture);
}

static void test_named(void **state)
{
    (void)state;
    char label[32] = "";
    assert_int_equal(wb_buffers_read_bits(), GL_BUFFER_UPDATE_BARRIER_BIT);
    wb_buffer a, b;
    const wb_texture_desc desc = {.name = "field", .format = GL_R32F, .width = 2, .height = 2};
    assert_true(wb_texture_create(&a, &desc) && wb_texture_create(&b, &desc));
    assert_ptr_equal(wb_buffer_find("field"), &a);
    assert_int_equal(wb_buffers_read_bits(), GL_TEXTURE_UPDATE_BARRIER_BIT);
    wb_buffer words;
    assert_true(
        wb_buffer_create(&words, &(wb_buffer_desc){.name = "words", .type = WB_U32, .shape = {4}}));
    assert_int_equal(wb_buffers_read_bits(),
                     GL_BUFFER_UPDATE_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT);
    wb_buffer_delete(&words);
    glGetObjectLabel(GL_TEXTURE, a.id, sizeof label, NULL, label);
    assert_string_equal(label, "field");
    GLuint first = a.id;
    wb_buffer_swap(&a, &b);
    assert_int_equal(b.id, first);
    wb_buffer_delete(&a);
    wb_buffer_delete(&b);
    assert_false(glIsTexture(first));
    assert_null(wb_buffer_at(0));
}

static void refuse(const wb_texture_desc *desc, const char *why)
{
    wb_buffer texture;
    listen();
    bool made = wb_texture_create(&texture, desc);
    wb_message_redirect(NULL, NULL);
    assert_false(made);
    if (strstr(messages, why) == NULL) fail_msg("%s does not say: %s", messages, why);
    assert_non_null(strstr(messages, "what to do"));
    assert_int_equal(texture.id, 0);
    assert_null(wb_buffer_at(0));
    wb_buffer_delete(&texture);
}

static void test_refused(void **state)
{
    (void)state;
    const wb_texture_desc good = {.name = "field", .format = GL_R32F, .width = 4, .height = 4};
    wb_texture_desc bad = good;
    bad.format = GL_RGB8; // no image can have it
    refuse(&bad, "GL_RGBA32F");
    bad = good;
    bad.width = 0;
    refuse(&bad, "0 x 4 x 1 texels");
    bad = good;
    bad.depth = 1 << 20;
    refuse(&bad, "3 dimensions");
    bad = good;
    bad.height = 1 << 20;
    refuse(&bad, "2 dimensions");
    bad = good;
    bad.format = GL_R32UI;
    bad.linear = true;
    refuse(&bad, "filters no whole numbers");
}

static void test_files(void **state)
{
    (void)state;
    static uint32_t given[MOST], held[MOST];
    static char directory[64] = "wb_texture_", npy[80], png[80];
    assert_true(wb_scratch_make(directory, sizeof directory));
    snprintf(npy, sizeof npy, "%s/a.npy", directory);
    snprintf(png, sizeof png, "%s/a.png", directory);
    const GLenum both[] = {GL_RGBA16F, GL_RGBA8};
    for (int i = 0; i < 2; i++) {
        wb_buffer texture;
        make(&texture, both[i], i == 0 ? DEPTH : 0, NULL);
        fill(&texture, given, 9);
        for (size_t k = 0; i == 1 && k < count_of(&texture); k++) given[k] |= 0xFF000000u;
        wb_texture_write(&texture, given);
        const char *path = i == 0 ? npy : png; // a picture is opaque
        assert_true(wb_buffer_dump(&texture, path));
        wb_buffer_delete(&texture);
        make(&texture, both[i], i == 0 ? DEPTH : 0, NULL);
        assert_true(wb_buffer_load(&texture, path));
        assert_true(wb_buffer_read(&texture, held));
        assert_memory_equal(held, given, count_of(&texture) * 4);
        wb_buffer_delete(&texture);
    }
    wb_buffer texture;
    make(&texture, GL_R32F, 0, NULL);
    listen();
    assert_false(wb_buffer_dump(&texture, png));
    assert_false(wb_buffer_load(&texture, png));
    assert_non_null(strstr(messages, "field is no picture"));
    wb_buffer_delete(&texture);
    for (int i = 0; i < 2; i++) { // one side is wrong
        wb_texture_desc desc = {.name = "field", .format = GL_RGBA8, .width = 7, .height = 5};
        *(i == 0 ? &desc.width : &desc.height) = 2;
        assert_true(wb_texture_create(&texture, &desc));
        assert_false(wb_buffer_load(&texture, png));
        assert_non_null(strstr(messages, i == 0 ? "7 x 5 pixels; field has 2 x 5"
                                                : "7 x 5 pixels; field has 7 x 2"));
        wb_buffer_delete(&texture);
    }
    wb_message_redirect(NULL, NULL);
    wb_scratch_remove();
}

// Three in turn, as a wave has them, and back: names and contents.
static void test_snapshot(void **state)
{
    (void)state;
    static uint32_t given[MOST], held[MOST], zeros[MOST];
    wb_snapshot snapshot = {0};
    wb_dispatch_begin();
    wb_buffer field;
    const wb_texture_desc desc = {
        .name = "field", .format = GL_R32F, .width = WIDTH, .height = HEIGHT, .depth = DEPTH};
    assert_true(wb_texture_create(&field, &desc));
    wb_buffer other;
    wb_texture_desc other_desc = desc;
    other_desc.name = "other";
    other_desc.data = zeros;
    assert_true(wb_texture_create(&other, &other_desc));
    fill(&field, given, 5);
    wb_texture_write(&field, given);
    GLuint id = field.id;
    assert_true(wb_snapshot_take(&snapshot, NULL, 0));
    wb_texture_write(&field, zeros);
    wb_buffer_swap(&field, &other);
    assert_true(wb_snapshot_read(&snapshot, "field", held));
    assert_memory_equal(held, given, count_of(&field) * 4);
    assert_true(wb_snapshot_read(&snapshot, "other", held));
    assert_memory_equal(held, zeros, count_of(&field) * 4);
    wb_snapshot_restore(&snapshot);
    assert_int_equal(field.id, id);
    assert_true(wb_buffer_read(&field, held));
    assert_memory_equal(held, given, count_of(&field) * 4);
    wb_snapshot_free(&snapshot);
    wb_buffer_delete(&field);
    wb_buffer_delete(&other);
    wb_dispatch_end();
}

// Of one channel of a slice: a table that starts at row 1 and column 2.
static void test_inspected(void **state)
{
    (void)state;
    static uint32_t given[MOST];
    enum { CHANNELS = 4, CHANNEL = 2, SLICE = 1, ROWS = 3, COLUMNS = 4 };
    double values[ROWS * COLUMNS];
    bool changed[ROWS * COLUMNS];
    wb_buffer texture;
    make(&texture, GL_RGBA32F, DEPTH, NULL);
    fill(&texture, given, 0);
    wb_texture_write(&texture, given);
    wb_inspect_remember(&texture, 0, count_of(&texture));
    size_t first = CHANNELS * ((SLICE * HEIGHT + 1) * WIDTH + 2) + CHANNEL;
    size_t third = first + 2 * CHANNELS; // of the first row
    float nine = 9.0f;
    memcpy(&given[third], &nine, sizeof nine);
    wb_texture_write(&texture, given);
    wb_inspect_table table = {first, COLUMNS, CHANNELS, ROWS, CHANNELS * WIDTH};
    wb_inspect_read_table(&texture, &table, values, changed);
    for (size_t r = 0; r < ROWS; r++)
        for (size_t c = 0; c < COLUMNS; c++) {
            size_t at = first + CHANNELS * (r * WIDTH + c);
            assert_true(values[r * COLUMNS + c] == (at == third ? 9.0 : (double)at / 8.0));
            assert_int_equal(changed[r * COLUMNS + c], at == third);
        }
    wb_inspect_statistics s;
    assert_true(wb_inspect_statistics_of(&texture, CHANNEL, &s));
    assert_int_equal(s.count, WIDTH * HEIGHT * DEPTH);
    assert_true(s.minimum == CHANNEL / 8.0);
    wb_inspect_remember(NULL, 0, 0);
    wb_buffer_delete(&texture);
}

int main(void)
{
    if (!wb_context_create(&(wb_context_desc){.headless = true, .debug = true})) return 77;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_there_and_back), cmocka_unit_test(test_made_as_data_or_marked),
        cmocka_unit_test(test_bindings_stay),  cmocka_unit_test(test_named),
        cmocka_unit_test(test_refused),        cmocka_unit_test(test_files),
        cmocka_unit_test(test_snapshot),       cmocka_unit_test(test_inspected),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    wb_context_delete();
    return failed;
}
