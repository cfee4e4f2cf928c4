#include "picture.h"

#include "state.h"
#include "steps.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Text and frames ---- */

static const wb_colour white = {0.94f, 0.95f, 0.97f, 1.0f}, dim = {0.60f, 0.63f, 0.70f, 1.0f},
                       amber = {1.0f, 0.78f, 0.34f, 1.0f}, red = {1.0f, 0.42f, 0.38f, 1.0f},
                       dark = {0.04f, 0.045f, 0.06f, 1.0f}, faint = {1.0f, 1.0f, 1.0f, 0.5f},
                       backing = {0.085f, 0.092f, 0.115f, 0.94f},
                       back = {0.055f, 0.06f, 0.075f, 0.94f};

// In pixels: sizes of text, where things stand, and what is too small for text.
enum { TITLE = 26, TEXT = 17, SMALL = 14, NUMBER = 20, LEFT = 40 };
enum { FOOT_HEIGHT = 150, SMALLEST_WIDTH = 900, SMALLEST_HEIGHT = 600 };

static bool has_room(const wb_view *view)
{
    return view->width >= SMALLEST_WIDTH && view->height >= SMALLEST_HEIGHT;
}

// 50048 as "50,048". Returns `text`.
static const char *with_commas(int64_t number, char text[32])
{
    char digits[32];
    int length = snprintf(digits, sizeof digits, "%lld", (long long)number), out = 0;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0) text[out++] = ',';
        text[out++] = digits[i];
    }
    text[out] = '\0';
    return text;
}

// "16 x 8 x 4", or only as many factors as matter. Returns `text`.
static const char *factors(const int number[3], int axes, char text[128])
{
    char a[32], b[32], c[32];
    if (axes == 1)
        snprintf(text, 128, "%s", with_commas(number[0], a));
    else
        snprintf(text, 128, "%s × %s × %s", with_commas(number[0], a), with_commas(number[1], b),
                 with_commas(number[2], c));
    return text;
}

static void centred(float x, float y, float size, wb_colour colour, const char *text)
{
    wb_draw_text(x - wb_draw_text_width(size, text) / 2, y, size, colour, "%s", text);
}

static void frame(float x, float y, float width, float height, float thick, wb_colour colour)
{
    float right = x + width, bottom = y + height;
    wb_draw_line(x, y, right, y, thick, colour);
    wb_draw_line(x, bottom, right, bottom, thick, colour);
    wb_draw_line(x, y, x, bottom, thick, colour);
    wb_draw_line(right, y, right, bottom, thick, colour);
}

static void header(const wb_view *view, const char *title, const char *text)
{
    wb_draw_rectangle(0, 0, (float)view->width, 84, back);
    wb_draw_text(LEFT, 14, TITLE, white, "%s", title);
    wb_draw_text(LEFT, 52, TEXT, dim, "%s", text);
}

/* ---- Layout: what is written over it ---- */

static const dispatch_plan *const plan = &lesson.layout.plan;
static const cell_map *const map = &lesson.layout.map;

static int count_axes(void)
{
    return map->is_list ? 1 : 3;
}

// Whether such a group did not run at all.
static bool is_missing(int group_x)
{
    return lesson.layout.refused || group_x >= plan->groups[0];
}

// What a broken variant has done, in a line; NULL for the others. Returns `text`.
static const char *what_is_wrong(char *text, size_t size)
{
    const layout_traits *traits = wb_current_variant()->data;
    int elements = plan->size[0], local = plan->local[0];
    int needed = (int)wb_groups_for(elements, local);
    switch (traits->pitfall) {
    case GROUP_EACH:
        snprintf(text, size, "%d work groups would do; %d have nothing to do at all", needed,
                 elements - needed);
        return text;
    case ROUNDED_DOWN:
        snprintf(text, size, "%d elements have no invocation, and keep what they held",
                 elements % local);
        return text;
    case NO_GUARD:
        snprintf(text, size, "%d idle invocations have written too, behind the end of the list",
                 needed * local - elements);
        return text;
    case TOO_MANY_GROUPS:
        snprintf(text, size,
                 "GL_INVALID_VALUE: this device takes at most %d groups in y. Nothing ran.",
                 lesson.limits.groups[1]);
        return text;
    default: return NULL;
    }
}

