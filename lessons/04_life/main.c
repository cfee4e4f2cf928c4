// Lesson 04: ping-pong buffers, shown on Conway's Game of Life.
// A dispatch reads one generation from one buffer and writes the next to another; then they swap.
#include "lesson/lesson.h"
#include "cells.h"
#include "rle.h"
#include "scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Constants ---- */

enum {
    GROUP = 16,     // a work group is GROUP x GROUP cells
    WORDS_X = 32,   // the packed version's group: 32 x 4 invocations,
    WORDS_Y = 4,    // each of which computes `rows` words, one below the other
    TRAIL = 96,     // generations for which a dead cell can still be seen
    MAX_AGE = 4096, // older cells do not grow older
};
enum { CELLS = 0, NEXT = 1, EDGES = 1 }; // storage block bindings
enum { SIZE = 0 };                       // uniform location

enum { GLOBAL, TILE, IN_PLACE, PACKED, ONE_BUFFER, LATE_SWAP, NO_WRAP, NO_BARRIER, EXERCISE };

static const char *const kernels[] = {
    [GLOBAL] = "04_life/global.comp",
    [TILE] = "04_life/tile.comp",
    [IN_PLACE] = "04_life/in_place.comp",
    [PACKED] = "04_life/packed.comp",
    [ONE_BUFFER] = "04_life/one_buffer.comp",
    [LATE_SWAP] = "04_life/global.comp",
    [NO_WRAP] = "04_life/no_wrap.comp",
    [NO_BARRIER] = "04_life/global.comp",
    [EXERCISE] = "04_life/exercise_highlife.comp",
};

/* ---- State ---- */

static struct {
    int width, height, generations, rows; // parameters
    float density;
    rle_pattern pattern; // from --load
    bool has_pattern;    // otherwise the lesson's own scene

    int64_t generation;
    wb_buffer cells; // height x width, as rule.glsl says; packed: height x words of 32 cells
    wb_buffer next;  // the other buffer of the two
    wb_buffer edges; // in place: tiles x 64, the cells that wait
    GLuint kernel, borders, picture;
    GLuint groups_x, groups_y; // so many cover the grid
} life = {.width = 512, .height = 512, .generations = 1, .rows = 8, .density = 0.26f};

static bool is_packed(void)
{
    return wb_variant_index() == PACKED;
}

static int words_in_row(void)
{
    return (life.width + 31) / 32;
}

// So many groups of `size` that they cover `count`: the quotient, rounded up.
static GLuint groups(int count, int size)
{
    return (GLuint)((count + size - 1) / size);
}

static size_t cell_count(void)
{
    return (size_t)life.width * (size_t)life.height;
}

// What the buffer `cells` holds, from a copy of it, always as one int a cell.
static void cells_from_copy(const void *copy, int *cells)
{
    if (is_packed())
        cells_unpack(copy, cells, life.width, life.height);
    else
        memcpy(cells, copy, cell_count() * sizeof *cells);
}

/* ---- Start and end ---- */

static bool fill_start(int *cells)
{
    if (!life.has_pattern)
        return scene_compose(cells, life.width, life.height, life.density, wb_seed());
    scene_place(cells, life.width, life.height, &life.pattern,
                (life.width - life.pattern.width) / 2, (life.height - life.pattern.height) / 2);
    return true;
}

static bool create_buffers(const int *start)
{
    size_t height = (size_t)life.height, width = (size_t)life.width;
    size_t columns = is_packed() ? (size_t)words_in_row() : width;
    wb_type type = is_packed() ? WB_U32 : WB_I32;
    uint32_t *words = is_packed() ? calloc(height * columns, sizeof *words) : NULL;
    if (words != NULL) cells_pack(start, words, life.width, life.height);
    bool good = !is_packed() || words != NULL;
    good = good && wb_buffer_create(&life.cells,
                                    &(wb_buffer_desc){.name = "cells",
                                                      .type = type,
                                                      .shape = {height, columns},
                                                      .data = words ? (void *)words : (void *)start,
                                                      .state = true});
    free(words);
    if (wb_variant_index() == IN_PLACE) {
        size_t tiles = (size_t)life.groups_x * life.groups_y;
        return good &&
               wb_buffer_create(
                   &life.edges,
                   &(wb_buffer_desc){.name = "edges", .type = WB_I32, .shape = {tiles, 4 * GROUP}});
    }
    return good && wb_buffer_create(
                       &life.next,
                       &(wb_buffer_desc){.name = "next", .type = type, .shape = {height, columns}});
}

