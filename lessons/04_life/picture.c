#include "picture.h"

#include "state.h"

#include <stdio.h>

enum { CELLS = 0 }; // storage block binding

// Where cells are large: lines between the tiles of two work groups.
static void draw_tiles(const wb_grid_view *grid)
{
    const wb_colour line = {0.30f, 0.61f, 1.0f, 0.55f};
    if (traits()->is_packed || traits()->is_gas || traits()->is_wide || grid->scale < 12.0f) return;
    float right = grid->x + grid->scale * (float)lesson.width;
    float bottom = grid->y + grid->scale * (float)lesson.height;
    for (int x = GROUP; x < lesson.width; x += GROUP) {
        float at = grid->x + grid->scale * (float)x;
        wb_draw_line(at, grid->y, at, bottom, 2.0f, line);
    }
    for (int y = GROUP; y < lesson.height; y += GROUP) {
        float at = grid->y + grid->scale * (float)y;
        wb_draw_line(grid->x, at, right, at, 2.0f, line);
    }
}

void draw(const wb_view *view)
{
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, CELLS, lesson.cells.id);
    wb_draw_cells(lesson.picture, view->grid, lesson.width, lesson.height);
    draw_tiles(&view->grid);
    // Only in place does the next generation overwrite the very cells that the picture still reads.
    if (traits()->is_in_place || traits()->is_gas) glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

void status(char *text, size_t size)
{
    snprintf(text, size, "generation %lld", (long long)lesson.generation);
}
