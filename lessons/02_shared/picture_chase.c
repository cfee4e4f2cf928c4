// The chase: the last hops across the table.
#include "picture.h"

#include "scene.h"
#include "state.h"

// The table as a square field, and the last hops of the frame across it.
static void draw_hops(float left, float top, float side)
{
    enum { SHOWN_HOPS = 400 };
    uint32_t end, words = chase_walked_words(), columns = 1;
    while (columns * columns < words) columns *= 2;
    wb_buffer_read(&lesson.chase.end, &end);
    uint32_t place = end;
    float before_x = 0.0f, before_y = 0.0f;
    for (int hop = 0; hop < SHOWN_HOPS; hop++, place = scene_next_place(place, words)) {
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

void chase_draw(const wb_view *view)
{
    const chase_traits *traits = wb_current_variant()->data;
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData in wb_buffer_read()
    picture_begin(view);
    picture_text(64.0f, 18.0f, 26.0f, PICTURE_WHITE, "Each word says where the next one is");
    picture_frame(64.0f, 70.0f, 700.0f, 700.0f, 1.0f, PICTURE_DIM);
    draw_hops(64.0f, 70.0f, 700.0f);
    picture_text(808.0f, 84.0f, 18.0f, PICTURE_GREY, "%u words, %s", chase_walked_words(),
                 traits->shared ? "in shared memory" : "in a buffer");
    picture_text(808.0f, 116.0f, 18.0f, PICTURE_GREY, "%d loads a frame, one after the other",
                 HOPS);
    picture_text(808.0f, 148.0f, 18.0f, PICTURE_GREY, "the next 400 from here are drawn");
    picture_text(808.0f, 196.0f, 18.0f, PICTURE_GREY,
                 "Nothing can be done while a load is under way,");
    picture_text(808.0f, 220.0f, 18.0f, PICTURE_GREY, "so a frame takes %d times the latency.",
                 HOPS);
}