static void draw_layout_header(const wb_view *view)
{
    int axes = count_axes();
    char a[128], b[128], c[128], title[512], text[512];
    int64_t groups = plan_product(plan->groups);
    snprintf(title, sizeof title, "%s element%s, %s work group%s of %s invocations",
             factors(plan->size, axes, a), plan_product(plan->size) == 1 ? "" : "s",
             factors(plan->groups, plan->groups[1] > 1 ? 3 : axes, b), groups == 1 ? "" : "s",
             factors(plan->local, axes, c));
    int64_t all = plan_invocations(plan), elements = plan_product(plan->size);
    int64_t idle = all > elements ? all - elements : 0;
    snprintf(text, sizeof text,
             "glDispatchCompute(%d, %d, %d) starts %s invocations: %s with an element, %s idle",
             plan->groups[0], plan->groups[1], plan->groups[2], with_commas(all, a),
             with_commas(all - idle, b), with_commas(idle, c));
    if (plan->by_group) // the task, where idle ones have a number too
        snprintf(text + strlen(text), sizeof text - strlen(text), "; all of them are numbered");
    if (lesson.layout.refused)
        snprintf(text, sizeof text, "glDispatchCompute(%d, %d, %d) is refused", plan->groups[0],
                 plan->groups[1], plan->groups[2]);
    header(view, title, text);
    const char *wrong = what_is_wrong(text, sizeof text);
    if (wrong != NULL) wb_draw_text(LEFT, 78, TEXT, red, "%s", wrong);
}

static void legend(const wb_view *view)
{
    static const struct {
        wb_colour colour;
        const char *text;
    } chips[] = {{{0.30f, 0.62f, 0.95f, 1.0f}, "a hue: a work group; brighter: a higher local id"},
                 {{0.17f, 0.175f, 0.195f, 1.0f}, "idle"},
                 {{0.26f, 0.07f, 0.08f, 1.0f}, "never written"},
                 {{0.95f, 0.22f, 0.20f, 1.0f}, "written behind the end"}};
    float x = LEFT, y = (float)view->height - FOOT_HEIGHT - 26;
    wb_draw_rectangle(0, y - 6, (float)view->width, 32, back);
    for (size_t i = 0; i < sizeof chips / sizeof *chips; i++) {
        wb_draw_rectangle(x, y + 3, 14, 14, chips[i].colour);
        x += 22 + wb_draw_text(x + 22, y + 2, SMALL, dim, "%s", chips[i].text) + 28;
    }
}

// The name of each tile, above it, where it fits.
static void name_tiles(const wb_view *view)
{
    float scale = view->grid.scale;
    if ((float)map->gap * scale < SMALL + 2 || map->tiles > 512) return;
    for (int tile = 0; tile < map->tiles; tile++) {
        int column, row, first = tile * plan->local[0], next = first + plan->local[0];
        map_tile(map, tile, &column, &row);
        float x = view->grid.x + (float)column * scale;
        float above = fminf(20, ((float)map->gap * scale + SMALL) / 2); // in the gap, not over it
        float y = view->grid.y + (float)row * scale - above;
        char text[128];
        snprintf(text, sizeof text, "slice z = %d", tile);
        if (map->is_list && !is_missing(tile))
            snprintf(text, sizeof text, "work group %d: invocations %d to %d", tile, first,
                     next - 1);
        else if (map->is_list)
            snprintf(text, sizeof text, "no work group for elements %d to %d", first,
                     (next < plan->size[0] ? next : plan->size[0]) - 1);
        bool fits = wb_draw_text_width(SMALL, text) <= (float)map->tile_width * scale;
        if (fits) wb_draw_text(x, y, SMALL, dim, "%s", text);
    }
}

