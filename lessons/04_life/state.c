#include "state.h"

#include "cells.h"
#include "compute/subgroup.h"
#include "scene.h"

#include <stdlib.h>

lesson_state lesson = {.width = 512,
                       .height = 512,
                       .generations = 1,
                       .rows = 8,
                       .depth = 16,
                       .radius = 5,
                       .density = 0.26f,
                       .born = RLE_BORN,
                       .survives = RLE_SURVIVES};

const life_traits *traits(void)
{
    static const life_traits plain;
    const void *data = wb_current_variant()->data;
    return data != NULL ? data : &plain;
}

size_t cell_count(void)
{
    return (size_t)lesson.width * (size_t)lesson.height;
}

int words_in_row(void)
{
    return (lesson.width + 31) / 32;
}

/* ---- Buffers ---- */

// height x width, or height x words.
static bool create_cells(wb_buffer *buffer, const char *name, const void *start)
{
    size_t height = (size_t)lesson.height;
    size_t columns = (size_t)(traits()->is_packed ? words_in_row() : lesson.width);
    return wb_buffer_create(buffer, &(wb_buffer_desc){.name = name,
                                                      .type = traits()->is_packed ? WB_U32 : WB_I32,
                                                      .shape = {height, columns},
                                                      .data = start,
                                                      .state = start != NULL});
}

static bool create_packed_cells(const int *start)
{
    uint32_t *words = calloc((size_t)lesson.height * (size_t)words_in_row(), sizeof *words);
    if (words == NULL) {
        wb_error("there is no memory for a grid of %d x %d", lesson.width, lesson.height);
        return false;
    }
    cells_pack(start, words, lesson.width, lesson.height);
    bool good = create_cells(&lesson.cells, "cells", words);
    free(words);
    return good;
}

static bool create_edges(void)
{
    size_t tiles = (size_t)lesson.groups_x * lesson.groups_y;
    return wb_buffer_create(
        &lesson.edges,
        &(wb_buffer_desc){.name = "edges", .type = WB_I32, .shape = {tiles, 4 * GROUP}});
}

static bool create_buffers(const int *start)
{
    bool good = traits()->is_packed ? create_packed_cells(start)
                                    : create_cells(&lesson.cells, "cells", start);
    if (traits()->is_gas) return good; // one buffer is all
    if (traits()->is_in_place) return good && create_edges();
    // Waves begin at rest: a generation ago they were where they are.
    if (traits()->is_waves) good = good && create_cells(&lesson.before, "before", start);
    return good && create_cells(&lesson.next, "next", NULL);
}

/* ---- Programs ---- */

static int block_y(void)
{
    return lesson.subgroups ? BLOCK_Y : BLOCK_Y_SHARED;
}

static bool create_programs(void)
{
    const wb_define *constants =
        WB_DEFINES({"GROUP", GROUP}, {"TRAIL", TRAIL}, {"MAX_AGE", MAX_AGE}, {"WORDS_X", WORDS_X},
                   {"WORDS_Y", WORDS_Y}, {"ROWS", lesson.rows}, {"PLACES", 4 * GROUP},
                   {"PACKED", traits()->is_packed}, {"BLOCK_X", BLOCK_X}, {"BLOCK_Y", block_y()},
                   {"STRIP", STRIP}, {"DEPTH", lesson.depth}, {"SUBGROUPS", lesson.subgroups},
                   {"BORN", lesson.born}, {"SURVIVES", lesson.survives}, {"RADIUS", lesson.radius},
                   {"WIDE_X", WIDE_X}, {"WIDE_Y", WIDE_Y}, {"DROP", DROP});
    lesson.kernel = wb_program_compute(wb_current_variant()->kernel, constants);
    lesson.picture = wb_program_draw(
        "draw/picture.vert", traits()->is_waves ? "04_life/waves.frag" : "04_life/cells.frag",
        constants);
    if (traits()->is_in_place)
        lesson.borders = wb_program_compute("04_life/borders.comp", constants);
    return lesson.kernel != 0 && lesson.picture != 0 &&
           (lesson.borders != 0 || !traits()->is_in_place);
}

static void delete_programs(void)
{
    glDeleteProgram(lesson.kernel);
    glDeleteProgram(lesson.borders);
    glDeleteProgram(lesson.picture);
    lesson.kernel = lesson.borders = lesson.picture = 0;
}

static void count_groups(void)
{
    int columns = traits()->is_packed ? words_in_row() : lesson.width;
    int group_x = GROUP, group_y = GROUP;
    if (traits()->is_packed) {
        group_x = WORDS_X;
        group_y = WORDS_Y * lesson.rows;
    }
    if (traits()->is_blocked) { // what is left of a tile without its halo
        group_x = BLOCK_X - 2;
        group_y = block_y() * STRIP - 2 * lesson.depth;
    }
    if (traits()->is_gas) group_x = group_y = 2 * GROUP; // an invocation has a block of 2 x 2
    lesson.groups_x = wb_groups_for(columns, group_x);
    lesson.groups_y = wb_groups_for(lesson.height, group_y);
}

/* ---- Start and end ---- */

bool init(void)
{
    int *start = calloc(cell_count(), sizeof *start);
    if (start == NULL)
        wb_error("there is no memory for a grid of %d x %d", lesson.width, lesson.height);
    lesson.generation = 0;
    lesson.subgroups = wb_subgroup_ballot(BLOCK_X * BLOCK_Y, BLOCK_X);
    count_groups();
    bool good = start != NULL && scene_fill(start) && create_buffers(start) && create_programs();
    free(start);
    return good;
}

void quit(void)
{
    wb_buffer_delete(&lesson.cells);
    wb_buffer_delete(&lesson.next);
    wb_buffer_delete(&lesson.before);
    wb_buffer_delete(&lesson.edges);
    delete_programs();
}

bool rebuild(void)
{
    delete_programs();
    count_groups();
    return create_programs();
}

wb_cost cost(void)
{
    double cells = (double)cell_count() * lesson.generations;
    double bytes = 4.0;
    if (traits()->is_in_place) // 60 of a tile's 256 cells are written and read once more
        bytes = 4.0 + 4.0 * (4 * GROUP - 4) / (GROUP * GROUP);
    if (traits()->is_packed) bytes = 1.0 / 8.0;
    if (traits()->is_blocked) // once a dispatch, whatever the generations
        bytes *= (double)wb_groups_for(lesson.generations, lesson.depth) / lesson.generations;
    return (wb_cost){.read_bytes = (traits()->is_waves ? 2.0 : 1.0) * bytes * cells,
                     .written_bytes = bytes * cells,
                     .items = cells,
                     .item = "cell updates"};
}

/* ---- The mouse paints ---- */

void paint(int x, int y, bool erase)
{
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glBufferSubData and glGetBufferSubData
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, lesson.cells.id);
    if (!traits()->is_packed) {
        GLintptr at = (GLintptr)y * lesson.width + x;
        int drop = traits()->is_waves ? DROP : 1;
        glBufferSubData(GL_SHADER_STORAGE_BUFFER, at * 4, 4, &(int){erase ? 0 : drop});
        return;
    }
    GLintptr at = (GLintptr)y * words_in_row() + x / 32;
    uint32_t word, bit = 1u << x % 32;
    glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, at * 4, 4, &word);
    word = erase ? word & ~bit : word | bit;
    glBufferSubData(GL_SHADER_STORAGE_BUFFER, at * 4, 4, &word);
}
