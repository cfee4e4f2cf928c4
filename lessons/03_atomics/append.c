// A list of those that are kept. Its order is left to chance; who is in it is not.
#include "atomics.h"

#include <stdlib.h>
#include <string.h>

enum { LIMIT = 1 };                                         // uniform location
enum { LIST = MORE };                                       // storage block binding
enum { VALUES_SHOWN = 2, VALUES_LIMIT = 3, LIST_ROWS = 4 }; // for the picture

static bool init(void)
{
    size_t count = atomics.count > 0 ? (size_t)atomics.count : 1;
    return create_values() &&
           wb_buffer_create(
               &atomics.length,
               &(wb_buffer_desc){.name = "length", .type = WB_U32, .shape = {1}, .state = true}) &&
           wb_buffer_create(&atomics.list,
                            &(wb_buffer_desc){.name = "list", .type = WB_U32, .shape = {count}});
}

/* ---- The versions ---- */

// They differ in their kernels only.
void step_append(void)
{
    extent groups = groups_for(atomics.count, 1);
    clear_words(&atomics.length, 0, 1);

    wb_pass_begin("append");
    glUseProgram(atomics.kernel);
    glUniform1ui(COUNT, (GLuint)atomics.count);
    glUniform1ui(LIMIT, value_limit());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IN, atomics.values.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OUT, atomics.length.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, LIST, atomics.list.id);
    glDispatchCompute(groups.x, groups.y, 1);
    // The picture reads the list; the next frame clears its length, and writes it again.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

/* ---- The picture ---- */

static void draw(const wb_view *view)
{
    int columns = 512, rows = (atomics.count + columns - 1) / columns, gap = 24;
    int list_rows = ((int)atomics.kept + columns - 1) / columns;
    glProgramUniform1ui(atomics.canvas, VALUES_SHOWN, (GLuint)atomics.count);
    glProgramUniform1ui(atomics.canvas, VALUES_LIMIT, value_limit());
    glProgramUniform2i(atomics.canvas, LIST_ROWS, rows, gap);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IN, atomics.values.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OUT, atomics.length.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, LIST, atomics.list.id);
    draw_grid(view, atomics.canvas, columns, rows + gap + list_rows, 128.0f, 100.0f, 1024.0f,
              690.0f);
    draw_heading(view, "Who is kept, and the list of them",
                 "Above: the values that are kept, coloured by where they stand. Below: the list.");
    // The next frame writes the list that the picture reads.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

/* ---- The oracle ---- */

static bool expect(const char *buffer, int64_t steps, void *expected)
{
    return strcmp(buffer, "length") == 0 && expect_kept(steps, expected);
}

static int compare_words(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

// In ascending order the list is that of a plain loop over all values; behind its end nobody wrote.
static bool compare_list(uint32_t *list, const uint32_t *values)
{
    size_t size = (size_t)atomics.list.size_bytes / 4, length = 0;
    uint32_t *expected = malloc(size * sizeof *expected);
    if (expected == NULL) return false;
    memset(expected, 0xCD, size * sizeof *expected); // as wb_buffer_create() leaves it
    for (int i = 0; i < atomics.count; i++)
        if (values[i] < value_limit()) expected[length++] = (uint32_t)i;
    qsort(list, length, sizeof *list, compare_words);
    wb_array array = {.type = WB_U32, .dimensions = 1, .shape = {size}, .data = list};
    bool good = wb_check_equal("list, sorted", &array, expected);
    free(expected);
    return good;
}

static bool verify(void)
{
    uint32_t *list = copy_of(&atomics.list), *values = copy_of(&atomics.values);
    bool good = list != NULL && values != NULL && compare_list(list, values);
    free(list);
    free(values);
    return good;
}

static wb_cost cost(void)
{
    return (wb_cost){.read_bytes = 4.0 * atomics.count,
                     .written_bytes = 4.0 * atomics.kept,
                     .items = atomics.count,
                     .item = "values"};
}

const lesson_part append_part = {
    .name = "append",
    .init = init,
    .canvas = "03_atomics/list.frag",
    .draw = draw,
    .expect = expect,
    .verify = verify,
    .cost = cost,
};
