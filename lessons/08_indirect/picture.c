// The picture: light is added up in a float texture, then toned into the picture; below the
// fountain lie the work groups.
#include "picture.h"
#include "gl/light.h"
#include "state.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static const wb_colour BRIGHT = {0.85f, 0.86f, 0.89f, 1.0f}, MUTED = {0.58f, 0.60f, 0.66f, 1.0f};
static const wb_colour SHADE = {0.02f, 0.022f, 0.03f, 1.0f}; // behind the groups

/* Uniform locations of the shaders of the same names. */

// By speed, particles are orange from here on: the highest jets leave their nozzles with it.
static const float FASTEST_M_PER_S = 10.0f;

// Not in `lesson`, with which the stepper goes back in time: the texture comes and goes with the
// picture's size.
static struct {
    GLuint streaks, glow, gauge, number; // programs; `number` only in a variant that counts
    wb_light light;
    GLuint vertices; // an empty vertex array
} picture;

/* ---- Start and end ---- */

bool picture_create(const wb_define *constants)
{
    picture.streaks =
        wb_program_draw("08_indirect/sprite.vert", "08_indirect/sprite.frag", constants);
    picture.glow = wb_program_draw("draw/picture.vert", "08_indirect/glow.frag", constants);
    picture.gauge = wb_program_draw("draw/picture.vert", "08_indirect/gauge.frag", constants);
    if (is_counted())
        picture.number = wb_program_draw("draw/picture.vert", "08_indirect/number.frag", constants);
    glGenVertexArrays(1, &picture.vertices);
    return picture.streaks != 0 && picture.glow != 0 && picture.gauge != 0 &&
           (picture.number != 0 || !is_counted());
}

void picture_delete(void)
{
    glDeleteProgram(picture.streaks);
    glDeleteProgram(picture.glow);
    glDeleteProgram(picture.gauge);
    glDeleteProgram(picture.number);
    glDeleteVertexArrays(1, &picture.vertices);
    wb_light_delete(&picture.light);
    memset(&picture, 0, sizeof picture);
}

/* ---- The light ---- */

// A streak for each particle; `mirrored` in the water. The GPU knows how many.
static void draw_streaks(const wb_view *view, bool mirrored)
{
    // At a given size of the picture, that many streaks make about the same light, whatever their
    // number.
    double particles = 0.5 * (double)lesson.plan.births;
    double energy = 60000.0 / fmax(particles, 500.0) * 0.55;
    glUseProgram(picture.streaks);
    glUniformMatrix4fv(VIEW, 1, GL_FALSE, &view->eye.view[0][0]);
    glUniformMatrix4fv(PROJECTION, 1, GL_FALSE, &view->eye.projection[0][0]);
    glUniform2f(PICTURE_SIZE, (float)view->width, (float)view->height);
    glUniform1f(MIRROR, mirrored ? -1.0f : 1.0f);
    glUniform1f(ENERGY, (float)energy);
    glUniform1f(FASTEST, lesson.colour == 1 ? FASTEST_M_PER_S : 0.0f);
    glBindVertexArray(picture.vertices);
    if (is_counted())
        glDrawArraysIndirect(GL_TRIANGLE_STRIP, (const void *)offsetof(commands, vertices));
    else
        glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, lesson.slots);
}

// Where the horizon of the plane y = 0 lies, as a share of the picture's height.
static float horizon_of(const wb_view *view)
{
    const float(*v)[4] = view->eye.view;
    // A point far away in the direction of sight, at the eye's own height.
    double forward[2] = {-(double)v[0][2], -(double)v[2][2]};
    float length = (float)sqrt(forward[0] * forward[0] + forward[1] * forward[1]);
    float x = (float)forward[0] / length, z = (float)forward[1] / length;
    float up = v[0][1] * x + v[2][1] * z, away = -(v[0][2] * x + v[2][2] * z);
    return 0.5f + 0.5f * view->eye.projection[1][1] * up / away;
}