// The number of each element in its cell, if the cells are large enough to read it.
static void number_cells(const wb_view *view)
{
    float scale = view->grid.scale;
    if (scale < 22) return;
    float size = scale < 26 ? 10 : scale < 34 ? 12 : scale < 60 ? 15 : 20;
    int left = (int)(-view->grid.x / scale), top = (int)(-view->grid.y / scale);
    int columns = (int)((float)view->width / scale) + 2,
        rows = (int)((float)view->height / scale) + 2;
    for (int row = top > 0 ? top : 0; row < top + rows; row++) {
        for (int column = left > 0 ? left : 0; column < left + columns; column++) {
            invocation one;
            if (!map_at(map, plan, column, row, &one)) continue;
            bool idle = one.element == PLAN_IDLE;
            char text[32];
            snprintf(text, sizeof text, "%lld",
                     (long long)(map->is_list ? one.global[0] : one.element));
            if (idle && !map->is_list) snprintf(text, sizeof text, "-");
            float x = view->grid.x + ((float)column + 0.5f) * scale;
            float y = view->grid.y + ((float)row + 0.5f) * scale - size * 0.62f;
            bool is_lost = is_missing(one.group[0]);
            bool is_dark = plan_local_index(plan, one.local) * 5 < 2 * plan_product(plan->local);
            if (wb_draw_text_width(size, text) >= scale) continue;
            // Yours may not have been written, which is dark, whatever its number.
            if (plan->by_group) centred(x + 1, y + 1, size, dark, text);
            bool is_light = is_dark || plan->by_group;
            centred(x, y, size, is_lost ? red : idle ? faint : is_light ? white : dark, text);
        }
    }
}

// The invocation under the mouse, or else the marked one; its cell too. False if there is none.
static bool find_marked(const wb_view *view, invocation *one, int *column, int *row)
{
    *column = (int)((view->mouse_x - view->grid.x) / view->grid.scale);
    *row = (int)((view->mouse_y - view->grid.y) / view->grid.scale);
    if (view->mouse_x >= 0 && map_at(map, plan, *column, *row, one)) return true;
    for (*row = 0; *row < map->rows; ++*row)
        for (*column = 0; *column < map->columns; ++*column)
            if (map_at(map, plan, *column, *row, one) && one->element == lesson.layout.marked)
                return true;
    return false;
}

// group x size + local = global, each number below its name, an axis a line.
static void draw_sum(const invocation *one, float y)
{
    static const char *const names[] = {"gl_WorkGroupID", "gl_WorkGroupSize",
                                        "gl_LocalInvocationID", "gl_GlobalInvocationID"};
    static const float places[] = {130, 290, 455, 640};
    static const char *const signs[] = {"×", "+", "="};
    for (int i = 0; i < 4; i++) centred(places[i], y, SMALL, dim, names[i]);
    for (int axis = 0; axis < count_axes(); axis++) {
        float line = y + 20 + 22 * (float)axis;
        int numbers[] = {one->group[axis], plan->local[axis], one->local[axis], one->global[axis]};
        wb_draw_text(LEFT, line, NUMBER, dim, "%c", "xyz"[axis]);
        for (int i = 0; i < 4; i++) {
            char text[32];
            snprintf(text, sizeof text, "%d", numbers[i]);
            centred(places[i], line, NUMBER, i < 3 ? white : amber, text);
            if (i > 0) centred((places[i - 1] + places[i]) / 2, line, NUMBER, dim, signs[i - 1]);
        }
    }
}

static void explain(const wb_view *view)
{
    invocation one;
    int column, row;
    if (!find_marked(view, &one, &column, &row)) return;
    float scale = view->grid.scale, y = (float)view->height - FOOT_HEIGHT;
    frame(view->grid.x + (float)column * scale, view->grid.y + (float)row * scale, scale, scale,
          scale < 12 ? 2 : 3, white);
    draw_sum(&one, y + 14);
    float last = y + 14 + 26 + 22 * (float)count_axes();
    char a[32], b[32];
    const int *at = one.global, *size = plan->size;
    if (is_missing(one.group[0]))
        wb_draw_text(LEFT, last, TEXT, red,
                     "there is no such invocation: element %s is never written",
                     with_commas(one.element, a));
    else if (one.element == PLAN_IDLE && map->is_list)
        wb_draw_text(LEFT, last, TEXT, dim,
                     "%s is not below %s: there is no such element, it is idle",
                     with_commas(at[0], a), with_commas(size[0], b));
    else if (one.element == PLAN_IDLE)
        wb_draw_text(LEFT, last, TEXT, dim, "outside of %d × %d × %d: it is idle", size[0], size[1],
                     size[2]);
    else if (map->is_list)
        wb_draw_text(LEFT, last, TEXT, amber, "so it writes element %s",
                     with_commas(one.element, a));
    else if (!plan->by_group)
        wb_draw_text(LEFT, last, TEXT, amber, "(%d × %d + %d) × %d + %d = element %s", at[2],
                     size[1], at[1], size[0], at[0], with_commas(one.element, a));
}

