// The product: three matrices, what a group needs of them, and how often it reads.
#include "picture.h"

#include "state.h"

#include <math.h>

enum { SIZE = 8, RANGE = 9, MATRIX = 0 }; // uniform locations; storage block binding

static const float SIDE = 344.0f, MATRIX_LEFT = 456.0f, MATRIX_TOP = 52.0f, GAP = 24.0f;

static void draw_matrix(const wb_buffer *buffer, float range, float left, float top)
{
    glUseProgram(lesson.matmul.picture);
    glUniform2i(SIZE, lesson.matmul.n, lesson.matmul.pitch);
    glUniform2f(RANGE, range, SIDE);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, MATRIX, buffer->id);
    picture_panel(lesson.matmul.picture, left, top, SIDE, SIDE);
}

// The block of C that one group computes, in the middle, and what it needs of A and B.
static void draw_block(float left, float top, float right, float below)
{
    const matmul_traits *traits = wb_current_variant()->data;
    int n = lesson.matmul.n;
    float unit = SIDE / (float)n;
    float x = (float)(n / 2 / traits->columns * traits->columns) * unit,
          y = (float)(n / 2 / traits->rows * traits->rows) * unit;
    float width = fminf((float)traits->columns * unit, SIDE - x),
          height = fminf((float)traits->rows * unit, SIDE - y);
    picture_frame(right + x, below + y, width, height, 3.0f, PICTURE_WHITE);
    picture_frame(left, below + y, SIDE, height, 2.0f, PICTURE_GREEN);
    picture_frame(right + x, top, width, SIDE, 2.0f, PICTURE_GREEN);
    if (traits->depth == 0) return;
    // The tiles of the moment, a third of the way along k.
    float first = (float)(n / 3 / traits->depth * traits->depth) * unit;
    float along = fminf((float)traits->depth * unit, SIDE - first);
    picture_frame(left + first, below + y, along, height, 3.0f, PICTURE_RED);
    picture_frame(right + x, top + first, width, along, 3.0f, PICTURE_RED);
}

static void draw_texts(float left)
{
    const matmul_traits *traits = wb_current_variant()->data;
    int n = lesson.matmul.n;
    picture_text(left, 52.0f, 26.0f, PICTURE_WHITE, "C = A B");
    picture_text(left, 92.0f, 17.0f, PICTURE_GREY, "%d x %d numbers each", n, n);
    picture_text(left, 116.0f, 17.0f, PICTURE_GREY, "%d multiply-adds an element", n);
    picture_text(left, 164.0f, 17.0f, PICTURE_WHITE, "one group: %d x %d of C", traits->rows,
                 traits->columns);
    picture_text(left, 188.0f, 17.0f, PICTURE_GREEN, "what it needs of A and B");
    if (traits->depth > 0)
        picture_text(left, 212.0f, 17.0f, PICTURE_RED, "its tiles, at one moment");
}

// For 64 multiply-adds: numbers that a version reads from where. Bars of 2 units a number.
static void draw_reads(float left, float top)
{
    const matmul_traits *traits = wb_current_variant()->data;
    static const struct {
        const char *name;
        int rows; // of C a group
        bool tall;
        float buffer, shared;
    } versions[] = {
        {"naive", GROUP, false, 128.0f, 0.0f},
        {"matmul_tile, matmul_padded", TILE, false, 128.0f / TILE, 128.0f},
        {"registers", BLOCK_ROWS, false, 64.0f / BLOCK_ROWS + 64.0f / BLOCK_COLUMNS, 16.0f},
        {"vectors", BLOCK_ROWS, true, 64.0f / BLOCK_ROWS + 64.0f / BLOCK_COLUMNS,
         64.0f / TALL + 64.0f / 8.0f},
    };
    picture_text(left, top, 17.0f, PICTURE_GREY, "read for 64 multiply-adds,");
    picture_text(left, top + 24.0f, 17.0f, PICTURE_BLUE, "from the buffers");
    picture_text(left + 160.0f, top + 24.0f, 17.0f, PICTURE_GREEN, "from shared memory");
    for (int i = 0; i < 4; i++) {
        float y = top + 76.0f + 100.0f * (float)i, unit = 2.0f;
        bool runs = traits->rows == versions[i].rows && traits->tall == versions[i].tall;
        picture_text(left, y, 17.0f, runs ? PICTURE_WHITE : PICTURE_GREY, "%s", versions[i].name);
        picture_rectangle(left, y + 26.0f, versions[i].buffer * unit, 14.0f, PICTURE_BLUE);
        picture_text(left + versions[i].buffer * unit + 8.0f, y + 23.0f, 15.0f, PICTURE_GREY, "%g",
                     (double)versions[i].buffer);
        picture_rectangle(left, y + 46.0f, versions[i].shared * unit, 14.0f, PICTURE_GREEN);
        picture_text(left + versions[i].shared * unit + 8.0f, y + 43.0f, 15.0f, PICTURE_GREY, "%g",
                     (double)versions[i].shared);
    }
}

bool matmul_cells(const wb_view *view, wb_cells *cells)
{
    picture_begin(view);
    wb_grid_view grid =
        picture_grid(MATRIX_LEFT, MATRIX_TOP + SIDE + GAP, SIDE / (float)lesson.matmul.n);
    *cells = (wb_cells){lesson.matmul.pitch, lesson.matmul.n, grid, "c"};
    return true;
}

void matmul_draw(const wb_view *view)
{
    float left = MATRIX_LEFT - SIDE - GAP, right = MATRIX_LEFT, below = MATRIX_TOP + SIDE + GAP;
    float n = (float)lesson.matmul.n;
    picture_begin(view);
    draw_matrix(&lesson.matmul.b, lesson.matmul.reals ? 1.0f : 4.0f, right, MATRIX_TOP);
    draw_matrix(&lesson.matmul.a, lesson.matmul.reals ? 1.0f : 4.0f, left, below);
    draw_matrix(&lesson.matmul.c, lesson.matmul.reals ? 1.1f * sqrtf(n) : 9.0f * n, right, below);
    draw_block(left, MATRIX_TOP, right, below);
    draw_texts(left);
    draw_reads(right + SIDE + 72.0f, MATRIX_TOP);
    picture_text(left - 28.0f, below, 22.0f, PICTURE_GREY, "A");
    picture_text(right + SIDE + 12.0f, MATRIX_TOP, 22.0f, PICTURE_GREY, "B");
    picture_text(right + SIDE + 12.0f, below, 22.0f, PICTURE_GREY, "C");
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // the next frame overwrites what was read here
}
