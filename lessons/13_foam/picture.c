// The picture: lesson 09's water (water/pool.h), or the same without a mesh (screen.h); over it the
// foam as small soft squares; a plot of how many there are of each kind, and a few words.
#include "picture.h"
#include "screen.h"
#include "state.h"

#include "water/pool.h"
#include "water/scene.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Constants ---- */

static const float SPRITE = 0.42f;    // margins
static const float FAST_TURN = 10.0f; // 1/s: a curl as bright as can be
static const wb_colour TEXT = {0.90f, 0.92f, 0.95f, 1.0f}, DIM = {0.62f, 0.67f, 0.73f, 1.0f};
static const wb_colour TEXT_IN_SUN = {0.03f, 0.08f, 0.15f, 1.0f},
                       DIM_IN_SUN = {0.09f, 0.17f, 0.27f, 1.0f};
static const wb_colour PANEL = {0.03f, 0.06f, 0.10f, 0.62f};
static const wb_colour AXIS = {0.45f, 0.50f, 0.58f, 0.6f};
static const struct {
    const char *name;
    wb_colour colour;
} kinds[KINDS] = {{"spray", {1.00f, 0.62f, 0.25f, 1.0f}},
                  {"foam", {0.97f, 0.98f, 1.00f, 1.0f}},
                  {"bubbles", {0.25f, 0.80f, 0.95f, 1.0f}}};

/* ---- State ---- */

// Not in `lesson`, with which the stepper goes back in time: images come and go with the picture's
// size.
static struct {
    wb_water_pool pool;
    GLuint sprite;
    GLuint vertex_array;
} picture;

bool picture_create(void)
{
    glGenVertexArrays(1, &picture.vertex_array);
    picture.sprite = wb_program_draw("13_foam/view/sprite.vert", "13_foam/view/sprite.frag", NULL);
    return picture.sprite != 0 && wb_water_pool_create(&picture.pool) && screen_create();
}

void picture_delete(void)
{
    glDeleteProgram(picture.sprite);
    glDeleteVertexArrays(1, &picture.vertex_array);
    wb_water_pool_delete(&picture.pool);
    screen_delete();
    memset(&picture, 0, sizeof picture);
}

/* ---- The foam ---- */

// Six vertices for each slot; below the water, where the pool's images say that it is.
static void draw_foam(const wb_view *view)
{
    wb_pass_begin("foam");
    glUseProgram(picture.sprite);
    glBindBufferBase(GL_UNIFORM_BUFFER, WATER_NUMBERS, lesson.water_block);
    glBindBufferBase(GL_UNIFORM_BUFFER, FOAM_NUMBERS, lesson.foam_block);
    glUniformMatrix4fv(WATER_VIEW, 1, GL_FALSE, &view->eye.view[0][0]);
    glUniformMatrix4fv(WATER_PROJECTION, 1, GL_FALSE, &view->eye.projection[0][0]);
    glUniform3fv(WATER_EYE, 1, view->eye.position);
    glUniform2f(WATER_PICTURE_SIZE, (float)view->width, (float)view->height);
    glUniform1f(WATER_SIZE, SPRITE);
    glUniform1i(BY_KIND, lesson.view == VIEW_KINDS);
    glActiveTexture(GL_TEXTURE0 + WATER_FRONT_DEPTH_UNIT);
    glBindTexture(GL_TEXTURE_2D, picture.pool.fronts.textures[1]);
    glActiveTexture(GL_TEXTURE0);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, FOAM_POSITIONS, lesson.foam_positions.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, FOAM_VELOCITIES, lesson.foam_velocities.id);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glBindVertexArray(picture.vertex_array);
    glDrawArrays(GL_TRIANGLES, 0, 6 * lesson.pool);
    glDisable(GL_BLEND);
    wb_pass_end();
}

/* ---- Words and numbers ---- */

enum { PLOT_WIDTH = 300, PLOT_HEIGHT = 84, MARGIN = 24 };

// Frames whose figures are there: the foam of a frame is counted in the next one.
static int64_t known_frames(void)
{
    return lesson.frame > 0 ? lesson.frame - 1 : 0;
}

// How many of each kind were there in a frame, and how many were born.
static void read_history(int64_t frame, uint32_t counts[4])
{
    glBindBuffer(GL_COPY_READ_BUFFER, lesson.history.id); // a frame's last barrier allows to read
    glGetBufferSubData(GL_COPY_READ_BUFFER, (GLintptr)(frame % HISTORY_FRAMES) * 16, 16, counts);
}

static void draw_curve(const wb_view *view, const uint32_t (*all)[4], int64_t first, int64_t count,
                       int kind, double most)
{
    float left = MARGIN, bottom = (float)view->height - 44.0f, x = 0.0f, y = 0.0f;
    int64_t steps = count < PLOT_WIDTH ? count : PLOT_WIDTH;
    for (int64_t i = 0; i < steps; i++) {
        int64_t at = first + i * (count - 1) / (steps > 1 ? steps - 1 : 1);
        float next_x = left + PLOT_WIDTH * (float)i / (float)(steps > 1 ? steps - 1 : 1);
        float next_y = bottom - PLOT_HEIGHT * (float)(all[at % HISTORY_FRAMES][kind] / most);
        if (i > 0) wb_draw_line(x, y, next_x, next_y, 1.8f, kinds[kind].colour);
        x = next_x;
        y = next_y;
    }
}