static bool create_programs(void)
{
    const wb_define *constants = WB_DEFINES(
        {"GROUP", GROUP}, {"TRAIL", TRAIL}, {"MAX_AGE", MAX_AGE}, {"WORDS_X", WORDS_X},
        {"WORDS_Y", WORDS_Y}, {"ROWS", life.rows}, {"PLACES", 4 * GROUP}, {"PACKED", is_packed()});
    life.kernel = wb_program_compute(kernels[wb_variant_index()], constants);
    life.picture = wb_program_draw("draw/picture.vert", "04_life/cells.frag", constants);
    if (wb_variant_index() == IN_PLACE)
        life.borders = wb_program_compute("04_life/borders.comp", constants);
    return life.kernel != 0 && life.picture != 0 &&
           (life.borders != 0 || wb_variant_index() != IN_PLACE);
}

static void count_groups(void)
{
    life.groups_x = is_packed() ? groups(words_in_row(), WORDS_X) : groups(life.width, GROUP);
    life.groups_y = groups(life.height, is_packed() ? WORDS_Y * life.rows : GROUP);
}

static void delete_programs(void)
{
    glDeleteProgram(life.kernel);
    glDeleteProgram(life.borders);
    glDeleteProgram(life.picture);
    life.kernel = life.borders = life.picture = 0;
}

// For another `rows`; the cells stay.
static bool rebuild_kernel(void)
{
    delete_programs();
    count_groups();
    return create_programs();
}

static bool init(void)
{
    int *start = calloc(cell_count(), sizeof *start);
    if (start == NULL)
        wb_error("there is no memory for a grid of %d x %d", life.width, life.height);
    life.generation = 0;
    count_groups();
    bool good = start != NULL && fill_start(start) && create_buffers(start) && create_programs();
    free(start);
    return good;
}

static void quit(void)
{
    wb_buffer_delete(&life.cells);
    wb_buffer_delete(&life.next);
    wb_buffer_delete(&life.edges);
    delete_programs();
}

/* ---- The versions ---- */

// One dispatch of the kernel over the whole grid.
static void dispatch_generation(void)
{
    glUseProgram(life.kernel);
    glUniform2i(SIZE, life.width, life.height);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, CELLS, life.cells.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NEXT, life.next.id);
    glDispatchCompute(life.groups_x, life.groups_y, 1);
}

static void step_ping_pong(void)
{
    for (int i = 0; i < life.generations; i++) {
        wb_pass_begin("life");
        dispatch_generation();
        // The next generation, and the picture, read what this one wrote.
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
        wb_pass_end();
        wb_buffer_swap(&life.cells, &life.next);
        life.generation++;
    }
}

static void step_in_place(void)
{
    for (int i = 0; i < life.generations; i++) {
        wb_pass_begin("interior");
        glUseProgram(life.kernel);
        glUniform2i(SIZE, life.width, life.height);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, CELLS, life.cells.id);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, EDGES, life.edges.id);
        glDispatchCompute(life.groups_x, life.groups_y, 1);
        // The second dispatch reads `edges`, and overwrites cells that this one read.
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
        wb_pass_end();

        wb_pass_begin("borders");
        glUseProgram(life.borders);
        glUniform2i(SIZE, life.width, life.height);
        glDispatchCompute(life.groups_x, life.groups_y, 1);
        // The next generation, and the picture, read `cells`.
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
        wb_pass_end();
        life.generation++;
    }
}

/* ---- The broken variants ---- */

static void step_one_buffer(void)
{
    for (int i = 0; i < life.generations; i++) {
        wb_pass_begin("one buffer");
        dispatch_generation(); // BROKEN: the kernel reads and writes `cells`
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // for the next generation and the picture
        wb_pass_end();
        life.generation++;
    }
}

