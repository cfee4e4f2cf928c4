// The dispatches of a frame. They ping-pong: a dispatch reads one buffer and writes the other, a
// barrier, and the two swap.
#include "steps.h"

#include "state.h"

enum { CELLS = 0, NEXT = 1, EDGES = 1, BEFORE = 2 }; // storage block bindings
enum { SIZE = 0, GENERATIONS = 1, TURN = 1 };        // uniform locations

/* ---- The versions ---- */

// One dispatch of the kernel over the whole grid.
static void dispatch_generation(void)
{
    glUseProgram(lesson.kernel);
    glUniform2i(SIZE, lesson.width, lesson.height);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, CELLS, lesson.cells.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NEXT, lesson.next.id);
    glDispatchCompute(lesson.groups_x, lesson.groups_y, 1);
}

void step_ping_pong(void)
{
    for (int i = 0; i < lesson.generations; i++) {
        wb_pass_begin("life");
        dispatch_generation();
        // The next generation, and the picture, read what this one wrote.
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
        wb_pass_end();
        wb_buffer_swap(&lesson.cells, &lesson.next);
        lesson.generation++;
    }
}

void step_in_place(void)
{
    for (int i = 0; i < lesson.generations; i++) {
        wb_pass_begin("interior");
        glUseProgram(lesson.kernel);
        glUniform2i(SIZE, lesson.width, lesson.height);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, CELLS, lesson.cells.id);
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, EDGES, lesson.edges.id);
        glDispatchCompute(lesson.groups_x, lesson.groups_y, 1);
        // The second dispatch reads `edges`, and overwrites cells that this one read.
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
        wb_pass_end();

        wb_pass_begin("borders");
        glUseProgram(lesson.borders);
        glUniform2i(SIZE, lesson.width, lesson.height);
        glDispatchCompute(lesson.groups_x, lesson.groups_y, 1);
        // The next generation, and the picture, read `cells`.
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
        wb_pass_end();
        lesson.generation++;
    }
}

void step_blocked(void)
{
    for (int left = lesson.generations; left > 0; left -= lesson.depth) {
        int now = left < lesson.depth ? left : lesson.depth; // fewer in the last dispatch
        wb_pass_begin("life");
        glUseProgram(lesson.kernel);
        glUniform1i(GENERATIONS, now);
        dispatch_generation();
        // The next dispatch, and the picture, read what this one wrote.
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
        wb_pass_end();
        wb_buffer_swap(&lesson.cells, &lesson.next);
        lesson.generation += now;
    }
}

/* ---- Waves: three buffers ---- */

// [waves]
void step_waves(void)
{
    for (int i = 0; i < lesson.generations; i++) {
        wb_pass_begin("waves");
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, BEFORE, lesson.before.id);
        dispatch_generation();
        // The next generation, and the picture, read what this one wrote.
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
        wb_pass_end();
        // The ring: what is now was before, what comes next is now, and the oldest is free.
        wb_buffer_swap(&lesson.before, &lesson.cells);
        wb_buffer_swap(&lesson.cells, &lesson.next);
        lesson.generation++;
    }
}
// [/waves]

/* ---- The gas, a task ---- */

void step_gas(void)
{
    for (int i = 0; i < lesson.generations; i++) {
        wb_pass_begin("gas");
        glUseProgram(lesson.kernel);
        glUniform2i(SIZE, lesson.width, lesson.height);
        glUniform1i(TURN, (int)(lesson.generation % 2));
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, CELLS, lesson.cells.id);
        glDispatchCompute(lesson.groups_x, lesson.groups_y, 1);
        // The next generation, and the picture, read what this one wrote.
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
        wb_pass_end();
        lesson.generation++;
    }
}

/* ---- The broken variants ---- */

void step_one_buffer(void)
{
    for (int i = 0; i < lesson.generations; i++) {
        wb_pass_begin("one buffer");
        dispatch_generation(); // BROKEN: the kernel reads and writes `cells`
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // for the next generation and the picture
        wb_pass_end();
        lesson.generation++;
    }
}

void step_late_swap(void)
{
    for (int i = 0; i < lesson.generations; i++) {
        wb_pass_begin("life");
        dispatch_generation();
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // for the next generation and the picture
        wb_pass_end();
        // BROKEN: swaps a generation late, so each is computed twice from the same cells
        if (lesson.generation++ % 2 == 1) wb_buffer_swap(&lesson.cells, &lesson.next);
    }
}

void step_no_barrier(void)
{
    for (int i = 0; i < lesson.generations; i++) {
        wb_pass_begin("life");
        dispatch_generation(); // BROKEN: nothing orders this generation before the next
        wb_pass_end();
        wb_buffer_swap(&lesson.cells, &lesson.next);
        lesson.generation++;
    }
}