// What every device takes at least. What this one takes is for ./wb doctor: a picture has to be the
// same everywhere.
static void draw_limits(const wb_view *view)
{
    static const int groups = 65535, local[3] = {1024, 1024, 64}, invocations = 1024;
    static const float columns[] = {1060, 1150, 1222};
    float x = 830, y = (float)view->height - FOOT_HEIGHT + 14;
    wb_draw_text(x, y, SMALL, dim, "OpenGL 4.3 grants at least");
    for (int axis = 0; axis < 3; axis++)
        centred(columns[axis], y, SMALL, dim, (char[]){"xyz"[axis], '\0'});
    wb_draw_text(x, y + 24, TEXT, white, "groups a dispatch");
    wb_draw_text(x, y + 50, TEXT, white, "invocations a group");
    for (int axis = 0; axis < 3; axis++) {
        char text[32];
        centred(columns[axis], y + 26, SMALL, white, with_commas(groups, text));
        centred(columns[axis], y + 52, SMALL, white, with_commas(local[axis], text));
    }
    char text[32];
    wb_draw_text(x, y + 78, TEXT, white, "and in all");
    centred(columns[0], y + 80, SMALL, white, with_commas(invocations, text));
}

/* ---- Layout: the picture ---- */

enum { GROUPS = 2, ELEMENTS = 3 }; // uniform locations

void layout_draw(const wb_view *view)
{
    glUseProgram(lesson.picture);
    glUniform3ui(GROUPS, (GLuint)plan->groups[0], (GLuint)plan->groups[1], (GLuint)plan->groups[2]);
    glUniform1i(ELEMENTS, (GLint)plan_elements(plan));
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IDS, lesson.layout.ids.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, PLACES, lesson.layout.places);
    wb_draw_cells(lesson.picture, view->grid, lesson.columns, lesson.rows);
    // The next step overwrites the ids that this picture reads.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    name_tiles(view);
    number_cells(view);
    if (!has_room(view)) return;
    draw_layout_header(view);
    legend(view);
    wb_draw_rectangle(0, (float)view->height - FOOT_HEIGHT, (float)view->width, FOOT_HEIGHT,
                      backing);
    explain(view);
    draw_limits(view);
}

void layout_status(char *text, size_t size)
{
    snprintf(text, size, "%lld elements", (long long)plan_elements(plan));
}

bool layout_group_at(const wb_view *view, uint32_t group[3])
{
    invocation one;
    int column = (int)((view->mouse_x - view->grid.x) / view->grid.scale);
    int row = (int)((view->mouse_y - view->grid.y) / view->grid.scale);
    if (!map_at(map, plan, column, row, &one)) return false;
    for (int axis = 0; axis < 3; axis++) group[axis] = (uint32_t)one.group[axis];
    return true;
}

/* ---- Grey: what is written over it ---- */

enum { LINE_BYTES = 128, LINE_PIXELS = LINE_BYTES / 4, MOST_LINES = 64 };
enum { SIDE = 1012 }; // where the column beside the picture begins

// The pixels of one work group, by their place in the buffer.
typedef struct group_pixels {
    int64_t first, stride;
    int count;
    int x, y, width, height; // the rectangle they fill, if they do not run over the end of a row
} group_pixels;

