// The scan: what shared memory holds after each level, for a small block.
#include "picture.h"

#include "state.h"

#include <math.h>

static const float TREE_LEFT = 150.0f, TREE_TOP = 84.0f, TREE_WIDTH = 1090.0f, TREE_HEIGHT = 650.0f;

typedef struct tree_view {
    float cell_width, cell_height, row_height;
    const uint32_t *numbers; // scan_tree_rows() x scan_block()
} tree_view;

static float cell_x(const tree_view *view, int i)
{
    return TREE_LEFT + TREE_WIDTH * (float)i / (float)scan_block() +
           (TREE_WIDTH / (float)scan_block() - view->cell_width) / 2.0f;
}

static float cell_y(const tree_view *view, int row)
{
    return TREE_TOP + view->row_height * (float)row;
}

// From cell `from` of the row above into cell `to`.
static void draw_edge(const tree_view *view, int row, int from, int to, wb_colour colour)
{
    float half = view->cell_width / 2.0f;
    picture_line(cell_x(view, from) + half, cell_y(view, row - 1) + view->cell_height,
                 cell_x(view, to) + half, cell_y(view, row), 2.0f, colour);
}

static void draw_cell(const tree_view *view, int row, int i, bool changed)
{
    uint32_t number = view->numbers[row * scan_block() + i];
    float x = cell_x(view, i), y = cell_y(view, row);
    float glow = fminf((float)number / (4.5f * (float)scan_block()), 1.0f);
    wb_colour fill = {0.10f + 0.10f * glow, 0.12f + 0.30f * glow, 0.18f + 0.50f * glow, 1.0f};
    picture_rectangle(x, y, view->cell_width, view->cell_height, fill);
    if (changed) picture_frame(x, y, view->cell_width, view->cell_height, 2.0f, PICTURE_AMBER);
    float size = number < 100000 ? 18.0f : 10.0f; // what nothing was written to may be large
    picture_text_centred(x + view->cell_width / 2.0f, y + (view->cell_height - size) / 2.0f - 1.0f,
                         size, changed ? PICTURE_WHITE : PICTURE_GREY, "%u", number);
}

// Hillis and Steele: in the last row the sums move on by one.
static bool draw_hillis_steele(const tree_view *view, int row, int i)
{
    int distance = 1 << (row - 1);
    bool last = row == scan_tree_rows() - 1, adds = !last && i >= distance;
    wb_colour own = PICTURE_DIM;
    if (last && i > 0) draw_edge(view, row, i - 1, i, PICTURE_GREY);
    if (!last) draw_edge(view, row, i, i, own);
    if (adds) draw_edge(view, row, i - distance, i, PICTURE_BLUE);
    return adds || last;
}

// Blelloch: up with sums, the last one becomes 0, down with what stands before.
static bool draw_sweeps(const tree_view *view, int row, int i)
{
    int levels = lesson.scan.levels;
    if (row == levels + 1) return i == scan_block() - 1;
    int distance = row <= levels ? 1 << (row - 1) : 1 << (2 * levels + 1 - row);
    bool right = i % (2 * distance) == 2 * distance - 1, left = i % (2 * distance) == distance - 1;
    if (right) {
        draw_edge(view, row, i, i, row <= levels ? PICTURE_BLUE : PICTURE_GREY);
        draw_edge(view, row, i - distance, i, PICTURE_BLUE);
    }
    if (left && row > levels) draw_edge(view, row, i + distance, i, PICTURE_GREY);
    return right || (left && row > levels);
}

static const char *row_name(int row)
{
    const scan_traits *traits = wb_current_variant()->data;
    int levels = lesson.scan.levels;
    if (row == 0) return "input";
    if (row == scan_tree_rows() - 1) return "result";
    if (traits->levels == HILLIS_STEELE) return "add";
    return row <= levels ? "up" : row == levels + 1 ? "clear" : "down";
}

static void draw_tree(const tree_view *view)
{
    const scan_traits *traits = wb_current_variant()->data;
    for (int row = 0; row < scan_tree_rows(); row++) {
        picture_text(40.0f, cell_y(view, row) + view->cell_height / 2.0f - 10.0f, 18.0f,
                     PICTURE_GREY, "%s", row_name(row));
        for (int i = 0; i < scan_block(); i++) {
            bool changed = row > 0;
            if (row > 0 && traits->levels == HILLIS_STEELE)
                changed = draw_hillis_steele(view, row, i);
            else if (row > 0 && traits->levels == SWEEPS)
                changed = draw_sweeps(view, row, i);
            draw_cell(view, row, i, changed);
        }
    }
}

void scan_draw(const wb_view *view)
{
    const scan_traits *traits = wb_current_variant()->data;
    uint32_t numbers[(2 * SHOWN_LEVELS + 2) << SHOWN_LEVELS];
    picture_begin(view);
    picture_text(40.0f, 22.0f, 26.0f, PICTURE_WHITE, "%s", traits->title);
    if (!scan_has_tree()) {
        picture_text(40.0f, 90.0f, 18.0f, PICTURE_GREY,
                     "Blocks of %d elements. The tree is drawn for up to %d: --set levels=%d",
                     scan_block(), 1 << SHOWN_LEVELS, SHOWN_LEVELS);
        return;
    }
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData in wb_buffer_read()
    wb_buffer_read(&lesson.scan.tree, numbers);
    float row_height = fminf(TREE_HEIGHT / (float)(scan_tree_rows() - 1), 150.0f);
    draw_tree(&(tree_view){.cell_width = fminf(0.74f * TREE_WIDTH / (float)scan_block(), 90.0f),
                           .cell_height = fminf(0.46f * row_height, 44.0f),
                           .row_height = row_height,
                           .numbers = numbers});
}
