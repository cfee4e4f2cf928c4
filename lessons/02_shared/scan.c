// Part 5, scan: each element becomes the sum of those before it, within the block of a work group.
#include "oracle.h"
#include "parts.h"
#include "picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN_LEVELS = 4 };               // the tree is drawn for blocks of up to 16 elements
enum { VALUES = 0, SCAN = 1, TREE = 2 }; // storage block bindings
enum { N = 0 };                          // uniform location

static const char *const kernels[] = {
    [SCAN_SERIAL] = "02_shared/scan_serial.comp",
    [SCAN_HILLIS_STEELE] = "02_shared/hillis_steele.comp",
    [SCAN_BLELLOCH] = "02_shared/blelloch.comp",
    [SCAN_PADDED] = "02_shared/blelloch.comp",
    [SCAN_EXERCISE] = "02_shared/exercise_down_sweep.comp",
};

static int block(void)
{
    return 1 << lesson.scan.levels;
}

// Only a small tree is written down, for the picture.
static bool has_tree(void)
{
    return lesson.scan.levels <= SHOWN_LEVELS;
}

// What the kernels write down: the input, then each level, then what becomes of it.
static int tree_rows(void)
{
    if (wb_variant_index() == SCAN_SERIAL) return 2;
    return wb_variant_index() == SCAN_HILLIS_STEELE ? lesson.scan.levels + 2
                                                    : 2 * lesson.scan.levels + 2;
}

/* ---- Start and end ---- */

static bool create_buffers(void)
{
    size_t n = (size_t)lesson.scan.n;
    uint32_t *values = malloc(n * sizeof *values);
    if (values == NULL) wb_error("there is no memory for %zu numbers", n);
    wb_random random = wb_random_seed(wb_seed());
    for (size_t i = 0; values != NULL && i < n; i++) values[i] = wb_random_below(&random, 10);
    bool good = values != NULL &&
                wb_buffer_create(&lesson.scan.values, &(wb_buffer_desc){.name = "values",
                                                                        .type = WB_U32,
                                                                        .shape = {n},
                                                                        .data = values,
                                                                        .state = true}) &&
                wb_buffer_create(
                    &lesson.scan.scan,
                    &(wb_buffer_desc){.name = "scan", .type = WB_U32, .shape = {n}, .state = true});
    free(values);
    if (!has_tree()) return good;
    return good &&
           wb_buffer_create(&lesson.scan.tree,
                            &(wb_buffer_desc){.name = "tree",
                                              .type = WB_U32,
                                              .shape = {(size_t)tree_rows(), (size_t)block()}});
}

static bool init(void)
{
    lesson.scan.kernel = wb_program_compute(
        kernels[wb_variant_index()],
        WB_DEFINES({"BLOCK", block()}, {"HALF", block() / 2}, {"LEVELS", lesson.scan.levels},
                   {"TREE", has_tree()}, {"PADDED", wb_variant_index() == SCAN_PADDED}));
    return lesson.scan.kernel != 0 && create_buffers();
}

static void quit(void)
{
    wb_buffer_delete(&lesson.scan.values);
    wb_buffer_delete(&lesson.scan.scan);
    wb_buffer_delete(&lesson.scan.tree);
    glDeleteProgram(lesson.scan.kernel);
    lesson.scan.kernel = 0;
}

/* ---- The versions ---- */

void scan_step(void)
{
    wb_pass_begin("scan");
    glUseProgram(lesson.scan.kernel);
    glUniform1ui(N, (GLuint)lesson.scan.n);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, VALUES, lesson.scan.values.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, SCAN, lesson.scan.scan.id);
    if (has_tree()) glBindBufferBase(GL_SHADER_STORAGE_BUFFER, TREE, lesson.scan.tree.id);
    glDispatchCompute(groups_for(lesson.scan.n, block()), 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // the next frame writes `scan` again
    wb_pass_end();
}

/* ---- The oracle ---- */

static bool expect(const char *buffer, int64_t steps, void *expected)
{
    const void *values = wb_start_state("values");
    if (values == NULL || steps < 1 || strcmp(buffer, "scan") != 0) return false;
    oracle_scan(values, expected, (size_t)lesson.scan.n, (size_t)block());
    return true;
}

static wb_cost cost(void)
{
    double bytes = 4.0 * lesson.scan.n;
    return (wb_cost){
        .read_bytes = bytes, .written_bytes = bytes, .items = lesson.scan.n, .item = "elements"};
}