static group_pixels pixels_of_group(int x, int y)
{
    const grey_traits *traits = wb_current_variant()->data;
    int columns = lesson.grey.columns, rows = lesson.grey.rows, local = lesson.local;
    group_pixels g = {.x = x, .y = y, .width = 1, .height = 1, .count = local, .stride = 1};
    int along = traits->order == BY_COLUMN ? y : x,
        length = traits->order == BY_COLUMN ? rows : columns;
    int begin = along / local * local;
    int count = length - begin < local ? length - begin : local;
    if (traits->order == IN_LIST) {
        int64_t span = (int64_t)local * grey_pixels_each(), all = (int64_t)columns * rows;
        g.first = ((int64_t)y * columns + x) / span * span;
        g.count = (int)(all - g.first < span ? all - g.first : span);
        return g;
    }
    g.count = count;
    if (traits->order == BY_COLUMN) {
        g.y = begin;
        g.height = count;
        g.stride = columns;
    } else {
        g.x = begin;
        g.width = count;
    }
    g.first = (int64_t)g.y * columns + g.x;
    return g;
}

// A frame around pixels of the picture, never too thin to be seen.
static void frame_pixels(const wb_view *view, int x, int y, int width, int height)
{
    float scale = view->grid.scale;
    float left = view->grid.x + (float)(lesson.grey.place_x + x) * scale;
    float top = view->grid.y + (float)(lesson.grey.place_y + y) * scale;
    wb_draw_rectangle(left - 2, top - 2, (float)width * scale + 4, (float)height * scale + 4, dark);
    wb_draw_rectangle(left - 1, top - 1, (float)width * scale + 2, (float)height * scale + 2,
                      amber);
}

static void frame_group(const wb_view *view, const group_pixels *g)
{
    const grey_traits *traits = wb_current_variant()->data;
    int columns = lesson.grey.columns;
    if (traits->order != IN_LIST) {
        frame_pixels(view, g->x, g->y, g->width, g->height);
        return;
    }
    int64_t at = g->first, end = g->first + g->count;
    while (at < end) { // the rest of a row, whole rows, the beginning of a row
        int x = (int)(at % columns), y = (int)(at / columns), rows = 1;
        int width = end - at < columns - x ? (int)(end - at) : columns - x;
        if (width == columns) rows = (int)((end - at) / columns);
        frame_pixels(view, x, y, width, rows);
        at += (int64_t)width * rows;
    }
}

// Draws the lines of memory that the group touches, and in them the pixels that it wants. Returns
// how many lines these are.
static int draw_lines(const group_pixels *g)
{
    const float left = SIDE, top = 268, line_width = 108, line_height = 11;
    const wb_colour line = {0.2f, 0.21f, 0.25f, 1.0f};
    int lines = 0;
    int64_t last = -1;
    for (int i = 0; i < g->count; i++) {
        int64_t pixel = g->first + i * g->stride;
        bool is_new = pixel / LINE_PIXELS != last;
        last = pixel / LINE_PIXELS;
        lines += is_new;
        if (lines > MOST_LINES) continue; // counted, not drawn
        float x = left + (float)((lines - 1) % 2) * (line_width + 20);
        float y = top + (float)((lines - 1) / 2) * (line_height + 4);
        if (is_new) wb_draw_rectangle(x, y, line_width, line_height, line);
        float step = line_width / LINE_PIXELS;
        wb_draw_rectangle(x + step * (float)(pixel % LINE_PIXELS), y, step - 0.6f, line_height,
                          amber);
    }
    return lines;
}