// Tones the light into the framebuffer that was bound before.
static void show_light(const wb_view *view)
{
    wb_light_end(&picture.light);
    glUseProgram(picture.glow);
    glUniform2f(PICTURE_SIZE, (float)view->width, (float)view->height);
    glUniform1f(HORIZON, horizon_of(view));
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

/* ---- The groups ---- */

enum { MARGIN = 24, MOST_CELLS = 4000 };

static void scissor(int x, int y, int width, int height)
{
    glEnable(GL_SCISSOR_TEST);
    if (width < 0) width = 0; // of a picture narrower than its margins
    glScissor(x, y, width, height);
    glUniform4f(AREA, (float)x, (float)y, (float)width, (float)height);
}

static void draw_number(const wb_view *view)
{
    glUseProgram(picture.number);
    glBindVertexArray(picture.vertices);
    glUniform1f(SQUARE, 5.0f);
    scissor(view->width - MARGIN - 200, view->height - MARGIN - 25, 200, 25);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glDisable(GL_SCISSOR_TEST);
    float label = wb_draw_text_width(16.0f, "alive, counted and written by the GPU");
    wb_draw_text((float)(view->width - MARGIN) - label, MARGIN + 34.0f, 16.0f, MUTED,
                 "alive, counted and written by the GPU");
}

// The groups that run, of those that the pool would take.
static void draw_gauge(const wb_view *view)
{
    uint32_t slots = lesson.plan.slots, groups = wb_groups_for(slots, particles_a_group());
    uint32_t cell_groups = (groups + MOST_CELLS - 1) / MOST_CELLS;
    int cells = (int)((groups + cell_groups - 1) / cell_groups), width = view->width - 2 * MARGIN;
    int pitch = cells > 2000 ? 4 : cells > 500 ? 5 : 8;
    int columns = width / pitch > 1 ? width / pitch : 1, rows = (cells + columns - 1) / columns;
    float top = (float)(view->height - MARGIN - rows * pitch);
    wb_draw_rectangle(0.0f, top - 40.0f, (float)view->width, (float)view->height - top + 40.0f,
                      SHADE);
    glUseProgram(picture.gauge);
    glBindVertexArray(picture.vertices);
    glUniform3i(CELLS, columns, rows, pitch);
    glUniform1ui(PLAN_SLOTS, slots);
    glUniform1ui(CELL_GROUPS, cell_groups);
    scissor(MARGIN, MARGIN, width, rows * pitch);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glDisable(GL_SCISSOR_TEST);

    char cell[40] = "";
    if (cell_groups > 1) snprintf(cell, sizeof cell, ", %u in a cell", cell_groups);
    wb_draw_text(MARGIN, top - 26.0f, 16.0f, MUTED, "work groups%s: %s", cell,
                 is_counted() ? "lit ones run, and no others are started"
                              : "all run; the darker, the fewer of their slots live");
    wb_draw_text(MARGIN, MARGIN, 24.0f, BRIGHT, "%s", traits()->label);
    wb_draw_text(MARGIN, MARGIN + 34.0f, 16.0f, MUTED, "a pool of %u slots, %u in a group", slots,
                 particles_a_group());
    if (lesson.colour == 1)
        wb_draw_text(MARGIN, MARGIN + 58.0f, 16.0f, MUTED,
                     "colour: from blue, 0 m/s, to orange, %.0f m/s", (double)FASTEST_M_PER_S);
    if (is_counted()) draw_number(view);
}

/* ---- The whole ---- */

void draw(const wb_view *view)
{
    bool dense = traits()->dense;
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, POOL, dense ? lesson.particles.id : lesson.pool.id);
    if (traits()->listed) glBindBufferBase(GL_SHADER_STORAGE_BUFFER, LIVING, lesson.living.id);
    if (is_counted()) {
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, COMMANDS, lesson.commands.id);
        glBindBuffer(GL_DRAW_INDIRECT_BUFFER, lesson.commands.id);
        // glDrawArraysIndirect reads the count that the frame has made. The barrier of one_dispatch
        // and dense has seen to that: their next dispatch takes its groups from the same buffer.
        if (!traits()->one_dispatch) glMemoryBarrier(GL_COMMAND_BARRIER_BIT);
    }
    wb_light_begin(&picture.light, view->width, view->height);
    draw_streaks(view, true);
    draw_streaks(view, false);
    show_light(view);
    draw_gauge(view);
    // The next frame overwrites the particles, and the slots in the list, that the picture reads;
    // but that of `dense` writes to the other array and to other commands.
    if (!dense) glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

void status(char *text, size_t size)
{
    snprintf(text, size, "%.2f s", (double)lesson.frame / STEPS_PER_SECOND);
}