static void step_late_swap(void)
{
    for (int i = 0; i < life.generations; i++) {
        wb_pass_begin("life");
        dispatch_generation();
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // for the next generation and the picture
        wb_pass_end();
        // BROKEN: swaps a generation late, so each is computed twice from the same cells
        if (life.generation++ % 2 == 1) wb_buffer_swap(&life.cells, &life.next);
    }
}

static void step_no_barrier(void)
{
    for (int i = 0; i < life.generations; i++) {
        wb_pass_begin("life");
        dispatch_generation(); // BROKEN: nothing orders this generation before the next
        wb_pass_end();
        wb_buffer_swap(&life.cells, &life.next);
        life.generation++;
    }
}

/* ---- The picture ---- */

static void draw(const wb_view *view)
{
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, CELLS, life.cells.id);
    wb_draw_cells(life.picture, view->grid, life.width, life.height);
    // Only in place does the next generation overwrite the very cells that the picture still reads.
    if (wb_variant_index() == IN_PLACE) glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

static void status(char *text, size_t size)
{
    snprintf(text, size, "generation %lld", (long long)life.generation);
}

// The mouse paints.
static void paint(int x, int y, bool erase)
{
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glBufferSubData and glGetBufferSubData
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, life.cells.id);
    if (!is_packed()) {
        GLintptr at = (GLintptr)y * life.width + x;
        glBufferSubData(GL_SHADER_STORAGE_BUFFER, at * 4, 4, &(int){!erase});
        return;
    }
    GLintptr at = (GLintptr)y * words_in_row() + x / 32;
    uint32_t word, bit = 1u << x % 32;
    glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, at * 4, 4, &word);
    word = erase ? word & ~bit : word | bit;
    glBufferSubData(GL_SHADER_STORAGE_BUFFER, at * 4, 4, &word);
}

/* ---- The oracle ---- */

// The cells after `steps` frames from the start, on the CPU.
static bool compute_cells(int64_t steps, int *cells)
{
    const void *start = wb_start_state("cells");
    int *next = malloc(cell_count() * sizeof *next);
    bool good = start != NULL && next != NULL;
    if (good) cells_from_copy(start, cells);
    cells_rule rule = {TRAIL, MAX_AGE, wb_variant_index() == EXERCISE};
    for (int64_t i = 0; good && i < steps * life.generations; i++) {
        cells_generation(cells, next, life.width, life.height, rule);
        memcpy(cells, next, cell_count() * sizeof *cells);
    }
    for (size_t i = 0; good && is_packed() && i < cell_count(); i++) cells[i] = cells[i] > 0;
    free(next);
    return good;
}

static bool expect(const char *buffer, int64_t steps, void *expected)
{
    if (strcmp(buffer, "cells") != 0) return false;
    if (!is_packed()) return compute_cells(steps, expected);
    int *cells = malloc(cell_count() * sizeof *cells);
    bool good = cells != NULL && compute_cells(steps, cells);
    memset(expected, 0, (size_t)life.cells.size_bytes);
    if (good) cells_pack(cells, expected, life.width, life.height);
    free(cells);
    return good;
}

static wb_cost cost(void)
{
    double cells = (double)cell_count() * life.generations;
    double bytes = 4.0;
    if (wb_variant_index() == IN_PLACE) // 60 of a tile's 256 cells are written and read once more
        bytes = 4.0 + 4.0 * (4 * GROUP - 4) / (GROUP * GROUP);
    if (is_packed()) bytes = 1.0 / 8.0;
    return (wb_cost){.read_bytes = bytes * cells,
                     .written_bytes = bytes * cells,
                     .items = cells,
                     .item = "cell updates"};
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
    wb_error("%s: the pattern is %d x %d cells, the grid %d x %d\n"
             "what to do: --set width=%d --set height=%d",
             path, life.pattern.width, life.pattern.height, life.width, life.height,
             life.pattern.width, life.pattern.height);
    return false;
}

static bool read_cells(int *cells)
{
    void *copy = malloc((size_t)life.cells.size_bytes);
    if (copy == NULL) return false;
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData in wb_buffer_read()
    wb_buffer_read(&life.cells, copy);
    cells_from_copy(copy, cells);
    free(copy);
    return true;
}

