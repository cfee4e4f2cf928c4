// A frame from left to right: what the CPU does, and below it the GPU; and once more, large, what
// comes behind the update. Until something is measured here, it is the frame of an H200.
#include "picture.h"

#include "oracle.h"
#include "state.h"

#include <math.h>
#include <stdio.h>

enum { LEFT = 48, LANES = 116, WIDTH = 1116, LANE = 88, APART = 100 }; // pixels

typedef float frame_ms[TIMELINE_CLOCKS][STRETCHES];

/* Means of 60 frames with 262,144 vectors, from further/frame.md. */
static const frame_ms on_h200 = {
    [TIMELINE_CPU] = {2.298f, 0.014f, 0.005f, 0.004f, 0.013f},
    [TIMELINE_GPU] = {0.001f, 0.010f, 0.013f, 0.007f, 2.304f},
};

/* What is drawn, and the stretch of time that a view of it has. */
typedef struct view_of_frame {
    const frame_ms *ms;
    float from_ms, to_ms;
    float y;
} view_of_frame;

static const wb_colour ink = {0.05f, 0.05f, 0.07f, 1}, hatching = {0.22f, 0.23f, 0.28f, 1};

static wb_colour stretch_colour(int stretch)
{
    switch (stretch) {
    case UPDATE: return red;
    case MOVE_PASS: return blue;
    case COMPUTE_PASS: return violet;
    case SMALL_PASS: return amber;
    default: return ground; // the picture, and waiting: it is hatched
    }
}

static bool shows_own(void)
{
    return lesson.measure != NO_CLOCK && timeline_count(&lesson.frames) > 0;
}

/* ---- When a stretch begins ---- */

// The GPU's clock and the CPU's have no common zero. The passes need what the update sends, so they
// are drawn where they can begin at the earliest: behind it.
static float start_of(const frame_ms *ms, int clock, int stretch)
{
    float start = clock == TIMELINE_GPU ? (*ms)[TIMELINE_CPU][UPDATE] : 0.0f;
    for (int k = UPDATE; k < stretch; k++) start += (*ms)[clock][k];
    return start;
}

static float end_of_frame(const frame_ms *ms)
{
    return fmaxf(start_of(ms, TIMELINE_CPU, STRETCHES), start_of(ms, TIMELINE_GPU, REST));
}

static float x_of(const view_of_frame *v, float ms)
{
    float share = (ms - v->from_ms) / (v->to_ms - v->from_ms);
    return LANES + WIDTH * fminf(fmaxf(share, 0.0f), 1.0f);
}

/* ---- Lanes ---- */

static void draw_hatched(float x0, float x1, float y)
{
    for (float x = x0 - LANE; x < x1; x += 16) {
        float low = fmaxf(x, x0), high = fminf(x + LANE, x1);
        if (low < high)
            wb_draw_line(low, y + LANE - (low - x), high, y + LANE - (high - x), 1, hatching);
    }
}

// A name and a time, if there is room for them.
static void draw_label(float x0, float x1, float y, wb_colour colour, const char *name, float ms)
{
    char text[2][64];
    snprintf(text[0], sizeof text[0], "%s", name);
    snprintf(text[1], sizeof text[1], "%.3f ms", (double)ms);
    for (int line = 0; line < 2; line++) {
        float width = wb_draw_text_width(18, text[line]);
        if (width + 8 > x1 - x0 || (line == 1 && ms == 0.0f)) return;
        wb_draw_text((x0 + x1 - width) / 2, y + 20 + 26 * (float)line, 18, colour, "%s",
                     text[line]);
    }
}

static void draw_stretch(const view_of_frame *v, int clock, int stretch)
{
    float start_ms = start_of(v->ms, clock, stretch), ms = (*v->ms)[clock][stretch];
    float end_ms = stretch == REST ? v->to_ms : start_ms + ms;
    float x0 = x_of(v, start_ms), x1 = x_of(v, end_ms),
          y = v->y + (clock == TIMELINE_GPU ? APART : 0);
    bool waits = stretch == REST;
    if (x1 - x0 < 1.0f) return;
    wb_draw_rectangle(x0, y, x1 - x0, LANE, stretch_colour(stretch));
    wb_draw_rectangle(x1 - 1, y, 1, LANE, ink);
    if (waits) draw_hatched(x0, x1, y);
    draw_label(x0, x1, y, waits ? dim : ink, timeline_name(stretch), waits ? 0.0f : ms);
}

static void draw_lanes(const view_of_frame *v)
{
    float before = x_of(v, (*v->ms)[TIMELINE_CPU][UPDATE]), gpu_y = v->y + APART;
    wb_draw_text(LEFT, v->y + 32, 20, white, "CPU");
    wb_draw_text(LEFT, gpu_y + 32, 20, white, "GPU");
    wb_draw_rectangle(LANES, gpu_y, before - LANES, LANE, ground);
    draw_hatched(LANES, before, gpu_y);
    draw_label(LANES, before, gpu_y, dim, "waits for the numbers", 0.0f);
    for (int clock = 0; clock < TIMELINE_CLOCKS; clock++)
        for (int stretch = UPDATE; stretch < STRETCHES; stretch++) draw_stretch(v, clock, stretch);
}

