// The sweep: what three clocks say of ever more work, and the machine's roof as its points draw it.
#include "picture.h"

#include "oracle.h"
#include "state.h"

#include <math.h>

// A plot whose axes are powers of ten, in pixels of the picture.
typedef struct plot {
    float x, y, width, height;
    int left, right, bottom, top; // powers of ten
} plot;

static float plot_x(const plot *p, double value)
{
    return p->x + p->width * (float)((log10(value) - p->left) / (p->right - p->left));
}

static float plot_y(const plot *p, double value)
{
    double share = (p->top - log10(value)) / (p->top - p->bottom);
    return p->y + p->height * (float)fmin(fmax(share, 0.0), 1.0);
}

static void draw_axes(const plot *p, const char *across, const char *up)
{
    for (int power = p->left; power <= p->right; power++) {
        float x = plot_x(p, pow(10.0, power));
        wb_draw_line(x, p->y, x, p->y + p->height, 1, faint);
        wb_draw_text(x - 10, p->y + p->height + 8, 16, dim, "%g", pow(10.0, power));
    }
    for (int power = p->bottom; power <= p->top; power++) {
        float y = plot_y(p, pow(10.0, power));
        wb_draw_line(p->x, y, p->x + p->width, y, 1, faint);
        wb_draw_text(p->x - 76, y - 9, 16, dim, "%.*f", power < 0 ? -power : 0, pow(10.0, power));
    }
    wb_draw_text(p->x, p->y + p->height + 34, 18, white, "%s", across);
    wb_draw_text(p->x - 76, p->y - 40, 18, white, "%s", up);
}

/* ---- Three clocks ---- */

// Points from run to run, joined. The parameters' own run is drawn apart.
static void draw_clock(const plot *p, int clock, float y)
{
    wb_colour colour = clock_colour(clock);
    float before_x = 0, before_y = 0;
    bool joins = false;
    for (int run = 0; run < OWN; run++) {
        double time_ms = (double)time_of(run, clock);
        if (time_ms <= 0.0) continue;
        float x = plot_x(p, 1e-6 * operations_of(run)), at = plot_y(p, time_ms);
        if (joins) wb_draw_line(before_x, before_y, x, at, 2, colour);
        wb_draw_rectangle(x - 4, at - 4, 8, 8, colour);
        before_x = x, before_y = at, joins = true;
    }
    wb_draw_rectangle(p->x + p->width + 24, y + 4, 12, 12, colour);
    wb_draw_text(p->x + p->width + 44, y, 18, white, "%s", clock_name(clock));
}

// The decades that the times lie in.
static void find_decades(plot *p)
{
    double least = INFINITY, most = 0.0;
    for (int run = 0; run < OWN; run++)
        for (int clock = 0; clock < CLOCKS; clock++) {
            double time_ms = (double)time_of(run, clock);
            if (time_ms > 0.0) least = fmin(least, time_ms);
            most = fmax(most, time_ms);
        }
    p->bottom = most > 0.0 ? (int)floor(log10(least)) : -3;
    p->top = most > 0.0 ? (int)ceil(log10(most)) : 2;
}

static void draw_clocks(void)
{
    double least = 1e-6 * operations_of(0), most = 1e-6 * operations_of(OWN - 1);
    plot p = {130, 150, 820, 540, (int)floor(log10(least)), (int)ceil(log10(most)), 0, 0};
    find_decades(&p);
    wb_draw_text(54, 30, 28, white, "Three clocks around the same dispatches");
    draw_axes(&p, "millions of multiply-adds in the dispatch", "milliseconds");
    for (int clock = 0; clock < CLOCKS; clock++) draw_clock(&p, clock, 170 + 34 * (float)clock);
}

/* ---- The roofline ---- */

static double best(double (*amount_of)(int))
{
    double most = 0.0;
    for (int run = 0; run < SWEEP_RUNS; run++) {
        double time_s = 1e-3 * (double)time_of(run, trusted_clock());
        if (time_s > 0.0) most = fmax(most, 1e-9 * amount_of(run) / time_s);
    }
    return most;
}

// The most of both that any run has reached: no data sheet is asked.
static void draw_roof(const plot *p, double bytes, double operations)
{
    double ridge = operations / bytes, high = pow(10.0, p->right);
    double low = fmax(pow(10.0, p->left), pow(10.0, p->bottom) / bytes);
    wb_draw_line(plot_x(p, low), plot_y(p, bytes * low), plot_x(p, ridge), plot_y(p, operations), 3,
                 blue);
    wb_draw_line(plot_x(p, ridge), plot_y(p, operations), plot_x(p, high), plot_y(p, operations), 3,
                 violet);
    wb_draw_text(p->x + p->width + 24, 170, 18, blue, "memory: %.0f GB/s", bytes);
    wb_draw_text(p->x + p->width + 24, 204, 18, violet, "arithmetic: %.0f billion/s", operations);
    wb_draw_text(p->x + p->width + 24, 238, 18, dim, "they meet at %.2g a byte", ridge);
}

static void draw_roofline(void)
{
    double bytes = best(bytes_of), operations = best(operations_of);
    int top = operations > 0.0 ? (int)ceil(log10(operations)) : 4;
    plot p = {130, 150, 780, 540, -1, 2, top - 3, top};
    wb_draw_text(54, 30, 28, white, "Which roof is the nearer one?");
    draw_axes(&p, "multiply-adds for each byte that is moved",
              "billions of multiply-adds a second");
    if (bytes > 0.0) draw_roof(&p, bytes, operations);
    for (int run = 0; run < SWEEP_RUNS; run++) {
        double time_s = 1e-3 * (double)time_of(run, trusted_clock());
        double intensity = operations_of(run) / bytes_of(run);
        float x = plot_x(&p, intensity), size = run == OWN ? 7 : 4;
        wb_colour colour = run == OWN ? amber : white;
        float y = p.y + p.height; // on the axis, as long as only the work is known
        if (time_s > 0.0) y = plot_y(&p, 1e-9 * operations_of(run) / time_s);
        wb_draw_rectangle(x - size, y - size, 2 * size, 2 * size, colour);
    }
    wb_draw_text(p.x + p.width + 24, 290, 18, amber, "yours: arithmetic=%d, reads=%d",
                 lesson.arithmetic, lesson.reads);
}

void sweep_draw(const wb_view *view)
{
    (void)view;
    wb_draw_text(54, 72, 18, dim, "%s elements of 16 bytes, a read and 1 to 256 multiply-adds each",
                 group_digits((uint32_t)lesson.vectors).text);
    draw_result(1180, 764, &lesson.results[OWN]);
    if (lesson.measure == NO_CLOCK && time_of(OWN, trusted_clock()) == 0.0f)
        wb_draw_text(700, 72, 18, amber, "%s", verdict());
    if (traits()->draws_roofline)
        draw_roofline();
    else
        draw_clocks();
}
