// What is dispatched, part by part. How a kernel uses its shared memory stands in the kernel; from
// here it gets buffers, numbers, and as many work groups as cover the data.
#include "steps.h"

#include "state.h"

/* ---- Blur ---- */

enum { SIZE = 0 }; // uniform location: words in a row, rows

static void dispatch_blur(GLuint groups_x, GLuint groups_y)
{
    wb_pass_begin("blur");
    glUseProgram(lesson.blur.kernel);
    glUniform2i(SIZE, lesson.blur.pitch, lesson.blur.rows);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IMAGE, lesson.blur.image.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, BLURRED, lesson.blur.blurred.id);
    glDispatchCompute(groups_x, groups_y, 1);
    // The picture reads `blurred`, and the next frame writes it again.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

void step_blur(void)
{
    if (lesson.blur.kernel == 0) return; // too_much: there is nothing to run
    dispatch_blur(wb_groups_for(lesson.blur.pitch, PIXELS),
                  wb_groups_for(lesson.blur.rows, PIXELS));
}

void step_blur_separable(void)
{
    wb_pass_begin("rows");
    glUseProgram(lesson.blur.kernel);
    glUniform2i(SIZE, lesson.blur.pitch, lesson.blur.rows);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IMAGE, lesson.blur.image.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, ROW_SUMS, lesson.blur.row_sums.id);
    glDispatchCompute(wb_groups_for(lesson.blur.pitch, 4 * QUADS_X),
                      wb_groups_for(lesson.blur.rows, LINES), 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // the second dispatch reads `row_sums`
    wb_pass_end();

    wb_pass_begin("columns");
    glUseProgram(lesson.blur.second_kernel);
    glUniform2i(SIZE, lesson.blur.pitch, lesson.blur.rows);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, BLURRED, lesson.blur.blurred.id);
    glDispatchCompute(wb_groups_for(lesson.blur.pitch, 4 * QUADS_X),
                      wb_groups_for(lesson.blur.rows, LINES * COLUMN_ROWS), 1);
    // The picture reads `blurred`; the next frame overwrites `row_sums`, which this one has read.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

void step_blur_fused(void)
{
    dispatch_blur(wb_groups_for(lesson.blur.pitch, 4 * QUADS_X),
                  wb_groups_for(lesson.blur.rows, LINES * lesson.blur.rows_each));
}

void step_blur_walk(void)
{
    dispatch_blur(wb_groups_for(lesson.blur.pitch, 4 * QUADS_X),
                  wb_groups_for(lesson.blur.rows, LINES * blur_walk_rows()));
}

/* ---- Banks ---- */

void step_banks(void)
{
    enum { PITCH = 0, ROUNDS = 1 }; // uniform locations
    const banks_traits *traits = wb_current_variant()->data;
    wb_pass_begin("banks");
    glUseProgram(lesson.banks.kernel);
    if (!traits->random)
        glUniform1ui(PITCH, banks_pitch(lesson.banks.stride)); // no constant: banks.comp says why
    glUniform1ui(ROUNDS, (GLuint)lesson.banks.rounds);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, SUMS, lesson.banks.sums.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, ADDRESSES, lesson.banks.addresses.id);
    glDispatchCompute((GLuint)lesson.banks.groups, 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // the next frame writes the same sums again
    wb_pass_end();
}

/* ---- Chase ---- */

void step_chase(void)
{
    enum { TABLE_WORDS = 0 }; // uniform location
    wb_pass_begin("chase");
    glUseProgram(lesson.chase.kernel);
    glUniform1ui(TABLE_WORDS, (GLuint)chase_table_words());
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, TABLE, lesson.chase.table.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, END, lesson.chase.end.id);
    glDispatchCompute(1, 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // the next frame goes on from `end`
    wb_pass_end();
}

/* ---- Matmul ---- */

void step_matmul(void)
{
    enum { N = 0, PITCH = 1 }; // uniform locations
    const matmul_traits *traits = wb_current_variant()->data;
    wb_pass_begin("matmul");
    glUseProgram(lesson.matmul.kernel);
    glUniform1i(N, lesson.matmul.n);
    glUniform1i(PITCH, lesson.matmul.pitch);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, A, lesson.matmul.a.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, B, lesson.matmul.b.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, C, lesson.matmul.c.id);
    glDispatchCompute(wb_groups_for(lesson.matmul.pitch, traits->columns),
                      wb_groups_for(lesson.matmul.n, traits->rows), 1);
    // The picture reads `c`, and the next frame writes it again.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

/* ---- Scan ---- */

void step_scan(void)
{
    enum { N = 0 }; // uniform location
    wb_pass_begin("scan");
    glUseProgram(lesson.scan.kernel);
    glUniform1ui(N, (GLuint)lesson.scan.n);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, VALUES, lesson.scan.values.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, SCAN, lesson.scan.scan.id);
    if (scan_has_tree()) glBindBufferBase(GL_SHADER_STORAGE_BUFFER, TREE, lesson.scan.tree.id);
    glDispatchCompute(wb_groups_for(lesson.scan.n, scan_block()), 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // the next frame writes `scan` again
    wb_pass_end();
}
