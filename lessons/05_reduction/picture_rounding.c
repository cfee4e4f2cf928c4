#include "picture.h"

#include "oracle.h"
#include "state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    wb_colour colour;
} ways[ROUNDING_WAYS] = {
    [PLAIN] = {"one after the other", {0.93f, 0.36f, 0.33f, 1.0f}},
    [KAHAN] = {"with Kahan's correction", {0.36f, 0.83f, 0.55f, 1.0f}},
    [DOUBLE] = {"in double", {0.55f, 0.57f, 0.62f, 1.0f}},
    [TREE] = {"as a tree", {1.00f, 0.78f, 0.30f, 1.0f}},
};

static const wb_colour grid_colour = {0.16f, 0.18f, 0.22f, 1.0f};
static const wb_colour text_colour = {0.66f, 0.68f, 0.72f, 1.0f};

enum { HIGHEST = -3, LOWEST = -19 }; // powers of ten of the errors shown; the lowest stands for 0

// The plot's place in the picture, in pixels.
typedef struct area {
    float x, y, width, height;
    int levels;
} area;

static float plot_x(const area *plot, int level)
{
    return plot->x + plot->width * (float)level / (float)plot->levels;
}

static float plot_y(const area *plot, double error)
{
    double power = error > 0.0 ? log10(error) : LOWEST;
    double share = (HIGHEST - fmin(fmax(power, LOWEST), HIGHEST)) / (HIGHEST - LOWEST);
    return plot->y + plot->height * (float)share;
}

// Only if the sums are others than those that were drawn last: it takes a while.
static void measure_errors(void)
{
    double(*sums)[ROUNDING_WAYS] = malloc((size_t)lesson.sums.size_bytes);
    float *tree = malloc((size_t)lesson.tree.size_bytes);
    if (sums != NULL && tree != NULL) {
        wb_buffer_read(&lesson.sums, sums);
        if (memcmp(sums, lesson.shown, (size_t)lesson.sums.size_bytes) != 0) {
            wb_buffer_read(&lesson.tree, tree);
            memcpy(lesson.shown, sums, (size_t)lesson.sums.size_bytes);
            for (int k = 0; k < lesson.terms; k++)
                oracle_relative_errors(tree + terms(), (size_t)2 << k, sums[k], lesson.errors[k]);
        }
    }
    free(sums);
    free(tree);
}

static void draw_axes(const area *plot)
{
    for (int power = HIGHEST; power >= LOWEST; power -= 2) {
        float y = plot_y(plot, pow(10.0, power));
        wb_draw_line(plot->x, y, plot->x + plot->width, y, 1, grid_colour);
        if (power == LOWEST)
            wb_draw_text(plot->x - 60, y - 9, 17, text_colour, "exact");
        else
            wb_draw_text(plot->x - 60, y - 9, 17, text_colour, "1e%d", power);
    }
    for (int level = 2; level <= plot->levels; level += 2) {
        float x = plot_x(plot, level);
        wb_draw_line(x, plot->y, x, plot->y + plot->height, 1, grid_colour);
        wb_draw_text(x - 12, plot->y + plot->height + 10, 17, text_colour, "2^%d", level);
    }
    float y = plot_y(plot, 0x1p-24); // half a unit in the last place
    wb_draw_line(plot->x, y, plot->x + plot->width, y, 1, (wb_colour){0.35f, 0.45f, 0.62f, 1.0f});
    wb_draw_text(plot->x + 8, y - 22, 15, (wb_colour){0.50f, 0.60f, 0.78f, 1.0f},
                 "2^-24: what rounding once may cost a float");
}

static void draw_traits(const area *plot, int way)
{
    for (int k = 0; k < lesson.terms; k++) {
        float x = plot_x(plot, k + 1), y = plot_y(plot, lesson.errors[k][way]);
        if (k > 0)
            wb_draw_line(plot_x(plot, k), plot_y(plot, lesson.errors[k - 1][way]), x, y, 2.5f,
                         ways[way].colour);
        wb_draw_rectangle(x - 3, y - 3, 6, 6, ways[way].colour);
    }
}

enum { ROW = 18 }; // from one name to the next

// From y downwards, the first that is a row away from those that are taken.
static int free_place(const int *taken, int count, int y)
{
    for (int i = 0; i < count; i++)
        if (abs(taken[i] - y) < ROW) return free_place(taken, count, taken[i] + ROW);
    return y;
}

// At the ends of the lines, one below the other where these meet.
static void draw_names(const area *plot)
{
    int places[ROUNDING_WAYS];
    for (int way = 0; way < ROUNDING_WAYS; way++) {
        float y = plot_y(plot, lesson.errors[lesson.terms - 1][way]);
        places[way] = free_place(places, way, (int)roundf(y));
        wb_draw_text(plot->x + plot->width + 14, (float)places[way] - 10, ROW, ways[way].colour,
                     "%s", ways[way].name);
    }
}

void rounding_draw(const wb_view *view)
{
    area plot = {110, 110, (float)view->width - 390, (float)view->height - 190, lesson.terms};
    if (wb_frame() > 0) measure_errors();
    wb_draw_text(40, 28, 28, (wb_colour){0.92f, 0.93f, 0.95f, 1},
                 "How far the sum of n float32 numbers is off, relative to the sum");
    draw_axes(&plot);
    wb_draw_text(plot.x - 60, plot.y + plot.height + 10, 17, text_colour, "n");
    if (wb_frame() == 0) return;
    for (int way = 0; way < ROUNDING_WAYS; way++) draw_traits(&plot, way);
    draw_names(&plot);
}
