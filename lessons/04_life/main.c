// Lesson 04: ping-pong buffers, shown on Conway's Game of Life.
// One dispatch computes one generation: it reads every cell from one buffer and writes it to
// another.
#include "lesson/lesson.h"
#include "rle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Constants ---- */

enum {
    GROUP = 16,     // a work group is GROUP x GROUP cells
    TRAIL = 96,     // generations for which a dead cell can still be seen
    MAX_AGE = 4096, // older cells do not grow older
};
enum { CELLS = 0, NEXT = 1 }; // storage block bindings
enum { SIZE = 0 };            // uniform location

static const wb_define constants[] = {
    {"GROUP", GROUP}, {"TRAIL", TRAIL}, {"MAX_AGE", MAX_AGE}, {NULL, 0}};

/* ---- State ---- */

static struct {
    int width, height, generations; // parameters
    float density;
    rle_pattern pattern; // from --load
    bool has_pattern;    // otherwise the lesson's own scene
    wb_buffer cells;     // height x width: what rule.glsl says
    wb_buffer next;      // the other buffer of the two
    GLuint kernel, picture;
    int64_t generation;
} life = {.width = 512, .height = 512, .generations = 1, .density = 0.3f};

/* ---- The first generation ---- */

static void set_alive(int *cells, int x, int y)
{
    int column = (x % life.width + life.width) % life.width;
    int row = (y % life.height + life.height) % life.height;
    cells[(size_t)row * (size_t)life.width + (size_t)column] = 1;
}

static void place(int *cells, const rle_pattern *pattern, int x, int y)
{
    for (int row = 0; row < pattern->height; row++)
        for (int column = 0; column < pattern->width; column++)
            if (pattern->cells[row * pattern->width + column]) set_alive(cells, x + column, y + row);
}

// The mirror images of a cell in the other three quarters of the grid.
static void mirror(int *cells, int x, int y)
{
    set_alive(cells, life.width - 1 - x, y);
    set_alive(cells, x, life.height - 1 - y);
    set_alive(cells, life.width - 1 - x, life.height - 1 - y);
}

// A disc of random cells under fire from four glider guns, the same in all four quarters: the rule
// has no sense of left and right, so the picture stays as symmetric as it began.
static bool compose_scene(int *cells)
{
    static const char gun_text[] = "x = 36, y = 9, rule = B3/S23\n"
                                   "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3b"
                                   "ob2o4bobo$10bo5bo7bo$11bo3bo$12b2o!";
    rle_pattern gun;
    if (!rle_parse(&gun, gun_text, strlen(gun_text), "the glider gun")) return false;
    place(cells, &gun, life.width / 16, life.height / 16);
    rle_free(&gun);

    wb_random random = wb_random_seed(wb_seed());
    int middle_x = life.width / 2, middle_y = life.height / 2;
    int radius = (middle_x < middle_y ? middle_x : middle_y) * 3 / 5;
    for (int y = middle_y - radius; y < middle_y; y++)
        for (int x = middle_x - radius; x < middle_x; x++) {
            int dx = middle_x - x, dy = middle_y - y;
            if (wb_random_float(&random) < life.density && dx * dx + dy * dy <= radius * radius)
                set_alive(cells, x, y);
        }
    for (int y = 0; y < middle_y; y++)
        for (int x = 0; x < middle_x; x++)
            if (cells[y * life.width + x] > 0) mirror(cells, x, y);
    return true;
}

static bool fill_start(int *cells)
{
    const rle_pattern *pattern = &life.pattern;
    if (!life.has_pattern) return compose_scene(cells);
    place(cells, pattern, (life.width - pattern->width) / 2,
          (life.height - pattern->height) / 2);
    return true;
}

/* ---- Start and end ---- */