/* ---- The picture ---- */

static const float TREE_LEFT = 150.0f, TREE_TOP = 84.0f, TREE_WIDTH = 1090.0f, TREE_HEIGHT = 650.0f;

typedef struct tree_view {
    float cell_width, cell_height, row_height;
    const uint32_t *numbers; // tree_rows() x block()
} tree_view;

static float cell_x(const tree_view *view, int i)
{
    return TREE_LEFT + TREE_WIDTH * (float)i / (float)block() +
           (TREE_WIDTH / (float)block() - view->cell_width) / 2.0f;
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
    uint32_t number = view->numbers[row * block() + i];
    float x = cell_x(view, i), y = cell_y(view, row);
    float glow = fminf((float)number / (4.5f * (float)block()), 1.0f);
    wb_colour fill = {0.10f + 0.10f * glow, 0.12f + 0.30f * glow, 0.18f + 0.50f * glow, 1.0f};
    picture_rectangle(x, y, view->cell_width, view->cell_height, fill);
    if (changed) picture_frame(x, y, view->cell_width, view->cell_height, 2.0f, PICTURE_AMBER);
    picture_text_centred(x + view->cell_width / 2.0f, y + view->cell_height / 2.0f - 10.0f, 18.0f,
                         changed ? PICTURE_WHITE : PICTURE_GREY, "%u", number);
}

// Hillis and Steele: in the last row the sums move on by one.
static bool draw_hillis_steele(const tree_view *view, int row, int i)
{
    int distance = 1 << (row - 1);
    bool last = row == tree_rows() - 1, adds = !last && i >= distance;
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
    if (row == levels + 1) return i == block() - 1;
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
    int levels = lesson.scan.levels;
    if (row == 0) return "input";
    if (row == tree_rows() - 1) return "result";
    if (wb_variant_index() == SCAN_HILLIS_STEELE) return "add";
    return row <= levels ? "up" : row == levels + 1 ? "clear" : "down";
}

static void draw_tree(const tree_view *view)
{
    for (int row = 0; row < tree_rows(); row++) {
        picture_text(40.0f, cell_y(view, row) + view->cell_height / 2.0f - 10.0f, 18.0f,
                     PICTURE_GREY, "%s", row_name(row));
        for (int i = 0; i < block(); i++) {
            bool changed = row > 0;
            if (row > 0 && wb_variant_index() == SCAN_HILLIS_STEELE)
                changed = draw_hillis_steele(view, row, i);
            else if (row > 0 && wb_variant_index() != SCAN_SERIAL)
                changed = draw_sweeps(view, row, i);
            draw_cell(view, row, i, changed);
        }
    }
}

static void draw(const wb_view *view)
{
    static const char *const titles[] = {
        [SCAN_SERIAL] = "One invocation adds up, the others wait",
        [SCAN_HILLIS_STEELE] = "Hillis and Steele: every element adds the one 1, 2, 4, 8 before it",
        [SCAN_BLELLOCH] =
            "Blelloch: sums of parts on the way up, what stands before them on the way down",
        [SCAN_PADDED] = "Blelloch, with padding: the same tree, other banks",
        [SCAN_EXERCISE] = "Yours: the way down",
    };
    uint32_t numbers[(2 * SHOWN_LEVELS + 2) << SHOWN_LEVELS];
    picture_begin(view);
    picture_text(40.0f, 22.0f, 26.0f, PICTURE_WHITE, "%s", titles[wb_variant_index()]);
    if (!has_tree()) {
        picture_text(40.0f, 90.0f, 18.0f, PICTURE_GREY,
                     "Blocks of %d elements. The tree is drawn for up to %d: --set levels=%d",
                     block(), 1 << SHOWN_LEVELS, SHOWN_LEVELS);
        return;
    }
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData in wb_buffer_read()
    wb_buffer_read(&lesson.scan.tree, numbers);
    float row_height = fminf(TREE_HEIGHT / (float)(tree_rows() - 1), 150.0f);
    draw_tree(&(tree_view){.cell_width = fminf(0.74f * TREE_WIDTH / (float)block(), 90.0f),
                           .cell_height = fminf(0.46f * row_height, 44.0f),
                           .row_height = row_height,
                           .numbers = numbers});
}

const shared_part scan_part = {init, draw, quit, expect, cost};
