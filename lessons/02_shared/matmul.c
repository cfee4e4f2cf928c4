// Part 4, matmul: the product of two matrices, where reuse pays most.
#include "oracle.h"
#include "parts.h"
#include "picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    GROUP = 16, // version 1
    TILE = 32,  // versions 2 and 3: 32 x 32 invocations

    // Version 4. A group computes a block of C, in steps of BLOCK_DEPTH along k; an invocation, 8 x
    // 8 elements. Rows and columns are multiples of 32; BLOCK_DEPTH is so large that a tile has at
    // least one vector of four for each invocation.
    BLOCK_ROWS = 128,
    BLOCK_COLUMNS = 128,
    BLOCK_DEPTH = 8,
    INVOCATIONS = BLOCK_ROWS / 8 * (BLOCK_COLUMNS / 8),
};
_Static_assert(BLOCK_ROWS / 4 * BLOCK_DEPTH % INVOCATIONS == 0, "equal shares of A's tile");
_Static_assert(BLOCK_COLUMNS / 4 * BLOCK_DEPTH % INVOCATIONS == 0, "equal shares of B's tile");

enum { A = 0, B = 1, C = 2 };                               // storage block bindings
enum { N = 0, PITCH = 1, SIZE = 8, RANGE = 9, BLOCK = 10 }; // uniform locations

static const char *const kernels[] = {
    [MATMUL_NAIVE] = "02_shared/matmul_naive.comp",
    [MATMUL_TILE] = "02_shared/matmul_tile.comp",
    [MATMUL_PADDED] = "02_shared/matmul_tile.comp",
    [MATMUL_REGISTERS] = "02_shared/matmul_registers.comp",
};

/* ---- Start and end ---- */

// Whole numbers from -4 to 4 in rings around two corners: their products and sums are exact.
static float ring(int x, int y, int n)
{
    int distance = 4096 * (x * x + y * y) / (n * n);
    return (float)(distance / 64 % 17 < 9 ? distance / 64 % 17 - 4 : 12 - distance / 64 % 17);
}

static void fill(float *a, float *b)
{
    int n = lesson.matmul.n;
    wb_random random = wb_random_seed(wb_seed());
    for (int row = 0; row < n; row++)
        for (int column = 0; column < n; column++) {
            int i = row * lesson.matmul.pitch + column;
            a[i] =
                lesson.matmul.reals ? 2.0f * wb_random_float(&random) - 1.0f : ring(row, column, n);
            b[i] = lesson.matmul.reals ? 2.0f * wb_random_float(&random) - 1.0f
                                       : ring(row, n - 1 - column, n);
        }
}

static bool create_buffer(wb_buffer *buffer, const char *name, const float *data)
{
    return wb_buffer_create(
        buffer, &(wb_buffer_desc){.name = name,
                                  .type = WB_F32,
                                  .shape = {(size_t)lesson.matmul.n, (size_t)lesson.matmul.pitch},
                                  .data = data,
                                  .state = true});
}

static bool create_buffers(void)
{
    lesson.matmul.pitch = (lesson.matmul.n + 3) / 4 * 4;
    size_t count = (size_t)lesson.matmul.n * (size_t)lesson.matmul.pitch;
    float *a = calloc(count, sizeof *a), *b = calloc(count, sizeof *b);
    bool good = a != NULL && b != NULL;
    if (!good)
        wb_error("there is no memory for matrices of %d x %d", lesson.matmul.n, lesson.matmul.n);
    if (good) fill(a, b);
    good = good && create_buffer(&lesson.matmul.a, "a", a) &&
           create_buffer(&lesson.matmul.b, "b", b) && create_buffer(&lesson.matmul.c, "c", NULL);
    free(a);
    free(b);
    return good;
}

static bool init(void)
{
    const wb_define *constants = WB_DEFINES(
        {"GROUP", GROUP}, {"TILE", TILE}, {"PADDING", wb_variant_index() == MATMUL_PADDED},
        {"BLOCK_ROWS", BLOCK_ROWS}, {"BLOCK_COLUMNS", BLOCK_COLUMNS}, {"BLOCK_DEPTH", BLOCK_DEPTH},
        {"INVOCATIONS", INVOCATIONS});
    lesson.matmul.kernel = wb_program_compute(kernels[wb_variant_index()], constants);
    lesson.matmul.picture =
        wb_program_draw("draw/rectangle.vert", "02_shared/matmul.frag", constants);
    return lesson.matmul.kernel != 0 && lesson.matmul.picture != 0 && create_buffers();
}