static bool init(void)
{
    size_t width = (size_t)life.width, height = (size_t)life.height;
    int *start = calloc(width * height, sizeof *start);
    bool good = start != NULL && fill_start(start);
    good = good && wb_buffer_create(&life.cells, &(wb_buffer_desc){.name = "cells",
                                                                   .type = WB_I32,
                                                                   .shape = {height, width},
                                                                   .data = start,
                                                                   .state = true});
    good = good && wb_buffer_create(
                       &life.next,
                       &(wb_buffer_desc){.name = "next", .type = WB_I32, .shape = {height, width}});
    free(start);
    life.generation = 0;
    life.kernel = good ? wb_program_compute("04_life/global.comp", constants) : 0;
    life.picture = good ? wb_program_draw("draw/picture.vert", "04_life/cells.frag", constants) : 0;
    return life.kernel != 0 && life.picture != 0;
}

static void quit(void)
{
    wb_buffer_delete(&life.cells);
    wb_buffer_delete(&life.next);
    glDeleteProgram(life.kernel);
    glDeleteProgram(life.picture);
    life.kernel = life.picture = 0;
}

/* ---- One generation ---- */

// So many groups that they cover `cells` cells: the quotient, rounded up.
static GLuint groups(int cells)
{
    return (GLuint)((cells + GROUP - 1) / GROUP);
}

static void step_ping_pong(void)
{
    for (int i = 0; i < life.generations; i++) {
        wb_pass_begin("life");
        glUseProgram(life.kernel);
        glUniform2i(SIZE, life.width, life.height);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, CELLS, life.cells.id);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NEXT, life.next.id);
        glDispatchCompute(groups(life.width), groups(life.height), 1);
        // The next generation and the picture read `next` as a storage block.
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
        wb_pass_end();

        wb_buffer_swap(&life.cells, &life.next);
        life.generation++;
    }
}

/* ---- The picture ---- */

static wb_grid_view grid_view(const wb_view *view)
{
    return wb_camera_grid(&view->camera, life.width, life.height, view->width, view->height);
}

static void draw(const wb_view *view)
{
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, CELLS, life.cells.id);
    wb_draw_cells(life.picture, grid_view(view), life.width, life.height);
}

static void status(char *text, size_t size)
{
    snprintf(text, size, "generation %lld", (long long)life.generation);
}

// Paints cells along the mouse's way.
static void pointer(const wb_view *view, const wb_pointer *mouse)
{
    wb_grid_view grid = grid_view(view);
    float from_x = (mouse->from_x - grid.x) / grid.scale, to_x = (mouse->x - grid.x) / grid.scale;
    float from_y = (mouse->from_y - grid.y) / grid.scale, to_y = (mouse->y - grid.y) / grid.scale;
    int steps = 1 + (int)(fabsf(to_x - from_x) + fabsf(to_y - from_y));
    // Shaders wrote the buffer that glBufferSubData now changes.
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, life.cells.id);
    for (int i = 0; i <= steps; i++) {
        float part = (float)i / (float)steps;
        int x = (int)floorf(from_x + (to_x - from_x) * part);
        int y = (int)floorf(from_y + (to_y - from_y) * part);
        if (x < 0 || y < 0 || x >= life.width || y >= life.height) continue;
        GLintptr at = (GLintptr)y * life.width + x;
        glBufferSubData(GL_SHADER_STORAGE_BUFFER, at * 4, 4, &(int){mouse->erase ? 0 : 1});
    }
}

/* ---- The oracle ---- */

// One generation on the CPU, by the same rule, with division for the torus: slow and plain.
static void generation_on_cpu(const int *cells, int *next)
{
    int w = life.width, h = life.height;
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++) {
            int neighbours = 0;
            for (int k = 0; k < 9; k++) {
                int row = (y + k / 3 - 1 + h) % h, column = (x + k % 3 - 1 + w) % w;
                if (k != 4 && cells[row * w + column] > 0) neighbours++;
            }
            int cell = cells[y * w + x], *result = &next[y * w + x];
            bool alive = neighbours == 3 || (neighbours == 2 && cell > 0);
            if (alive)
                *result = cell <= 0 ? 1 : cell < MAX_AGE ? cell + 1 : MAX_AGE;
            else
                *result = cell > 0 ? -TRAIL : cell < 0 ? cell + 1 : 0;
        }
    }
}

