#include "picture.h"

#include "state.h"

#include <stdio.h>

enum { CELLS = 0 }; // storage block binding

void draw(const wb_view *view)
{
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, CELLS, lesson.cells.id);
    wb_draw_cells(lesson.picture, view->grid, lesson.width, lesson.height);
    // Only in place does the next generation overwrite the very cells that the picture still reads.
    if (way()->is_in_place) glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

void status(char *text, size_t size)
{
    snprintf(text, size, "generation %lld", (long long)lesson.generation);
}
