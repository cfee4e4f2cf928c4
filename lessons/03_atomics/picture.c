#include "picture.h"

#include "state.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

/* ---- What several parts do ---- */

static const wb_colour INK = {0.93f, 0.94f, 0.96f, 1.0f}, FAINT = {0.62f, 0.66f, 0.73f, 1.0f};

// Pictures are laid out on 1280 x 800 units; the result is the pixels of one.
static float layout_unit(const wb_view *view)
{
    return fminf((float)view->width / 1280.0f, (float)view->height / 800.0f);
}

// Text in units of the layout.
static void WB_PRINTF_LIKE(6, 7) draw_note(const wb_view *view, float x, float y, float size,
                                           wb_colour colour, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    float unit = layout_unit(view);
    wb_draw_text(roundf(x * unit), roundf(y * unit), roundf(size * unit), colour, "%s", text);
}

// Title and one line below it, at the upper left.
static void draw_heading(const wb_view *view, const char *title, const char *line)
{
    draw_note(view, 40.0f, 26.0f, 30.0f, INK, "%s", title);
    draw_note(view, 40.0f, 66.0f, 18.0f, FAINT, "%s", line);
}

// Fills a part of the picture with a program that includes 03_atomics/panel.glsl. In units.
static void draw_panel(const wb_view *view, GLuint program, float x, float y, int width, int height)
{
    float unit = layout_unit(view);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA); // premultiplied, as panel.glsl says
    wb_draw_cells(program, (wb_grid_view){roundf(x * unit), roundf(y * unit), unit}, width, height);
    glDisable(GL_BLEND);
}

// A grid of cells, as large as fits the place, in whole pixels a cell if there is at least one. In
// units.
static wb_grid_view fit_grid(const wb_view *view, int columns, int rows, float x, float y,
                             float width, float height)
{
    float unit = layout_unit(view);
    float scale = fminf(width * unit / (float)columns, height * unit / (float)rows);
    if (scale > 1.0f) scale = floorf(scale);
    return (wb_grid_view){roundf(x * unit), roundf(y * unit), scale};
}

static void draw_grid(const wb_view *view, GLuint program, int columns, int rows, float x, float y,
                      float width, float height)
{
    wb_draw_cells(program, fit_grid(view, columns, rows, x, y, width, height), columns, rows);
}

/* ---- Part histogram ---- */

enum { PLANES = 2, PEAK = 3, CANVAS_PLANE_WORDS = 3, SAMPLE_COUNT = 4 }; // uniform locations

// What is counted: the picture, or the samples in rows of 960.
static void draw_samples(const wb_view *view)
{
    int columns = lesson.picture.width, rows = lesson.picture.height;
    if (lesson.source != FROM_PICTURE) {
        columns = 960;
        rows = (lesson.plane_samples + columns - 1) / columns;
        rows = rows < 1 ? 1 : rows > 640 ? 640 : rows;
    }
    glProgramUniform1ui(lesson.canvas, PLANES, (GLuint)lesson.plane_count);
    glProgramUniform1ui(lesson.canvas, CANVAS_PLANE_WORDS, (GLuint)plane_words());
    glProgramUniform1ui(lesson.canvas, SAMPLE_COUNT, (GLuint)lesson.plane_samples);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IN, lesson.samples.id);
    float scale = fminf(660.0f / (float)columns, 440.0f / (float)rows) * layout_unit(view);
    wb_grid_view grid = {0.5f * ((float)view->width - scale * (float)columns),
                         112.0f * layout_unit(view), scale};
    wb_draw_cells(lesson.canvas, grid, columns, rows);
}

void histogram_draw(const wb_view *view)
{
    draw_samples(view);
    glProgramUniform1ui(lesson.curves, PLANES, (GLuint)lesson.plane_count);
    glProgramUniform1f(lesson.curves, PEAK, (float)lesson.peak);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OUT, lesson.histogram.id);
    draw_panel(view, lesson.curves, 0.0f, 430.0f, 1280, 344);
    draw_heading(view, "Which values, and how many of each?", "");
    draw_note(view, 40.0f, 66.0f, 18.0f, FAINT,
              "%d samples in %d plane%s, 256 bins each, counted with atomicAdd; heights are square "
              "roots.",
              lesson.plane_count * lesson.plane_samples, lesson.plane_count,
              lesson.plane_count > 1 ? "s" : "");
    draw_note(view, 40.0f, 772.0f, 15.0f, FAINT, "0");
    draw_note(view, 1214.0f, 772.0f, 15.0f, FAINT, "255");
    // The next frame clears the histogram that the picture reads.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