static void quit(void)
{
    wb_buffer_delete(&lesson.matmul.a);
    wb_buffer_delete(&lesson.matmul.b);
    wb_buffer_delete(&lesson.matmul.c);
    glDeleteProgram(lesson.matmul.kernel);
    glDeleteProgram(lesson.matmul.picture);
    lesson.matmul.kernel = lesson.matmul.picture = 0;
}

/* ---- The versions ---- */

// How many elements of C a group of the present variant computes.
static void block_size(int *rows, int *columns)
{
    int variant = wb_variant_index();
    *rows = *columns = variant == MATMUL_NAIVE ? GROUP : TILE;
    if (variant != MATMUL_REGISTERS) return;
    *rows = BLOCK_ROWS;
    *columns = BLOCK_COLUMNS;
}

void matmul_step(void)
{
    int rows, columns;
    block_size(&rows, &columns);
    wb_pass_begin("matmul");
    glUseProgram(lesson.matmul.kernel);
    glUniform1i(N, lesson.matmul.n);
    glUniform1i(PITCH, lesson.matmul.pitch);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, A, lesson.matmul.a.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, B, lesson.matmul.b.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, C, lesson.matmul.c.id);
    glDispatchCompute(groups_for(lesson.matmul.pitch, columns), groups_for(lesson.matmul.n, rows),
                      1);
    // The picture reads `c`, and the next frame writes it again.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

/* ---- The oracle ---- */

// The product in double, for the caller to free; NULL if there is none.
static double *product(void)
{
    const float *a = wb_start_state("a"), *b = wb_start_state("b");
    double *c = malloc((size_t)lesson.matmul.c.size_bytes * 2);
    if (a != NULL && b != NULL && c != NULL) {
        oracle_matmul(a, b, c, lesson.matmul.n, lesson.matmul.pitch);
        return c;
    }
    free(c);
    return NULL;
}

// Only for whole numbers: these must be exact, while sums of others depend on their order.
static bool expect(const char *buffer, int64_t steps, void *expected)
{
    if (steps < 1 || strcmp(buffer, "c") != 0 || lesson.matmul.reals) return false;
    double *c = product();
    if (c == NULL) return false;
    float *numbers = expected;
    for (int i = 0; i < lesson.matmul.n * lesson.matmul.pitch; i++) numbers[i] = (float)c[i];
    free(c);
    return true;
}

bool matmul_verify_reals(void)
{
    double *expected = product();
    float *got = malloc((size_t)lesson.matmul.c.size_bytes);
    bool good = expected != NULL && got != NULL;
    if (good) {
        wb_buffer_read(&lesson.matmul.c, got);
        wb_array array = {.type = WB_F32,
                          .dimensions = 2,
                          .shape = {lesson.matmul.c.shape[0], lesson.matmul.c.shape[1]},
                          .data = got};
        // A float32 sum of n products, in any order, is off by at most about n * 2^-24 times the
        // sum of their magnitudes (Higham, Accuracy and Stability of Numerical Algorithms, 3.5);
        // each is at most 1.
        double n = lesson.matmul.n;
        good = wb_check_close("c", &array, expected, n * n * 0x1p-24, 0.0);
    }
    free(expected);
    free(got);
    return good;
}

static wb_cost cost(void)
{
    double n = lesson.matmul.n, bytes = 4.0 * n * n;
    return (wb_cost){.read_bytes = 2.0 * bytes,
                     .written_bytes = bytes,
                     .flops = 2.0 * n * n * n,
                     .items = n * n * n,
                     .item = "multiply-adds"};
}

/* ---- The picture ---- */

static const float SIDE = 344.0f, MATRIX_LEFT = 456.0f, MATRIX_TOP = 52.0f, GAP = 24.0f;

static void draw_matrix(const wb_buffer *buffer, float range, float left, float top)
{
    glUseProgram(lesson.matmul.picture);
    glUniform2i(SIZE, lesson.matmul.n, lesson.matmul.pitch);
    glUniform2f(RANGE, range, SIDE);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, buffer->id);
    picture_panel(lesson.matmul.picture, left, top, SIDE, SIDE);
}