static bool dump(const char *buffer, const char *path)
{
    if (strcmp(buffer, "cells") != 0) {
        wb_error("--dump %s=%s: only the buffer cells can be written as a pattern", buffer, path);
        return false;
    }
    int *cells = malloc(cell_count() * sizeof *cells);
    rle_pattern pattern = {life.width, life.height, malloc(cell_count()), life.width, life.height};
    bool good = cells != NULL && pattern.cells != NULL && read_cells(cells);
    if (!good) wb_error("%s: out of memory", path);
    for (size_t i = 0; good && i < cell_count(); i++) pattern.cells[i] = cells[i] > 0;
    good = good && rle_write(path, &pattern);
    free(cells);
    rle_free(&pattern);
    return good;
}

/* ---- The description ---- */

static const wb_exercise highlife = {
    .task = "Change the rule to HighLife, B36/S23: a dead cell is also born with six neighbours.",
    .kernel = "04_life/exercise_highlife.comp",
    .solution = "04_life/solution_highlife.comp",
    .hints =
        {"lives_on() answers for a living and for a dead cell; `alive` tells which it is.",
         "B3: with 3 neighbours the answer is true for both. S2 asks a living cell for 2, B6 a "
         "dead one for 6."},
};

static const wb_variant variants[] = {
    {.name = "global",
     .shows = "one invocation a cell, neighbours read from the buffer; 8 bytes a cell",
     .limit = "every cell is read nine times; the caches must catch it",
     .step = step_ping_pong},
    {.name = "tile",
     .shows = "each group reads its tile and a halo into shared memory first; 8 bytes a cell",
     .limit = "eight bytes of traffic a cell, of which one bit matters",
     .step = step_ping_pong},
    {.name = "in_place",
     .shows = "one buffer; the cells on a tile's edge wait until all have read; 5 bytes a cell",
     .limit = "a second dispatch, and the edges' cells moved twice",
     .step = step_in_place},
    {.name = "packed",
     .shows = "32 cells a word, counted by adders that work on whole words; 2 bits a cell",
     .limit = "a cell is a bit and nothing else: no age, no trail",
     .step = step_ping_pong},
    {.name = "one_buffer",
     .shows = "reads and writes the same buffer, without staging",
     .broken = "guns that fall apart, and a picture that loses its symmetry",
     .step = step_one_buffer},
    {.name = "late_swap",
     .shows = "swaps the two buffers a generation late",
     .broken = "half the speed: every generation is computed twice",
     .step = step_late_swap},
    {.name = "no_wrap",
     .shows = "takes the cells beyond the edge for dead",
     .broken = "gliders that crash into the edge, where they should come in on the other side",
     .step = step_ping_pong},
    {.name = "no_barrier",
     .shows = "no glMemoryBarrier between one generation and the next",
     .broken = "nothing, on most drivers: only the barrier checker sees it",
     .step = step_no_barrier},
    {.name = "exercise",
     .shows = "your kernel: HighLife",
     .exercise = &highlife,
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
    {.name = "rows",
     .i = &life.rows,
     .min = 1,
     .max = 64,
     .help = "packed: rows that an invocation computes",
     .rebuild = rebuild_kernel},
    {.name = "density",
     .f = &life.density,
     .min = 0,
     .max = 1,
     .help = "share of living cells in the random disc",
     .restarts = true},
    {0},
};

static const char *const cases[] = {
    "width=1 height=1",     "width=2 height=3",
    "width=15 height=15",   "width=16 height=16",
    "width=17 height=17",   "width=61 height=67",
    "width=256 height=96",  "width=33 height=130",
    "width=512 height=512", NULL,
};

static const char *const bench_cases[] = {"width=512 height=512", "width=4096 height=4096",
                                          "width=16384 height=16384", NULL};

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
            .state = &life,
            .state_bytes = sizeof life,
            .cases = cases,
            .check_frames = 20,
            .expect = expect,
            .bench_cases = bench_cases,
            .cost = cost,
            .format = ".rle",
            .load = load,
            .dump = dump,
            .paint = paint,
            .status = status,
            .grid_columns = &life.width,
            .grid_rows = &life.height,
        },
        argc, argv);
}