/* ---- Part count ---- */

// Uniform locations: of the values, which the part append shows too, and of the gauge.
enum { VALUES_SHOWN = 2, VALUES_LIMIT = 3, VALUES_GROUP = 4 };
enum { GAUGE_EXPECTED = 2 };

enum { VALUES_A_ROW = 512 };

static int rows_of(int count)
{
    return (count + VALUES_A_ROW - 1) / VALUES_A_ROW;
}

bool count_cells(const wb_view *view, wb_cells *cells)
{
    int rows = lesson.count > 0 ? rows_of(lesson.count) : 1;
    wb_grid_view grid = fit_grid(view, VALUES_A_ROW, rows, 128.0f, 112.0f, 1024.0f, 512.0f);
    *cells = (wb_cells){VALUES_A_ROW, rows, grid, "values"};
    return true;
}

void count_draw(const wb_view *view)
{
    wb_cells cells;
    glProgramUniform1ui(lesson.canvas, VALUES_SHOWN, (GLuint)lesson.count);
    glProgramUniform1ui(lesson.canvas, VALUES_LIMIT, value_limit());
    glProgramUniform1ui(lesson.canvas, VALUES_GROUP, (GLuint)lesson.group);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IN, lesson.values.id);
    count_cells(view, &cells);
    wb_draw_cells(lesson.canvas, cells.grid, cells.columns, cells.rows);

    glProgramUniform1ui(lesson.curves, GAUGE_EXPECTED, lesson.kept);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OUT, lesson.total.id);
    draw_panel(view, lesson.curves, 128.0f, 682.0f, 1024, 66);
    draw_heading(view, "How many are lit?", "");
    draw_note(view, 40.0f, 66.0f, 18.0f, FAINT,
              "One invocation a value, %d of them a work group; each lit value adds one.",
              lesson.group);
    static const char *const numbers[] = {"are lit", "were counted", "got lost"};
    for (int i = 0; i < 3; i++)
        draw_note(view, 128.0f + 352.0f * (float)i, 650.0f, 18.0f, FAINT, "%s", numbers[i]);
    // The next frame writes the total that the picture reads: at once, except for count_spread,
    // whose first barrier comes before that.
    if (!traits()->is_spread) glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

/* ---- Part append ---- */

enum { LIST_ROWS = 4, HAS_KINDS = 5 }; // uniform locations

enum { LIST_GAP = 24 }; // rows between the values and the list

static int append_rows(void)
{
    return rows_of(lesson.count) + LIST_GAP + rows_of((int)lesson.kept);
}

bool append_cells(const wb_view *view, wb_cells *cells)
{
    wb_grid_view grid =
        fit_grid(view, VALUES_A_ROW, append_rows(), 128.0f, 100.0f, 1024.0f, 690.0f);
    *cells = (wb_cells){VALUES_A_ROW, rows_of(lesson.count), grid, "values"};
    return true;
}

void append_draw(const wb_view *view)
{
    wb_cells cells;
    glProgramUniform1ui(lesson.canvas, VALUES_SHOWN, (GLuint)lesson.count);
    glProgramUniform1ui(lesson.canvas, VALUES_LIMIT, value_limit());
    glProgramUniform2i(lesson.canvas, LIST_ROWS, rows_of(lesson.count), LIST_GAP);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IN, lesson.values.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OUT, lesson.length.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, LIST, lesson.list.id);
    append_cells(view, &cells);
    glProgramUniform1i(lesson.canvas, HAS_KINDS, traits()->has_kinds);
    wb_draw_cells(lesson.canvas, cells.grid, VALUES_A_ROW, append_rows());
    if (traits()->has_kinds)
        draw_heading(view, "One of each kind",
                     "Above: the values, each kind in a colour. Below: the list of one of each.");
    else
        draw_heading(
            view, "Who is kept, and the list of them",
            "Above: the values that are kept, coloured by where they stand. Below: the list.");
    // The next frame writes the list that the picture reads.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

/* ---- Part cells ---- */

enum { BRIGHTEST = 2 }; // uniform location

