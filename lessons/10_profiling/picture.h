/* The pictures, and the words in the title bar. */
#ifndef PROFILING_PICTURE_H
#define PROFILING_PICTURE_H

#include "lesson/lesson.h"

/* wb_part's draw() and status(). */
void experiment_draw(const wb_view *view);
void sweep_draw(const wb_view *view);
void small_print_draw(const wb_view *view);
void frame_draw(const wb_view *view);
void advance_draw(const wb_view *view);
void experiment_status(char *text, size_t size);

/* What the pictures share. */
static const wb_colour white = {0.92f, 0.93f, 0.95f, 1}, dim = {0.60f, 0.62f, 0.68f, 1},
                       faint = {0.17f, 0.18f, 0.22f, 1}, blue = {0.30f, 0.55f, 0.90f, 1},
                       dark_blue = {0.17f, 0.32f, 0.54f, 1}, violet = {0.70f, 0.50f, 0.90f, 1},
                       amber = {1.00f, 0.76f, 0.28f, 1}, green = {0.36f, 0.80f, 0.55f, 1},
                       red = {0.90f, 0.36f, 0.34f, 1}, ground = {0.10f, 0.11f, 0.14f, 1};

/* A number with a comma before each three digits. */
typedef struct grouped {
    char text[16];
} grouped;
grouped group_digits(uint32_t number);

/* What a run has computed, or at least its first word, small and up to `right`: if a result is
 * never read, the kernel need not compute it. */
void draw_result(float right, float y, const wb_buffer *result);

/* The clocks' names and colours. */
const char *clock_name(int clock);
wb_colour clock_colour(int clock);

#endif
