// What several parts of the lesson do: cover data with groups, clear counters, make values, lay out
// a picture.
#include "atomics.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { FIRST = 1 };              // uniform location of clear.comp
enum { LARGEST_EXTENT = 32768 }; // groups in x; 65,535 is what OpenGL promises
enum { LONGEST_WALK = 1 << 14 }; // turns of a loop; llvmpipe ends those of 65,535 turns

/* ---- Groups ---- */

extent groups_for(int count, int items)
{
    int64_t in_a_group = (int64_t)atomics.group * items;
    int64_t groups = (count + in_a_group - 1) / in_a_group;
    if (groups < 1) groups = 1; // zero groups are no dispatch
    if (groups <= LARGEST_EXTENT) return (extent){(GLuint)groups, 1};
    return (extent){LARGEST_EXTENT, (GLuint)((groups + LARGEST_EXTENT - 1) / LARGEST_EXTENT)};
}

GLuint groups_for_walk(int vectors)
{
    int enough = (vectors + atomics.group - 1) / atomics.group;
    int least = (enough + LONGEST_WALK - 1) / LONGEST_WALK;
    int groups = atomics.groups < enough ? atomics.groups : enough;
    if (groups < least) groups = least;
    return groups > 0 ? (GLuint)groups : 1;
}

/* ---- Clearing ---- */

void clear_words(const wb_buffer *buffer, int first, int count)
{
    extent groups = groups_for(count, 1);
    wb_pass_begin("clear");
    glUseProgram(atomics.clear);
    glUniform1ui(COUNT, (GLuint)count);
    glUniform1ui(FIRST, (GLuint)first);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OUT, buffer->id);
    glDispatchCompute(groups.x, groups.y, 1);
    // The next dispatch adds to these words.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

/* ---- Values ---- */

uint32_t value_limit(void)
{
    return (uint32_t)(atomics.density * LARGEST_VALUE);
}

bool create_values(void)
{
    size_t padded = ((size_t)atomics.count + 3) / 4 * 4;
    if (padded == 0) padded = 4;
    uint32_t *values = malloc(padded * sizeof *values);
    if (values == NULL) {
        wb_error("there is no memory for %d values", atomics.count);
        return false;
    }
    wb_random random = wb_random_seed(wb_seed());
    atomics.kept = 0;
    for (size_t i = 0; i < padded; i++) {
        bool is_value = i < (size_t)atomics.count;
        values[i] = is_value ? wb_random_below(&random, LARGEST_VALUE) : UINT32_MAX;
        atomics.kept += values[i] < value_limit();
    }
    bool good = wb_buffer_create(
        &atomics.values,
        &(wb_buffer_desc){.name = "values", .type = WB_U32, .shape = {padded}, .data = values});
    free(values);
    return good;
}

/* ---- For the oracles ---- */

void *copy_of(const wb_buffer *buffer)
{
    void *copy = malloc((size_t)buffer->size_bytes);
    if (copy == NULL)
        wb_error("there is no memory for a copy of the buffer %s", buffer->name);
    else
        wb_buffer_read(buffer, copy);
    return copy;
}

bool expect_kept(int64_t steps, uint32_t *kept)
{
    uint32_t *values = copy_of(&atomics.values);
    if (values == NULL || steps == 0) {
        free(values);
        return false;
    }
    *kept = 0;
    for (int i = 0; i < atomics.count; i++) *kept += values[i] < value_limit();
    free(values);
    return true;
}

/* ---- Drawing ---- */

const wb_colour INK = {0.93f, 0.94f, 0.96f, 1.0f}, FAINT = {0.62f, 0.66f, 0.73f, 1.0f};

float layout_unit(const wb_view *view)
{
    return fminf((float)view->width / 1280.0f, (float)view->height / 800.0f);
}

void draw_note(const wb_view *view, float x, float y, float size, wb_colour colour,
               const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    float unit = layout_unit(view);
    wb_draw_text(roundf(x * unit), roundf(y * unit), roundf(size * unit), colour, "%s", text);
}

void draw_heading(const wb_view *view, const char *title, const char *line)
{
    draw_note(view, 40.0f, 26.0f, 30.0f, INK, "%s", title);
    draw_note(view, 40.0f, 66.0f, 18.0f, FAINT, "%s", line);
}

void draw_panel(const wb_view *view, GLuint program, float x, float y, int width, int height)
{
    float unit = layout_unit(view);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA); // premultiplied, as panel.glsl says
    wb_draw_cells(program, (wb_grid_view){roundf(x * unit), roundf(y * unit), unit}, width, height);
    glDisable(GL_BLEND);
}

void draw_grid(const wb_view *view, GLuint program, int columns, int rows, float x, float y,
               float width, float height)
{
    float unit = layout_unit(view);
    float scale = fminf(width * unit / (float)columns, height * unit / (float)rows);
    if (scale > 1.0f) scale = floorf(scale);
    wb_draw_cells(program, (wb_grid_view){roundf(x * unit), roundf(y * unit), scale}, columns,
                  rows);
}
