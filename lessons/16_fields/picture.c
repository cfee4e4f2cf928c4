#include "picture.h"

#include "state.h"

#include <stdio.h>

void filter_draw(const wb_view *view)
{
    const wb_grid_view *grid = &view->grid;
    float split = lesson.split * (float)lesson.columns, x = grid->x + grid->scale * split;
    glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT); // the picture's shader fetches what was stored
    glActiveTexture(GL_TEXTURE0 + NOW);
    glBindTexture(GL_TEXTURE_2D, lesson.now.id);
    glActiveTexture(GL_TEXTURE0 + NEXT);
    glBindTexture(GL_TEXTURE_2D, lesson.next.id);
    glUseProgram(lesson.picture);
    glUniform1f(SPLIT, split);
    wb_draw_cells(lesson.picture, *grid, lesson.columns, lesson.rows);
    wb_draw_line(x, grid->y, x, grid->y + grid->scale * (float)lesson.rows, 2.0f,
                 (wb_colour){1.0f, 0.78f, 0.3f, 0.9f});
}

void draw(const wb_view *view)
{
    // The picture's shader fetches the field. If the steps fetch it, too, they have the barrier,
    // but none for the light.
    if (!traits()->is_sampled || traits()->is_lit) glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
    glActiveTexture(GL_TEXTURE0 + NOW);
    glBindTexture(GL_TEXTURE_2D, lesson.now.id);
    if (traits()->is_lit) {
        glActiveTexture(GL_TEXTURE0 + SUNLIT);
        glBindTexture(GL_TEXTURE_2D, lesson.light.id);
    }
    wb_draw_cells(lesson.picture, view->grid, lesson.columns, lesson.rows);
}

void status(char *text, size_t size)
{
    bool too_fast = lesson.before.id != 0 && lesson.courant * lesson.courant > 0.5f;
    snprintf(text, size, "step %lld%s", (long long)lesson.step,
             too_fast ? "; too fast: a checkered pattern grows until it is all" : "");
}