// The block of C that one group computes, in the middle, and what it needs of A and B.
static void draw_block(float left, float top, float right, float below)
{
    int n = lesson.matmul.n, rows, columns;
    block_size(&rows, &columns);
    float unit = SIDE / (float)n;
    float x = (float)(n / 2 / columns * columns) * unit, y = (float)(n / 2 / rows * rows) * unit;
    float width = fminf((float)columns * unit, SIDE - x),
          height = fminf((float)rows * unit, SIDE - y);
    picture_frame(right + x, below + y, width, height, 3.0f, PICTURE_WHITE);
    picture_frame(left, below + y, SIDE, height, 2.0f, PICTURE_GREEN);
    picture_frame(right + x, top, width, SIDE, 2.0f, PICTURE_GREEN);
    if (wb_variant_index() == MATMUL_NAIVE) return;
    // The tiles of the moment, a third of the way along k.
    int depth = wb_variant_index() == MATMUL_REGISTERS ? BLOCK_DEPTH : TILE;
    float first = (float)(n / 3 / depth * depth) * unit;
    float along = fminf((float)depth * unit, SIDE - first);
    picture_frame(left + first, below + y, along, height, 3.0f, PICTURE_RED);
    picture_frame(right + x, top + first, width, along, 3.0f, PICTURE_RED);
}

static void draw_texts(float left)
{
    int n = lesson.matmul.n, rows, columns;
    block_size(&rows, &columns);
    picture_text(left, 52.0f, 26.0f, PICTURE_WHITE, "C = A B");
    picture_text(left, 92.0f, 17.0f, PICTURE_GREY, "%d x %d numbers each", n, n);
    picture_text(left, 116.0f, 17.0f, PICTURE_GREY, "%d multiply-adds an element", n);
    picture_text(left, 164.0f, 17.0f, PICTURE_WHITE, "one group: %d x %d of C", rows, columns);
    picture_text(left, 188.0f, 17.0f, PICTURE_GREEN, "what it needs of A and B");
    if (wb_variant_index() != MATMUL_NAIVE)
        picture_text(left, 212.0f, 17.0f, PICTURE_RED, "its tiles, at one moment");
}

// For 64 multiply-adds: numbers that a version reads from where. Bars of 2 units a number.
static void draw_reads(float left, float top)
{
    static const struct {
        const char *name;
        int variant;
        float buffer, shared;
    } versions[] = {
        {"naive", MATMUL_NAIVE, 128.0f, 0.0f},
        {"matmul_tile, matmul_padded", MATMUL_TILE, 128.0f / TILE, 128.0f},
        {"registers", MATMUL_REGISTERS, 64.0f / BLOCK_ROWS + 64.0f / BLOCK_COLUMNS, 16.0f},
    };
    picture_text(left, top, 17.0f, PICTURE_GREY, "read for 64 multiply-adds,");
    picture_text(left, top + 24.0f, 17.0f, PICTURE_BLUE, "from the buffers");
    picture_text(left + 160.0f, top + 24.0f, 17.0f, PICTURE_GREEN, "from shared memory");
    for (int i = 0; i < 3; i++) {
        float y = top + 76.0f + 100.0f * (float)i, unit = 2.0f;
        bool runs = wb_variant_index() == versions[i].variant ||
                    (i == 1 && wb_variant_index() == MATMUL_PADDED);
        picture_text(left, y, 17.0f, runs ? PICTURE_WHITE : PICTURE_GREY, "%s", versions[i].name);
        picture_rectangle(left, y + 26.0f, versions[i].buffer * unit, 14.0f, PICTURE_BLUE);
        picture_text(left + versions[i].buffer * unit + 8.0f, y + 23.0f, 15.0f, PICTURE_GREY, "%g",
                     (double)versions[i].buffer);
        picture_rectangle(left, y + 46.0f, versions[i].shared * unit, 14.0f, PICTURE_GREEN);
        picture_text(left + versions[i].shared * unit + 8.0f, y + 43.0f, 15.0f, PICTURE_GREY, "%g",
                     (double)versions[i].shared);
    }
}

static void draw(const wb_view *view)
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

const shared_part matmul_part = {init, draw, quit, expect, cost};
