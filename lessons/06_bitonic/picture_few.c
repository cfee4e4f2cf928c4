#include "picture_few.h"
#include "state.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { FEW_KEYS = 32, MOST_ROWS = 16 }; // a network of 32 has 15 passes

static const wb_colour bright = {0.91f, 0.92f, 0.94f, 1.0f};
static const wb_colour muted = {0.56f, 0.59f, 0.65f, 1.0f};

bool are_few(void)
{
    return is_network() && lesson.given.count <= FEW_KEYS && lesson.run == lesson.given.room;
}

// The keys after the passes 0 to `shown`, each as its bits.

static void read_rows(uint32_t rows[MOST_ROWS][FEW_KEYS], int shown)
{
    GLsizeiptr row = (GLsizeiptr)lesson.given.count * 4;
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData
    for (int pass = 0; pass <= shown; pass++) {
        bool is_last = pass == count_passes() && pass > 0, in_order = traits()->compares == WB_U32;
        glBindBuffer(GL_COPY_READ_BUFFER, is_last ? lesson.sorted_keys.id : lesson.history.id);
        glGetBufferSubData(GL_COPY_READ_BUFFER, is_last ? 0 : pass * row, row, rows[pass]);
        for (uint32_t i = 0; i < lesson.given.count && in_order; i++)
            if (!is_last || lesson.is_sorting) // not of their own type yet, or no more
                rows[pass][i] = from_order(rows[pass][i], lesson.given.type);
    }
}

static void key_text(uint32_t bits, char *text, size_t size)
{
    float number;
    memcpy(&number, &bits, sizeof number);
    switch (lesson.given.type) {
    case WB_U32: snprintf(text, size, "%u", bits); break;
    case WB_I32: snprintf(text, size, "%d", (int32_t)bits); break;
    case WB_F32: snprintf(text, size, "%.3g", (double)number); break;
    }
}

// Into the middle of its cell, if it fits there.
static void draw_key(const layout *l, int pass, uint32_t i, uint32_t bits)
{
    const wb_colour dark = {0.05f, 0.05f, 0.07f, 1.0f};
    float wide = l->width / (float)lesson.given.count;
    float tall = l->rows_height / (float)(count_passes() + 1), size = fminf(15.0f, tall - 2.0f);
    uint32_t order = order_of(bits, lesson.given.type), low = lesson.given.low;
    bool is_small = (double)(order - low) <= 0.3 * (double)(lesson.given.high - low);
    char text[32];
    key_text(bits, text, sizeof text);
    float length = wb_draw_text_width(size, text);
    while (length > wide - 4.0f && size > 10.0f) length = wb_draw_text_width(size -= 0.5f, text);
    if (length > wide - 4.0f || size < 9.0f) return;
    wb_draw_text(l->left + wide * ((float)i + 0.5f) - length / 2.0f,
                 l->rows_y + tall * ((float)pass + 0.5f) - size * 0.6f, size,
                 is_small ? bright : dark, "%s", text);
}

uint32_t partner_of(uint32_t i, uint32_t k, uint32_t j)
{
    return traits()->is_mirrored && j == k / 2 ? i ^ (k - 1) : i ^ j;
}

// From the lower place to the upper, at its own height; its head is where the larger key goes, or
// of scores the one that comes last.
static void draw_arrow(const layout *l, uint32_t i, uint32_t k, uint32_t j, bool swapped)
{
    float wide = l->width / (float)lesson.given.count;
    bool upwards = traits()->all_upwards || k >= lesson.run || (i & k) == 0;
    float y =
        l->arrows_y + 20.0f + (l->arrows_height - 26.0f) * ((float)(i % (2 * j)) + 0.5f) / (float)j;
    float x0 = l->left + wide * ((float)i + 0.5f);
    float x1 = l->left + wide * ((float)partner_of(i, k, j) + 0.5f);
    float head = upwards ? x1 : x0, back = upwards ? -7.0f : 7.0f, thick = swapped ? 2.0f : 1.0f;
    wb_colour colour = swapped ? bright : muted;
    wb_draw_line(x0, y, x1, y, thick, colour);
    wb_draw_line(head, y, head + back, y - 4.0f, thick, colour);
    wb_draw_line(head, y, head + back, y + 4.0f, thick, colour);
}

void draw_few(const layout *l, uint32_t k, uint32_t j, int shown)
{
    uint32_t rows[MOST_ROWS][FEW_KEYS], count = lesson.given.count;
    float wide = l->width / (float)count;
    read_rows(rows, shown);
    for (int pass = 0; pass <= shown; pass++)
        for (uint32_t i = 0; i < count; i++) draw_key(l, pass, i, rows[pass][i]);
    wb_draw_text(
        l->left, l->arrows_y - 22.0f, 15.0f, muted,
        "comparisons of this pass, between places: the arrow points to where the %s; bright: "
        "the two changed places",
        traits()->has_scores ? "later key goes" : "larger key goes");
    for (uint32_t i = 0; i < count; i++) {
        char text[16];
        snprintf(text, sizeof text, "%u", i);
        wb_draw_text(l->left + wide * ((float)i + 0.5f) - wb_draw_text_width(14.0f, text) / 2.0f,
                     l->arrows_y, 14.0f, muted, "%s", text);
        if (shown == 0 || (i & j) != 0 || partner_of(i, k, j) >= count) continue;
        draw_arrow(l, i, k, j, rows[shown][i] != rows[shown - 1][i]);
    }
}
