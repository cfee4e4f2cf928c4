// The picture: the boids' bodies, instanced out of the buffers that the kernels wrote; the torus as
// a box; what else is there; and the order parameter over time.
#include "picture.h"
#include "draw/slots.h"
#include "scene.h"
#include "state.h"
#include "steps.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Constants ---- */

enum { BODY_VERTICES = 27, TRAIL_VERTICES = 3 };

static const float BODY_M = 1.15f, SMALLEST_BODY = 0.0035f; // m; in boxes
static const float SHARK_BODIES = 5.0f, TARGET_SIZE = 0.012f;
static const wb_colour TEXT = {0.86f, 0.89f, 0.93f, 1.0f}, DIM = {0.58f, 0.63f, 0.70f, 1.0f};
static const wb_colour WARNING = {1.0f, 0.62f, 0.42f, 1.0f};
static const wb_colour EDGE = {0.42f, 0.52f, 0.66f, 0.55f};

static struct {
    GLuint sky, boid, trail, ball, plot;
    GLuint vertex_array;
} picture;

/* ---- Start and end ---- */

bool picture_create(void)
{
    picture.sky = wb_program_draw("draw/picture.vert", "11_boids/view/sky.frag", NULL);
    picture.boid = wb_program_draw("11_boids/view/boid.vert", "11_boids/view/boid.frag", NULL);
    picture.trail = wb_program_draw("11_boids/view/trail.vert", "11_boids/view/trail.frag", NULL);
    picture.ball = wb_program_draw("11_boids/view/ball.vert", "11_boids/view/ball.frag", NULL);
    picture.plot = wb_program_draw("draw/rectangle.vert", "11_boids/view/plot.frag", NULL);
    glGenVertexArrays(1, &picture.vertex_array);
    return picture.sky != 0 && picture.boid != 0 && picture.trail != 0 && picture.ball != 0 &&
           picture.plot != 0;
}

void picture_delete(void)
{
    glDeleteProgram(picture.sky);
    glDeleteProgram(picture.boid);
    glDeleteProgram(picture.trail);
    glDeleteProgram(picture.ball);
    glDeleteProgram(picture.plot);
    glDeleteVertexArrays(1, &picture.vertex_array);
    memset(&picture, 0, sizeof picture);
}

/* ---- Bodies ---- */

void to_picture(float place[3])
{
    for (int k = 0; k < 3; k++) place[k] = place[k] * lesson.f.per_box - 0.5f;
}

// In the picture's space the box is a cube of side 1 around 0.
static float body_size(void)
{
    return fmaxf(BODY_M * lesson.f.per_box, SMALLEST_BODY);
}

// For boids, or for their trails.
static void use_bodies(GLuint program, const wb_view *view)
{
    const float *p = view->eye.position;
    float distance = sqrtf(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
    glUseProgram(program);
    glUniformMatrix4fv(VIEW, 1, GL_FALSE, &view->eye.view[0][0]);
    glUniformMatrix4fv(PROJECTION, 1, GL_FALSE, &view->eye.projection[0][0]);
    glUniform4f(PLACING, lesson.f.per_box, body_size(), distance - 0.75f, distance + 0.9f);
    glUniform1i(LOOK, lesson.view);
    glUniform2f(PICTURE_SIZE, (float)view->width, (float)view->height);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, POSITIONS, lesson.positions.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, VELOCITIES, lesson.velocities.id);
    glBindVertexArray(picture.vertex_array);
}

// One draw call, and no vertex in memory: the vertex shader makes them from its number.
static void draw_boids(const wb_view *view)
{
    use_bodies(picture.boid, view);
    glUniform1f(TIME, (float)lesson.time_s);
    glUniform4f(SHARK, 0.0f, 0.0f, 0.0f, 0.0f);
    glUniform3f(SHARK_HEADING, 0.0f, 0.0f, 0.0f);
    glDrawArraysInstanced(GL_TRIANGLES, 0, BODY_VERTICES, (GLsizei)lesson.f.count);
}

// Behind all that is solid; among themselves in the order of their numbers.
static void draw_trails(const wb_view *view)
{
    use_bodies(picture.trail, view);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glDepthMask(GL_FALSE);
    glDrawArraysInstanced(GL_TRIANGLES, 0, TRAIL_VERTICES, (GLsizei)lesson.f.count);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
}

// A larger body of the same form, for what is hunting: it looks where it will be.
static void draw_hunter(const wb_view *view, const float now[4], const float soon[4])
{
    use_bodies(picture.boid, view);
    glUniform1f(TIME, (float)lesson.time_s);
    glUniform4f(SHARK, now[0], now[1], now[2], SHARK_BODIES);
    glUniform3f(SHARK_HEADING, soon[0] - now[0], soon[1] - now[1], soon[2] - now[2]);
    glDrawArraysInstanced(GL_TRIANGLES, 0, BODY_VERTICES, 1);
}