static void draw_plot(const wb_view *view)
{
    static uint32_t all[HISTORY_FRAMES][4];
    int64_t count = known_frames() < HISTORY_FRAMES - 1 ? known_frames() : HISTORY_FRAMES - 1;
    int64_t first = known_frames() - count;
    float left = MARGIN, bottom = (float)view->height - 44.0f;
    double most = 1.0;
    if (count < 1 || !wb_buffer_read(&lesson.history, all)) return;
    for (int64_t i = first; i < first + count; i++)
        for (int kind = 0; kind < KINDS; kind++)
            most = fmax(most, (double)all[i % HISTORY_FRAMES][kind]);
    if (lesson.view < VIEW_NEAREST)
        wb_draw_rectangle(left - 10.0f, bottom - PLOT_HEIGHT - 10.0f, PLOT_WIDTH + 30.0f,
                          PLOT_HEIGHT + 46.0f, PANEL);
    wb_draw_line(left, bottom, left + PLOT_WIDTH, bottom, 1.0f, AXIS);
    for (int kind = 0; kind < KINDS; kind++)
        draw_curve(view, (const uint32_t(*)[4])all, first, count, kind, most);
    float x = left;
    for (int kind = 0; kind < KINDS; kind++)
        x += wb_draw_text(x, bottom + 8.0f, 15.0f, kinds[kind].colour, "%u %s   ",
                          all[(first + count - 1) % HISTORY_FRAMES][kind], kinds[kind].name);
}

static void draw_words(void)
{
    bool in_sun = lesson.view < VIEW_NEAREST;
    wb_colour text = in_sun ? TEXT_IN_SUN : TEXT, dim = in_sun ? DIM_IN_SUN : DIM;
    uint32_t now[4] = {0};
    if (known_frames() > 0) read_history(known_frames() - 1, now);
    wb_draw_text(MARGIN, 18.0f, 26.0f, text, "%s with foam, %.2f s",
                 wb_water_scene_name(lesson.chosen.scene), lesson.time_s);
    wb_draw_text(MARGIN, 52.0f, 16.0f, dim, "%d particles of water; %u of foam, in a pool of %d",
                 lesson.w.count, now[SPRAY] + now[FOAM] + now[BUBBLE], lesson.pool);
    wb_draw_text(MARGIN, 73.0f, 16.0f, dim, "%u born in a frame of %d steps", now[KINDS],
                 lesson.steps);
    if (lesson.view == VIEW_CURL)
        wb_draw_text(MARGIN, 94.0f, 16.0f, dim, "brighter: it turns faster, up to a curl of %g / s",
                     (double)FAST_TURN);
}

/* ---- The whole ---- */

// The water's particles as the last step has found them, in the order of the cells, each in the
// colour of its curl.
static void draw_eddies(wb_water_pool *pool, const wb_water_view *water)
{
    wb_water_view found = *water;
    wb_water_paint paint = {.shown = lesson.curls.id};
    if (lesson.frame > 0) { // there are none before
        found.positions = lesson.water.bodies.id;
        paint.scale[1] = FAST_TURN;
    }
    wb_water_pool_draw_particles(pool, &found, &paint);
}

// The water, by the lesson's view. If there is no room for a mesh, it is made without one.
static void draw_water(const wb_water_view *water)
{
    wb_water_pool *pool = &picture.pool;
    bool is_dry = lesson.view == VIEW_FOAM;
    if (lesson.view == VIEW_CURL) {
        draw_eddies(pool, water);
        return;
    }
    if (lesson.view < VIEW_FOAM && wb_water_pool_has_mesh(pool, water)) {
        wb_water_pool_draw(pool, water, NULL);
        return;
    }
    // If the frame's last pass was the one that puts the newborn into their slots, no barrier has
    // followed it; those of a mesh would have. And images are drawn over that the last picture's
    // dispatches wrote.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | (is_dry ? 0 : GL_FRAMEBUFFER_BARRIER_BIT));
    if (is_dry) {
        wb_water_view dry = *water;
        dry.positions = 0;
        wb_water_pool_begin(pool, &dry);
        wb_water_pool_end(pool, &dry);
    } else {
        screen_draw(pool, water, lesson.view >= VIEW_SCREEN ? lesson.view : VIEW_SCREEN);
    }
}

void draw(const wb_view *view)
{
    wb_view seen = wb_coarse_begin(view);
    wb_water_view water = {.eye = &seen.eye,
                           .width = seen.width,
                           .height = seen.height,
                           .numbers = &lesson.w,
                           .block = lesson.water_block,
                           .positions = lesson.positions.id,
                           .velocities = lesson.velocities.id,
                           .cut = lesson.cut};
    draw_water(&water);
    if (lesson.view < VIEW_NEAREST && lesson.view != VIEW_CURL) draw_foam(&seen);
    wb_coarse_end();
    draw_words();
    draw_plot(view);
}

void status(char *text, size_t size)
{
    uint32_t now[4] = {0};
    if (known_frames() > 0) read_history(known_frames() - 1, now);
    snprintf(text, size, "%.2f s, %u spray, %u foam, %u bubbles, %u born", lesson.time_s,
             now[SPRAY], now[FOAM], now[BUBBLE], now[KINDS]);
}
