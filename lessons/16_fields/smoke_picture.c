#include "smoke.h"

#include "state.h"

#include <stdio.h>

void smoke_draw(const wb_view *view)
{
    const smoke_state *s = &lesson.smoke; // the steps have the barrier for what is fetched here
    glActiveTexture(GL_TEXTURE0 + SMOKE);
    glBindTexture(GL_TEXTURE_3D, s->smoke.id);
    glActiveTexture(GL_TEXTURE0 + HEAT);
    glBindTexture(GL_TEXTURE_3D, s->heat.id);
    glUseProgram(s->picture);
    glUniform1i(SLICE, s->size[2] / 2);
    wb_draw_cells(s->picture, view->grid, lesson.columns, lesson.rows);
}

void smoke_status(char *text, size_t size)
{
    snprintf(text, size, "step %lld", (long long)lesson.step);
}