void cells_draw(const wb_view *view)
{
    // White is a cell with six times its share of the particles.
    double share = (double)lesson.count / ((double)lesson.cells * lesson.cells);
    float brightest = (float)fmax(6.0 * share, 1.0);
    glProgramUniform1f(lesson.canvas, BRIGHTEST, brightest);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OUT, lesson.counts.id);
    draw_grid(view, lesson.canvas, lesson.cells, lesson.cells, 520.0f, 40.0f, 720.0f, 720.0f);

    draw_heading(view, "Particles per cell", "");
    draw_note(view, 40.0f, 80.0f, 18.0f, FAINT, "%d particles drift through", lesson.count);
    draw_note(view, 40.0f, 104.0f, 18.0f, FAINT, "a box of %d x %d cells.", lesson.cells,
              lesson.cells);
    draw_note(view, 40.0f, 144.0f, 18.0f, FAINT, "In each frame, every particle adds one");
    draw_note(view, 40.0f, 168.0f, 18.0f, FAINT, "to the counter of its cell. What was in");
    draw_note(view, 40.0f, 192.0f, 18.0f, FAINT, "the counter before is its place there.");
    draw_panel(view, lesson.curves, 40.0f, 712.0f, 400, 20);
    draw_note(view, 40.0f, 738.0f, 15.0f, FAINT, "0");
    draw_note(view, 396.0f, 738.0f, 15.0f, FAINT, "%5.0f", (double)brightest);
    // The next frame clears the counts that the picture reads.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

/* ---- Part sum ---- */

enum { OLDEST = 2, FILLED, IS_FLOAT, EXACT, STEPS, STEP_SIZE, RANGE, BITS }; // uniform locations
enum { USUAL_COUNT = 1 << 17 };

// The exact sum as the fragment shader needs it, which has no doubles.
static void set_exact(void)
{
    double steps = ldexp(lesson.exact, fraction_bits()), whole = floor(steps);
    uint64_t word = (uint64_t)whole;
    float high = (float)lesson.exact;
    glProgramUniform2f(lesson.canvas, EXACT, high, (float)(lesson.exact - high));
    glProgramUniform2ui(lesson.canvas, STEPS, (GLuint)word, (GLuint)(word >> 32));
    glProgramUniform2f(lesson.canvas, STEP_SIZE, ldexpf(1.0f, -fraction_bits()),
                       (float)(steps - whole));
}

void sum_draw(const wb_view *view)
{
    // The more reals there are, the more often a float sum is rounded.
    double more = lesson.count > USUAL_COUNT ? (double)lesson.count / USUAL_COUNT : 1.0;
    float range = (float)(more * ldexp(lesson.exact, -19));
    int oldest = wb_frame() < HISTORY ? 0 : (int)(wb_frame() % HISTORY);
    set_exact();
    glProgramUniform1i(lesson.canvas, OLDEST, oldest);
    glProgramUniform1i(lesson.canvas, FILLED, rows_filled());
    glProgramUniform1i(lesson.canvas, IS_FLOAT, traits()->is_float);
    glProgramUniform1f(lesson.canvas, RANGE, range);
    glProgramUniform1i(lesson.canvas, BITS, fraction_bits());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OUT, lesson.sums.id);
    draw_panel(view, lesson.canvas, 150.0f, 120.0f, 1090, 600);
    draw_heading(view, "The same sum, again and again",
                 "64 dispatches over the same reals; each dot is a result, and how far it is off.");
    draw_note(view, 40.0f, 112.0f, 18.0f, FAINT, "+ %.3f", (double)range);
    draw_note(view, 40.0f, 411.0f, 18.0f, INK, "%.3f", lesson.exact);
    draw_note(view, 40.0f, 706.0f, 18.0f, FAINT, "- %.3f", (double)range);
    draw_note(view, 150.0f, 734.0f, 18.0f, FAINT, "earlier");
    draw_note(view, 1200.0f, 734.0f, 18.0f, FAINT, "now");
    draw_note(view, 430.0f, 734.0f, 18.0f, FAINT,
              "yellow: how far off; red: further than the picture reaches");
    if (wb_current_variant()->kind == WB_BROKEN) // the number itself comes from the buffer
        draw_note(view, 170.0f, 140.0f, 18.0f, INK, "the last result, whole units of it:");
    // The next frame writes a row of the sums that the picture reads.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