static bool verify(void)
{
    size_t bytes = (size_t)life.cells.size_bytes;
    int *expected = malloc(bytes), *next = malloc(bytes), *got = malloc(bytes);
    bool good = expected != NULL && next != NULL && got != NULL;
    if (!good) wb_error("the check needs more memory");
    if (good) {
        memcpy(expected, wb_start_state("cells"), bytes);
        for (int64_t i = 0; i < life.generation; i++) {
            generation_on_cpu(expected, next);
            int *swapped = expected;
            expected = next;
            next = swapped;
        }
        glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData in wb_buffer_read()
        wb_buffer_read(&life.cells, got);
        wb_array array = {WB_I32, 2, {(size_t)life.height, (size_t)life.width}, got};
        good = wb_check_equal("cells", &array, expected);
    }
    free(expected);
    free(next);
    free(got);
    return good;
}

/* ---- Pattern files ---- */

static bool load(const char *buffer, const char *path)
{
    if (strcmp(buffer, "cells") != 0) {
        wb_error("--load %s=%s: a pattern goes into the buffer cells", buffer, path);
        return false;
    }
    rle_free(&life.pattern);
    life.has_pattern = rle_read(&life.pattern, path);
    if (!life.has_pattern) return false;
    if (life.pattern.torus_width > 0) {
        life.width = life.pattern.torus_width;
        life.height = life.pattern.torus_height;
    }
    if (life.pattern.width <= life.width && life.pattern.height <= life.height) return true;
    wb_error("%s: the pattern is %d x %d cells, the grid %d x %d\nwhat to do: --set width=%d --set "
             "height=%d",
             path, life.pattern.width, life.pattern.height, life.width, life.height,
             life.pattern.width, life.pattern.height);
    return false;
}

static bool dump(const char *buffer, const char *path)
{
    if (strcmp(buffer, "cells") != 0) {
        wb_error("--dump %s=%s: only the buffer cells can be written as a pattern", buffer, path);
        return false;
    }
    size_t count = (size_t)life.width * (size_t)life.height;
    int *cells = malloc(count * sizeof *cells);
    rle_pattern pattern = {life.width, life.height, malloc(count), life.width, life.height};
    bool good = cells != NULL && pattern.cells != NULL;
    if (good) {
        wb_buffer_read(&life.cells, cells);
        for (size_t i = 0; i < count; i++) pattern.cells[i] = cells[i] > 0;
        good = rle_write(path, &pattern);
    }
    free(cells);
    rle_free(&pattern);
    return good;
}

/* ---- The description ---- */

static const wb_variant variants[] = {
    {.name = "global",
     .shows = "one invocation a cell, neighbours read from the buffer",
     .limit = "every cell is read nine times",
     .step = step_ping_pong},
    {0},
};

static const wb_param params[] = {
    {.name = "width",
     .i = &life.width,
     .min = 1,
     .max = 32768,
     .unit = "cells",
     .help = "width of the grid",
     .restarts = true},
    {.name = "height",
     .i = &life.height,
     .min = 1,
     .max = 32768,
     .unit = "cells",
     .help = "height of the grid",
     .restarts = true},
    {.name = "generations",
     .i = &life.generations,
     .min = 1,
     .max = 1000,
     .help = "generations a frame"},
    {.name = "density",
     .f = &life.density,
     .min = 0,
     .max = 1,
     .help = "share of living cells in the random disc",
     .restarts = true},
    {0},
};

static const char *const cases[] = {
    "width=1 height=1",    "width=2 height=3",     "width=15 height=15",
    "width=16 height=16",  "width=17 height=17",   "width=61 height=67",
    "width=256 height=96", "width=512 height=512", NULL,
};

int main(int argc, char **argv)
{
    return wb_main(
        &(wb_lesson){
            .id = "04_life",
            .title = "Ping-pong: the Game of Life",
            .variants = variants,
            .params = params,
            .width = 1024,
            .height = 1024,
            .frames = 240,
            .init = init,
            .draw = draw,
            .quit = quit,
            .cases = cases,
            .check_frames = 20,
            .verify = verify,
            .format = ".rle",
            .load = load,
            .dump = dump,
            .pointer = pointer,
            .status = status,
            .grid_columns = &life.width,
            .grid_rows = &life.height,
        },
        argc, argv);
}
