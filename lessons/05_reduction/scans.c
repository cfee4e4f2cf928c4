#include "scans.h"

enum { GROUP = 256, MOST_IN_ROW = 32768 }; // of shift_add.comp: invocations, groups in a row
enum { FROM = 0, TO = 1 };                 // storage block bindings
enum { COUNT = 0, REACH = 1 };             // uniform locations

static bool create_naive(scans_part *part)
{
    part->kernel = wb_program_compute("05_reduction/shift_add.comp", WB_DEFINES({"GROUP", GROUP}));
    return part->kernel != 0 &&
           wb_buffer_create(
               &part->other,
               &(wb_buffer_desc){.name = "other", .type = WB_U32, .shape = {(size_t)part->count}});
}

bool scans_create(scans_part *part, int count, scans_way way)
{
    part->count = count;
    part->picture = wb_program_draw("draw/picture.vert", "05_reduction/scan.frag",
                                    WB_DEFINES({"TILE", WB_SCAN_TILE}));
    bool good = part->picture != 0 &&
                wb_buffer_create(&part->prefix, &(wb_buffer_desc){.name = "prefix",
                                                                  .type = WB_U32,
                                                                  .shape = {(size_t)count},
                                                                  .state = true});
    if (way == SCANS_NAIVE) return good && create_naive(part);
    return good &&
           wb_scan_create(&part->scan, (uint32_t)count,
                          way == SCANS_SINGLE ? WB_SCAN_SINGLE_PASS : WB_SCAN_THREE_DISPATCHES);
}

void scans_delete(scans_part *part)
{
    wb_buffer_delete(&part->prefix);
    wb_buffer_delete(&part->other);
    wb_scan_delete(&part->scan);
    glDeleteProgram(part->kernel);
    glDeleteProgram(part->picture);
    *part = (scans_part){0};
}

// Reads `from`; what it writes is then in `prefix`.
static void naive_round(scans_part *part, GLuint from, GLuint reach)
{
    GLuint groups = ((GLuint)part->count + GROUP - 1) / GROUP;
    GLuint columns = groups < MOST_IN_ROW ? groups : MOST_IN_ROW;
    wb_pass_begin("naive");
    glUniform1ui(COUNT, (GLuint)part->count);
    glUniform1ui(REACH, reach);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, FROM, from);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, TO, part->other.id);
    glDispatchCompute(columns, (groups + columns - 1) / columns, 1);
    // The next round, and the picture, read what this one wrote, and it overwrites what this one
    // read.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
    wb_buffer_swap(&part->prefix, &part->other);
}

void scans_step_naive(scans_part *part, const wb_buffer *values)
{
    glUseProgram(part->kernel);
    naive_round(part, values->id, 0);
    for (int reach = 1; reach < part->count; reach *= 2)
        naive_round(part, part->prefix.id, (GLuint)reach);
}

void scans_step_block(scans_part *part, const wb_buffer *values)
{
    wb_scan_exclusive(&part->scan, values->id, part->prefix.id, (uint32_t)part->count);
}

/* ---- The picture ---- */

enum { VALUES = 0, PREFIX = 1 };             // storage block bindings of scan.frag
enum { LENGTH = 2 };                         // its uniform location
enum { LEFT = 40, UPPER = 110, BELOW = 40 }; // pixels around the graphs

void scans_draw(const scans_part *part, const wb_buffer *values, const wb_view *view)
{
    const wb_colour grey = {0.66f, 0.68f, 0.72f, 1.0f};
    glUseProgram(part->picture);
    glUniform1ui(LENGTH, (GLuint)part->count);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, VALUES, values->id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, PREFIX, part->prefix.id);
    wb_draw_cells(part->picture, (wb_grid_view){LEFT, UPPER, 1}, view->width - 2 * LEFT,
                  view->height - UPPER - BELOW);
    // The single pass overwrites `prefix` at once; the others have a barrier on their way to that.
    if (part->scan.single_pass != 0) glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);

    wb_draw_text(LEFT, 26, 28, (wb_colour){0.92f, 0.93f, 0.95f, 1}, "Prefix sums of %d numbers",
                 part->count);
    wb_draw_text(LEFT, 70, 17, grey, "the numbers");
    wb_draw_text(LEFT, UPPER + 0.375f * (float)(view->height - UPPER - BELOW), 17,
                 (wb_colour){1.0f, 0.78f, 0.30f, 1.0f},
                 "the sum of all numbers before each of them");
    wb_draw_text(
        LEFT, (float)view->height - 32, 17, grey,
        "lines: tiles of %d; dark: what the second of three dispatches knows; bright: what "
        "the third adds",
        WB_SCAN_TILE);
}