static void draw_ball(const wb_view *view, const float place[4], float radius, wb_colour colour)
{
    static const float light[3] = {0.342f, 0.830f, 0.391f}; // of length 1
    float seen[3] = {0.0f, 0.0f, 0.0f};
    for (int k = 0; k < 3; k++)
        for (int axis = 0; axis < 3; axis++) seen[k] += view->eye.view[axis][k] * light[axis];
    glUseProgram(picture.ball);
    glUniformMatrix4fv(VIEW, 1, GL_FALSE, &view->eye.view[0][0]);
    glUniformMatrix4fv(PROJECTION, 1, GL_FALSE, &view->eye.projection[0][0]);
    glUniform4f(BALL, place[0] * lesson.f.per_box - 0.5f, place[1] * lesson.f.per_box - 0.5f,
                place[2] * lesson.f.per_box - 0.5f, radius);
    glUniform4f(COLOUR, colour.red, colour.green, colour.blue, colour.alpha);
    glUniform3fv(LIGHT, 1, seen);
    glBindVertexArray(picture.vertex_array);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

// Where they were when the boids last asked.
static void draw_others(const wb_view *view)
{
    const flock *f = &lesson.f;
    flock soon = flock_at(lesson.frame, lesson.time_s + 0.1);
    if (f->obstacle[3] > 0.0f)
        draw_ball(view, f->obstacle, f->obstacle[3] * f->per_box,
                  (wb_colour){0.20f, 0.22f, 0.27f, 0.0f});
    if (f->target[3] > 0.0f)
        draw_ball(view, f->target, TARGET_SIZE, (wb_colour){1.0f, 0.72f, 0.25f, 1.0f});
    if (f->shark[3] > 0.0f) draw_hunter(view, f->shark, soon.shark);
    if (traits()->has_hawk) draw_hunter(view, f->hawk, soon.hawk);
}

/* ---- Words and numbers ---- */

static void draw_plot(const wb_view *view)
{
    float width = 300.0f, height = 96.0f, left = 24.0f, top = (float)view->height - height - 40.0f;
    int64_t first = lesson.frame > HISTORY_FRAMES ? lesson.frame - HISTORY_FRAMES : 0;
    glUseProgram(picture.plot);
    glUniform2f(DRAW_PICTURE_SIZE, (float)view->width, (float)view->height);
    glUniform4f(DRAW_RECTANGLE, left, top, width, height);
    glUniform4f(FRAMES, (float)first, (float)(lesson.frame - 1), (float)view->height,
                (float)lesson.f.count);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, HISTORY, lesson.history.id);
    glBindVertexArray(picture.vertex_array);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    flock_figures now = figures_at(lesson.frame);
    wb_draw_text(left, top - 26.0f, 17.0f, TEXT, "order %.2f", now.order);
    wb_draw_text(left + width - 14.0f, top - 24.0f, 14.0f, DIM, "1");
    wb_draw_text(left, top + height + 6.0f, 14.0f, DIM, "the last %.0f s",
                 (double)(lesson.frame - first) * (double)lesson.f.time_step);
}

// How many have a place that is no number: those are not drawn.
static uint32_t count_lost(void)
{
    uint32_t lost = 0;
    float(*rows)[4] = malloc((size_t)lesson.positions.size_bytes);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData in wb_buffer_read()
    bool good = rows != NULL && wb_buffer_read(&lesson.positions, rows);
    for (uint32_t i = 0; good && i < lesson.f.count; i++) lost += isnan(rows[i][0]) != 0;
    free(rows);
    return lost;
}

static void draw_words(const wb_view *view)
{
    const flock *f = &lesson.f;
    wb_draw_text(24.0f, 18.0f, 26.0f, TEXT, "%u boids, %.1f s", f->count, lesson.time_s);
    wb_draw_text(24.0f, 52.0f, 16.0f, DIM, "a torus of %.1f m; each sees %.3g m far",
                 (double)f->box, (double)f->radius);
    if (lesson.frame > 0)
        wb_draw_text(24.0f, 73.0f, 16.0f, DIM, "%.1f neighbours on average",
                     figures_at(lesson.frame).neighbours);
    if (traits()->loses) wb_draw_text(24.0f, 96.0f, 17.0f, WARNING, "lost: %u", count_lost());
    const char *means =
        lesson.view == VIEW_NEIGHBOURS ? "colour: neighbours, 0 blue to 40 red" : "colour: heading";
    wb_draw_text((float)view->width - 24.0f - wb_draw_text_width(14.0f, means),
                 (float)view->height - 34.0f, 14.0f, DIM, "%s", means);
}

/* ---- The whole ---- */

void draw(const wb_view *view)
{
    static const float low[3] = {-0.5f, -0.5f, -0.5f}, high[3] = {0.5f, 0.5f, 0.5f};
    glUseProgram(picture.sky);
    glUniform1f(PICTURE_HEIGHT, (float)view->height);
    glBindVertexArray(picture.vertex_array);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glEnable(GL_DEPTH_TEST);
    draw_boids(view);
    draw_others(view);
    draw_trails(view);
    wb_draw_box(&view->eye, low, high, EDGE);
    glDisable(GL_DEPTH_TEST);
    if (lesson.frame > 0) {
        // The plot reads the history, which the frame's last pass has written.
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
        lesson.drawn_frame = lesson.frame;
        draw_plot(view);
    }
    draw_words(view);
}

void status(char *text, size_t size)
{
    flock_figures now = figures_at(lesson.frame);
    snprintf(text, size, "%.1f s; order %.3f, %.1f neighbours", lesson.time_s, now.order,
             now.neighbours);
}