static void explain_group(const group_pixels *g)
{
    const grey_traits *traits = wb_current_variant()->data;
    char a[32], b[32];
    if (traits->texture) {
        wb_draw_text(SIDE, 100, TEXT, amber, "a work group");
        wb_draw_text(SIDE, 128, TEXT, white, "%d invocations", lesson.local);
        wb_draw_text(SIDE, 152, TEXT, white, "want %s texel%s.", with_commas(g->count, a),
                     g->count == 1 ? "" : "s");
        wb_draw_text(SIDE, 188, SMALL, dim, "Where a texel lies in memory,");
        wb_draw_text(SIDE, 208, SMALL, dim, "only the driver knows.");
        return;
    }
    int lines = draw_lines(g);
    wb_draw_text(SIDE, 100, TEXT, amber, "a work group");
    wb_draw_text(SIDE, 128, TEXT, white, "%d invocations", lesson.local);
    wb_draw_text(SIDE, 152, TEXT, white, "want %s pixel%s,", with_commas(g->count, a),
                 g->count == 1 ? "" : "s");
    wb_draw_text(SIDE, 176, TEXT, white, "%s bytes, which lie in",
                 with_commas(4 * (int64_t)g->count, a));
    wb_draw_text(SIDE, 200, TEXT, white, "%s line%s of %d bytes:", with_commas(lines, b),
                 lines == 1 ? "" : "s", LINE_BYTES);
    wb_draw_text(SIDE, 234, SMALL, dim, "%.0f %% of these lines is wanted",
                 100.0 * 4 * g->count / ((double)lines * LINE_BYTES));
    if (lines > MOST_LINES)
        wb_draw_text(SIDE, 752, SMALL, dim, "and %s lines more",
                     with_commas(lines - MOST_LINES, a));
}

// The group of the pixel under the mouse, or else of one in the grey part.
static group_pixels find_group(const wb_view *view)
{
    int x = (int)((view->mouse_x - view->grid.x) / view->grid.scale) - lesson.grey.place_x;
    int y = (int)((view->mouse_y - view->grid.y) / view->grid.scale) - lesson.grey.place_y;
    bool is_over =
        view->mouse_x >= 0 && x >= 0 && y >= 0 && x < lesson.grey.columns && y < lesson.grey.rows;
    return is_over ? pixels_of_group(x, y)
                   : pixels_of_group(lesson.grey.columns * 5 / 8, lesson.grey.rows / 3);
}

static void draw_grey_header(const wb_view *view)
{
    const grey_traits *traits = wb_current_variant()->data;
    wb_extent groups = grey_groups();
    int pixels = grey_pixels_each();
    char a[32], b[32], title[256], text[256];
    snprintf(title, sizeof title, "%s × %s pixels%s, %s", with_commas(lesson.grey.columns, a),
             with_commas(lesson.grey.rows, b), traits->negative ? "" : " to grey", traits->title);
    if (traits->negative) // whatever task.c dispatches
        snprintf(text, sizeof text, "%d invocations a group, 1 pixel an invocation", lesson.local);
    else
        snprintf(text, sizeof text,
                 "glDispatchCompute(%u, %u, 1), %d invocations a group, %d pixel%s an invocation",
                 groups.x, groups.y, lesson.local, pixels, pixels == 1 ? "" : "s");
    header(view, title, text);
}

/* ---- Grey: the picture ---- */

enum { PLACE = 2, SPLIT = 3 }; // uniform locations

void grey_draw(const wb_view *view)
{
    const grey_traits *traits = wb_current_variant()->data;
    glUseProgram(lesson.picture);
    glUniform4i(PLACE, lesson.grey.place_x, lesson.grey.place_y, lesson.grey.columns,
                lesson.grey.rows);
    glUniform1f(SPLIT, lesson.grey.split);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IMAGE, lesson.grey.image.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, GREY, lesson.grey.grey.id);
    wb_draw_cells(lesson.picture, view->grid, lesson.columns, lesson.rows);
    // The next step overwrites the grey pixels that this picture reads: by a shader, or by a copy,
    // for which OpenGL waits by itself.
    if (!traits->texture) glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    group_pixels group = find_group(view);
    frame_group(view, &group);
    if (!has_room(view)) return;
    wb_draw_rectangle(SIDE - 16, 84, (float)view->width, (float)view->height, back);
    explain_group(&group);
    draw_grey_header(view);
}

bool grey_cells(const wb_view *view, wb_cells *cells)
{
    float scale = view->grid.scale;
    wb_grid_view place = {view->grid.x + (float)lesson.grey.place_x * scale,
                          view->grid.y + (float)lesson.grey.place_y * scale, scale};
    *cells = (wb_cells){lesson.grey.columns, lesson.grey.rows, place, NULL};
    return true;
}

void grey_status(char *text, size_t size)
{
    snprintf(text, size, "%d x %d pixels", lesson.grey.columns, lesson.grey.rows);
}
