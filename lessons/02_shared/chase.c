// Part 3, chase: how long one access takes, in shared memory and in a buffer.
#include "parts.h"
#include "picture.h"

#include <stdlib.h>
#include <string.h>

enum {
    GROUP = 256,
    HOPS = 30000, // a frame: one load after the other; no multiple of a table, or all would be
                  // where it began
    SHARED_WORDS = 4096, // 16 KiB: as much of the table as goes into shared memory
};
enum { TABLE = 0, END = 1 }; // storage block bindings
enum { TABLE_WORDS = 0 };    // uniform location

static size_t table_words(void)
{
    return (size_t)1 << lesson.chase.table_bits;
}

// Where a place leads to. A linear congruential generator modulo a power of two, with a multiplier
// of 4 k + 1 and an odd increment, comes through all places before it is back.
static uint32_t next_place(uint32_t place, uint32_t words)
{
    return (place * 1664525u + 1013904223u) & (words - 1u);
}

// The words that the walk of the present variant goes through.
static uint32_t walked_words(void)
{
    bool cut = wb_variant_index() == CHASE_SHARED && table_words() > SHARED_WORDS;
    return cut ? SHARED_WORDS : (uint32_t)table_words();
}

/* ---- Start and end ---- */

static bool create_buffers(void)
{
    uint32_t *table = malloc(table_words() * sizeof *table);
    if (table == NULL) {
        wb_error("there is no memory for a table of %zu words", table_words());
        return false;
    }
    for (uint32_t i = 0; i < table_words(); i++) table[i] = next_place(i, (uint32_t)table_words());
    bool good = wb_buffer_create(&lesson.chase.table, &(wb_buffer_desc){.name = "table",
                                                                        .type = WB_U32,
                                                                        .shape = {table_words()},
                                                                        .data = table}) &&
                wb_buffer_create(&lesson.chase.end, &(wb_buffer_desc){.name = "end",
                                                                      .type = WB_U32,
                                                                      .shape = {1},
                                                                      .data = &(uint32_t){0},
                                                                      .state = true});
    free(table);
    return good;
}

static bool init(void)
{
    bool is_shared = wb_variant_index() == CHASE_SHARED;
    lesson.chase.kernel = wb_program_compute(
        is_shared ? "02_shared/chase_shared.comp" : "02_shared/chase_global.comp",
        WB_DEFINES({"GROUP", GROUP}, {"HOPS", HOPS}, {"SHARED_WORDS", SHARED_WORDS}));
    return lesson.chase.kernel != 0 && create_buffers();
}

static void quit(void)
{
    wb_buffer_delete(&lesson.chase.table);
    wb_buffer_delete(&lesson.chase.end);
    glDeleteProgram(lesson.chase.kernel);
    lesson.chase.kernel = 0;
}

/* ---- The versions ---- */

void chase_step(void)
{
    wb_pass_begin("chase");
    glUseProgram(lesson.chase.kernel);
    glUniform1ui(TABLE_WORDS, (GLuint)table_words());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, TABLE, lesson.chase.table.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, END, lesson.chase.end.id);
    glDispatchCompute(1, 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // the next frame goes on from `end`
    wb_pass_end();
}

/* ---- The oracle ---- */

static bool expect(const char *buffer, int64_t steps, void *expected)
{
    const uint32_t *start = wb_start_state("end");
    if (start == NULL || strcmp(buffer, "end") != 0) return false;
    uint32_t place = *start;
    for (int64_t hop = 0; hop < steps * HOPS; hop++) place = next_place(place, walked_words());
    *(uint32_t *)expected = place;
    return true;
}

static wb_cost cost(void)
{
    return (wb_cost){
        .read_bytes = 4.0 * HOPS, .written_bytes = 4.0, .items = HOPS, .item = "loads in a row"};
}

/* ---- The picture ---- */

// The table as a square field, and the last hops of the frame across it.
static void draw_hops(float left, float top, float side)
{
    enum { SHOWN_HOPS = 400 };
    uint32_t end, words = walked_words(), columns = 1;
    while (columns * columns < words) columns *= 2;
    wb_buffer_read(&lesson.chase.end, &end);
    uint32_t place = end;
    float before_x = 0.0f, before_y = 0.0f;
    for (int hop = 0; hop < SHOWN_HOPS; hop++, place = next_place(place, words)) {
        float x = left + side * ((float)(place % columns) + 0.5f) / (float)columns;
        float y = top + side * ((float)(place / columns) + 0.5f) / (float)columns *
                            (float)(columns * columns / words);
        wb_colour colour = hop % 2 != 0 ? PICTURE_BLUE : PICTURE_AMBER;
        colour.alpha = 0.9f * (1.0f - (float)hop / SHOWN_HOPS);
        if (hop > 0) picture_line(before_x, before_y, x, y, hop < 8 ? 2.5f : 1.0f, colour);
        picture_rectangle(x - 2.0f, y - 2.0f, 4.0f, 4.0f, colour);
        before_x = x;
        before_y = y;
    }
}

static void draw(const wb_view *view)
{
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData in wb_buffer_read()
    picture_begin(view);
    picture_text(64.0f, 18.0f, 26.0f, PICTURE_WHITE, "Each word says where the next one is");
    picture_frame(64.0f, 70.0f, 700.0f, 700.0f, 1.0f, PICTURE_DIM);
    draw_hops(64.0f, 70.0f, 700.0f);
    picture_text(808.0f, 84.0f, 18.0f, PICTURE_GREY, "%u words, %s", walked_words(),
                 wb_variant_index() == CHASE_SHARED ? "in shared memory" : "in a buffer");
    picture_text(808.0f, 116.0f, 18.0f, PICTURE_GREY, "%d loads a frame, one after the other",
                 HOPS);
    picture_text(808.0f, 148.0f, 18.0f, PICTURE_GREY, "the next 400 from here are drawn");
    picture_text(808.0f, 196.0f, 18.0f, PICTURE_GREY,
                 "Nothing can be done while a load is under way,");
    picture_text(808.0f, 220.0f, 18.0f, PICTURE_GREY, "so a frame takes %d times the latency.",
                 HOPS);
}

const shared_part chase_part = {init, draw, quit, expect, cost};