/* ---- Time ---- */

// 1, 2 or 5 times a power of ten, so that a view has five to twelve of them.
static float tick_of(float ms)
{
    float power = powf(10.0f, floorf(log10f(ms / 5.0f))), steps = ms / 5.0f / power;
    return power * (steps >= 5.0f ? 5.0f : steps >= 2.0f ? 2.0f : 1.0f);
}

static void draw_axis(const view_of_frame *v, float from_ms)
{
    float tick = tick_of(v->to_ms - v->from_ms), y = v->y + APART + LANE + 8;
    for (float ms = 0.0f; from_ms + ms <= v->to_ms; ms += tick) {
        float x = x_of(v, from_ms + ms);
        char text[32];
        snprintf(text, sizeof text, "%.4g", (double)ms);
        wb_draw_rectangle(x, y - 6, 1, 10, dim);
        wb_draw_text(x - wb_draw_text_width(15, text) / 2, y + 8, 15, dim, "%s", text);
    }
}

// Which part of the upper view the lower one shows.
static void draw_fan(const view_of_frame *all, const view_of_frame *late)
{
    float top = all->y + APART + LANE, bottom = late->y - 6, x = x_of(all, late->from_ms);
    wb_draw_rectangle(x, top, LANES + WIDTH - x, 3, white);
    wb_draw_line(x, top + 3, LANES, bottom, 1, hatching);
    wb_draw_line(LANES + WIDTH, top + 3, LANES + WIDTH, bottom, 1, hatching);
}

/* ---- Words ---- */

// Amdahl: how much of its time would the frame take if this stretch took half of its own? Waiting
// is no work that could be made faster, so the last one has no share in this.
static void draw_shares(const frame_ms *ms, int clock, float y)
{
    float x = LANES, frame = 0.0f;
    for (int k = 0; k < STRETCHES; k++) frame += (*ms)[clock][k];
    wb_draw_text(LEFT, y, 17, white, "%s", clock == TIMELINE_CPU ? "CPU" : "GPU");
    for (int k = UPDATE; k < REST && frame > 0.0f; k++)
        x += 40 + wb_draw_text(x, y, 17, dim, "%s %.0f %%", timeline_name(k),
                               100.0 - 50.0 * (double)((*ms)[clock][k] / frame));
}

static void draw_foot(const frame_ms *ms)
{
    if (!shows_own()) {
        const float *gpu = (*ms)[TIMELINE_GPU];
        wb_draw_text(LEFT, 700, 20, white,
                     "The three passes take the GPU %.3f ms. Then it waits for the CPU.",
                     (double)(gpu[MOVE_PASS] + gpu[COMPUTE_PASS] + gpu[SMALL_PASS]));
        wb_draw_text(LEFT, 740, 18, amber, "yours: --set measure=gpu, or the switch in the panel");
        return;
    }
    wb_draw_text(LEFT, 706, 17, white, "If one of them were twice as fast, the frame would take");
    draw_shares(ms, TIMELINE_CPU, 732);
    if (trusted_clock() == GPU)
        draw_shares(ms, TIMELINE_GPU, 758);
    else
        wb_draw_text(
            LEFT, 758, 17, dim,
            "This driver computes on the CPU, inside the calls: both lanes are one processor");
}

static void draw_head(const frame_ms *ms)
{
    wb_draw_text(LEFT, 30, 28, white, "Where does the frame go?");
    if (shows_own())
        wb_draw_text(
            LEFT, 72, 18, dim, "means of the latest %d frames; %s vectors are sent in each%s%s",
            timeline_count(&lesson.frames), group_digits((uint32_t)lesson.vectors).text,
            lesson.off > 0 ? "; without " : "", lesson.off > 0 ? timeline_name(lesson.off) : "");
    else
        wb_draw_text(LEFT, 72, 18, dim,
                     "measured on an H200: means of 60 frames; 262,144 vectors are sent in each");
    draw_result(LANES + WIDTH, 40, &lesson.results[frame_last()]);
    wb_draw_text(LANES, 112, 17, white, "milliseconds, in a frame of %.3g",
                 (double)end_of_frame(ms));
    const char *late = "the same, from the end of the update on";
    wb_draw_text(LANES + WIDTH - 16 - wb_draw_text_width(17, late), 408, 17, white, "%s", late);
}

void frame_draw(const wb_view *view)
{
    (void)view;
    frame_ms own;
    for (int clock = 0; clock < TIMELINE_CLOCKS; clock++)
        for (int k = 0; k < STRETCHES; k++)
            own[clock][k] = (float)timeline_mean(&lesson.frames, clock, k);
    const frame_ms *ms = shows_own() ? (const frame_ms *)&own : &on_h200;
    float end_ms = end_of_frame(ms), sent_ms = (*ms)[TIMELINE_CPU][UPDATE];
    view_of_frame all = {ms, 0.0f, end_ms, 140}, late = {ms, sent_ms, end_ms, 440};
    draw_head(ms);
    draw_fan(&all, &late);
    draw_lanes(&all);
    draw_axis(&all, 0.0f);
    draw_lanes(&late);
    draw_axis(&late, sent_ms);
    draw_foot(ms);
}
