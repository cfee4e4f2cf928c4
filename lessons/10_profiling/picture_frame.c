// Where the time of the latest frames went: a column for each, on the CPU's clock and on the GPU's.
#include "picture.h"

#include "state.h"

#include <math.h>
#include <stdio.h>

enum { LEFT = 48, WIDTH = 600, HEIGHT = 190 };

static wb_colour stretch_colour(int stretch)
{
    switch (stretch) {
    case UPDATE: return red;
    case MOVE_PASS: return blue;
    case COMPUTE_PASS: return violet;
    case SMALL_PASS: return amber;
    default: return (wb_colour){0.34f, 0.36f, 0.42f, 1};
    }
}

static double longest_frame(int clock)
{
    double longest = 20.0; // ms, so that a sixtieth of a second is in the picture
    for (int age = 0; age < timeline_count(&lesson.frames); age++) {
        double sum = 0.0;
        for (int k = 0; k < STRETCHES; k++)
            sum += (double)timeline_at(&lesson.frames, age, clock)[k];
        longest = fmax(longest, sum);
    }
    return longest;
}

// The latest frame is the rightmost.
static void draw_columns(int clock, float top, const char *name)
{
    float step = (float)WIDTH / TIMELINE_FRAMES, bottom = top + HEIGHT;
    double longest_ms = longest_frame(clock), scale = HEIGHT / longest_ms;
    wb_draw_text(LEFT, top - 32, 20, white, "%s", name);
    wb_draw_rectangle(LEFT, top, WIDTH, HEIGHT, ground);
    for (int age = 0; age < timeline_count(&lesson.frames); age++) {
        const float *ms = timeline_at(&lesson.frames, age, clock);
        float x = LEFT + WIDTH - step * (float)(age + 1), y = bottom;
        for (int k = 0; k < STRETCHES; k++) {
            float height = (float)scale * ms[k];
            y -= height;
            wb_draw_rectangle(x, y, step - 1, height, stretch_colour(k));
        }
    }
    float line = bottom - (float)(scale * 1000.0 / 60.0);
    wb_draw_line(LEFT, line, LEFT + WIDTH, line, 1, white);
    wb_draw_text(LEFT + 6, line - 18, 14, white, "1/60 s");
}

// Amdahl: what would the frame gain if this stretch took half of its time? The last one has waiting
// in it, for the other clock's processor or for the screen, and no work of its own makes that less.
static void draw_means(int clock, float y)
{
    double sum = 0.0;
    for (int k = 0; k < STRETCHES; k++) sum += timeline_mean(&lesson.frames, clock, k);
    wb_draw_text(LEFT + WIDTH + 260, y - 26, 16, dim, "mean");
    wb_draw_text(LEFT + WIDTH + 350, y - 26, 16, dim, "twice as fast: the frame takes");
    for (int k = 0; k < STRETCHES; k++, y += 30) {
        double mean = timeline_mean(&lesson.frames, clock, k);
        wb_draw_rectangle(LEFT + WIDTH + 24, y + 3, 14, 14, stretch_colour(k));
        wb_draw_text(LEFT + WIDTH + 48, y, 18, white, "%s", timeline_name(k));
        if (lesson.off == k && k != 0) wb_draw_text(LEFT + WIDTH + 160, y, 18, dim, "off");
        if (sum <= 0.0) continue;
        wb_draw_text(LEFT + WIDTH + 250, y, 18, white, "%.3f ms", mean);
        if (k == REST)
            wb_draw_text(LEFT + WIDTH + 350, y, 18, dim, "not known: it waits, too");
        else
            wb_draw_text(LEFT + WIDTH + 350, y, 18, white, "%.0f %%", 100.0 - 50.0 * mean / sum);
    }
    if (sum > 0.0) wb_draw_text(LEFT + WIDTH + 250, y, 18, white, "%.3f ms", sum);
}

void frame_draw(const wb_view *view)
{
    (void)view;
    wb_draw_text(LEFT, 30, 28, white, "Where does the frame go?");
    wb_draw_text(LEFT, 72, 18, dim, "the latest %d frames; %s vectors are sent in each",
                 TIMELINE_FRAMES, group_digits((uint32_t)lesson.vectors).text);
    draw_result(LEFT + WIDTH, 76, &lesson.results[frame_last()]);
    draw_columns(TIMELINE_CPU, 156, "on the CPU: until its calls return");
    draw_means(TIMELINE_CPU, 170);
    draw_columns(TIMELINE_GPU, 436, "on the GPU, by its own clock");
    draw_means(TIMELINE_GPU, 450);
}