/* ---- Part operations ---- */

enum { TABLE_GROUPS = 2, TABLE_CELL = 3 }; // uniform locations

void operations_draw(const wb_view *view)
{
    static const char *const names[RESULTS] = {
        "joined", "waiting",  "last", "least", "fallen", "most",     "risen",
        "seen",   "distinct", "left", "taken", "lamps",  "switched", "winners"};
    static const struct {
        const char *name;
        int column;
        const char *tells;
    } operations[] = {
        {"Add", 0, "a ticket: how many have come before"},
        {"Add -1", 1, "whether you are the last"},
        {"Min", 3, "whether you have set a record, and by how much the least has fallen"},
        {"Max", 5, "the same for the most, which has risen"},
        {"Or", 7, "whether you are the first who has this bit: then you count it as distinct"},
        {"And", 9, "whether you have taken the bit away"},
        {"Xor", 11, "whether you have switched the lamp on, or off"},
        {"CompSwap", 13, "whether you are the one who has found it free"}};
    const float left = 26.0f, top = 150.0f, width = 88.0f, height = 50.0f;
    enum { ROWS = 5 };
    draw_heading(view, "Eight operations, and what their old values are good for",
                 "A row for each of the first work groups, a column for each variable that is the "
                 "same in every run.");
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        draw_note(view, left + width * (float)operations[i].column + 5.0f, 96.0f, 18.0f, INK, "%s",
                  operations[i].name);
        float y = top + ROWS * height + 44.0f + 32.0f * (float)i;
        draw_note(view, 40.0f, y, 18.0f, INK, "%s", operations[i].name);
        draw_note(view, 160.0f, y, 18.0f, FAINT, "%s", operations[i].tells);
    }
    draw_note(view, 40.0f, top + ROWS * height + 12.0f, 15.0f, FAINT,
              "What the old value tells an invocation:");
    float last = top + ROWS * height + 44.0f + 32.0f * 8.0f;
    draw_note(view, 40.0f, last, 18.0f, INK, "Exchange");
    draw_note(view, 160.0f, last, 18.0f, FAINT,
              "which member comes behind you in a list; its order is another in every run");
    for (int column = 0; column < RESULTS; column++)
        draw_note(view, left + width * (float)column + 5.0f, 122.0f, 15.0f, FAINT, "%s",
                  names[column]);
    glProgramUniform1ui(lesson.canvas, TABLE_GROUPS, (GLuint)group_count());
    glProgramUniform2f(lesson.canvas, TABLE_CELL, width, height);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OUT, lesson.results.id);
    draw_panel(view, lesson.canvas, left, top, (int)width * RESULTS, ROWS * (int)height);
    // The next frame writes the results that the picture reads.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

/* ---- Part contention ---- */

enum { SHOWN_ADDRESSES = 2, SHOWN_STRIDE = 3, HIGHEST = 4 }; // uniform locations

void contention_draw(const wb_view *view)
{
    glProgramUniform1ui(lesson.canvas, SHOWN_ADDRESSES, (GLuint)lesson.addresses);
    draw_grid(view, lesson.canvas, 64, ROUNDS, 64.0f, 136.0f, 1152.0f, 288.0f);

    double share = (double)ROUNDS * lesson.count / lesson.addresses;
    glProgramUniform1ui(lesson.curves, SHOWN_ADDRESSES, (GLuint)lesson.addresses);
    glProgramUniform1ui(lesson.curves, SHOWN_STRIDE, (GLuint)lesson.stride);
    glProgramUniform1f(lesson.curves, HIGHEST, (float)fmax(1.25 * share, 1.0));
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OUT, lesson.counters.id);
    draw_panel(view, lesson.curves, 64.0f, 490.0f, 1152, 220);
    draw_heading(view, "Who wants which counter",
                 "The first 64 invocations, and their 16 additions one below the other; one colour "
                 "is one counter.");
    draw_note(view, 64.0f, 456.0f, 18.0f, FAINT,
              "What the counters hold in the end: %d, %d word%s apart", lesson.addresses,
              lesson.stride, lesson.stride > 1 ? "s" : "");
    draw_note(view, 64.0f, 724.0f, 18.0f, FAINT, "%.1f million additions, %.0f for each counter",
              1e-6 * ROUNDS * lesson.count, share);
    // The next frame clears the counters that the picture reads.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}
