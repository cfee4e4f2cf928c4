#include "picture.h"

#include "gl/draw.h"
#include "gl/program.h"

#include <math.h>
#include <string.h>

enum {
    PLACING = 0,
    BALL = 1,
    VIEW = 2,
    PROJECTION = 3,
    LOOK = 4,
    PICKED = 5,
    PARTICLES = 6,
    FOG = 7
};
enum { ALL, MARKED, BY_SLOT };                        // looks
static const float CLOSE_UP = 400.0f, MARGIN = 24.0f; // pixels
static const wb_colour LINES = {0.55f, 0.62f, 0.72f, 0.35f}, CELLS = {1.0f, 0.80f, 0.36f, 0.55f},
                       TEXT = {0.86f, 0.89f, 0.93f, 1.0f}, QUIET = {0.58f, 0.63f, 0.70f, 1.0f},
                       GOLD = {1.0f, 0.80f, 0.36f, 1.0f}, PANEL = {0.035f, 0.04f, 0.052f, 1.0f};

static struct {
    GLuint program, no_attributes;
} picture;

bool picture_create(bool hashed)
{
    picture.program = wb_program_draw("07_grid/points.vert", "07_grid/points.frag",
                                      WB_DEFINES({"GRID_HASHED", hashed}));
    glGenVertexArrays(1, &picture.no_attributes);
    return picture.program != 0;
}

void picture_delete(void)
{
    glDeleteProgram(picture.program);
    glDeleteVertexArrays(1, &picture.no_attributes);
    picture.program = picture.no_attributes = 0;
}

/* ---- From the lesson's space to the picture's ---- */

// Whatever box the particles are in, it is drawn as large as the lesson's own.
static void find_placing(const picture_desc *desc, float placing[4])
{
    float extent = 0.0f;
    for (int k = 0; k < 3; k++) {
        placing[k] = 0.5f * (desc->low[k] + desc->high[k]);
        float share = (desc->high[k] - desc->low[k]) / (k == 0 ? 1.6f : 1.0f);
        extent = fmaxf(extent, share);
    }
    placing[3] = extent > 0.0f ? 1.0f / extent : 1.0f;
}

static void place(const float placing[4], const float point[3], float placed[3])
{
    for (int k = 0; k < 3; k++) placed[k] = (point[k] - placing[k]) * placing[3];
}

// A ball's radius in the picture's space: a share of the way to the next particle.
static float ball_radius(const picture_desc *desc, float scale)
{
    double volume = 1.0, dimensions = 0.0;
    for (int k = 0; k < 3; k++) {
        double length = (double)(desc->high[k] - desc->low[k]) * (double)scale;
        if (length > 0.0) volume *= length, dimensions++;
    }
    double spacing = dimensions > 0.0 ? pow(volume / desc->count, 1.0 / dimensions) : 0.1;
    return (float)((dimensions < 2.5 ? 0.36 : 0.2) * spacing);
}

/* ---- Parts of the picture ---- */

static void draw_points(const picture_desc *desc, const wb_eye *eye, const float placing[4],
                        float height, float middle, int look)
{
    glUseProgram(picture.program);
    glBindVertexArray(picture.no_attributes);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, desc->points);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, desc->marks);
    wb_grid_set_uniforms(desc->grid);
    glUniform4fv(PLACING, 1, placing);
    glUniform2f(BALL, ball_radius(desc, placing[3]), height);
    glUniformMatrix4fv(VIEW, 1, GL_FALSE, eye->view[0]);
    glUniformMatrix4fv(PROJECTION, 1, GL_FALSE, eye->projection[0]);
    glUniform1i(LOOK, look);
    glUniform1ui(PICKED, (GLuint)desc->seen.particle);
    glUniform1ui(PARTICLES, desc->count);
    glUniform2f(FOG, 0.78f * middle, 1.5f * middle);
    glEnable(GL_PROGRAM_POINT_SIZE);
    glDrawArrays(GL_POINTS, 0, (GLsizei)desc->count);
    glDisable(GL_PROGRAM_POINT_SIZE);
}

// The corner of the cell that the picked particle is in.
static void find_cell(const picture_desc *desc, float corner[3])
{
    const wb_grid_desc *grid = &desc->grid->desc;
    for (int k = 0; k < 3; k++) {
        float cell = floorf((desc->seen.where[k] - grid->low[k]) / grid->cell_size);
        corner[k] = grid->low[k] + cell * grid->cell_size;
    }
}

// The box of `wide` cells from the one that is so many cells away from `corner`.
static void draw_cell(const picture_desc *desc, const wb_eye *eye, const float placing[4],
                      const float corner[3], const int away[3], int wide)
{
    float size = desc->grid->desc.cell_size, low[3], high[3], placed[2][3];
    for (int k = 0; k < 3; k++) {
        low[k] = corner[k] + (float)away[k] * size;
        high[k] = low[k] + (k == 0 ? (float)wide : 1.0f) * size;
    }
    if (desc->low[2] == desc->high[2]) low[2] = high[2] = desc->low[2];
    place(placing, low, placed[0]);
    place(placing, high, placed[1]);
    wb_draw_box(eye, placed[0], placed[1], CELLS);
}

// What the search of the picked particle reads: cells, or rows of three.
static void draw_cells(const picture_desc *desc, const wb_eye *eye, const float placing[4])
{
    float corner[3];
    find_cell(desc, corner);
    int wide = desc->in_rows ? 3 : 1, deep = desc->low[2] < desc->high[2] ? 1 : 0;
    for (int z = -deep; z <= deep; z++)
        for (int y = -1; y <= 1; y++)
            for (int x = -1; x <= 1; x += wide)
                draw_cell(desc, eye, placing, corner, (int[3]){x, y, z}, wide);
}

// The ball of the search, as its circle towards the viewer.
static void draw_radius(const picture_desc *desc, const wb_eye *eye, const float placing[4])
{
    enum { CORNERS = 96 };
    float lines[2 * CORNERS][3], middle[3];
    place(placing, desc->seen.where, middle);
    for (int i = 0; i < 2 * CORNERS; i++) {
        double angle = 2.0 * 3.14159265358979 * ((i + 1) / 2) / CORNERS;
        float right = desc->radius * placing[3] * (float)cos(angle);
        float up = desc->radius * placing[3] * (float)sin(angle);
        for (int k = 0; k < 3; k++)
            lines[i][k] = middle[k] + right * eye->view[k][0] + up * eye->view[k][1];
    }
    wb_draw_lines(eye, lines, 2 * CORNERS, GOLD);
}

// Seen from where the whole is seen from, but close to the picked particle's cell.
static wb_eye close_eye(const picture_desc *desc, const wb_eye *eye, const float placing[4],
                        float *distance)
{
    wb_orbit orbit = {.field_of_view = 30.0f};
    float middle[3];
    find_cell(desc, middle);
    for (int k = 0; k < 3; k++) middle[k] += 0.5f * desc->grid->desc.cell_size;
    place(placing, middle, orbit.target);
    float backwards[3] = {eye->view[0][2], eye->view[1][2], eye->view[2][2]};
    orbit.yaw = atan2f(backwards[0], backwards[2]) * 57.29578f;
    orbit.pitch = asinf(fminf(fmaxf(backwards[1], -1.0f), 1.0f)) * 57.29578f;
    orbit.distance = *distance = 9.6f * desc->grid->desc.cell_size * placing[3];
    return wb_orbit_eye(&orbit, 1, 1);
}

static void draw_close_up(const picture_desc *desc, const wb_eye *eye, const float placing[4],
                          int width, int height)
{
    float left = (float)width - CLOSE_UP - MARGIN, top = (float)height - CLOSE_UP - MARGIN,
          distance;
    if (left < 0.0f || top < 0.0f) return; // the picture is too small for it
    wb_draw_rectangle(left - 1.0f, top - 1.0f, CLOSE_UP + 2.0f, CLOSE_UP + 2.0f, LINES);
    wb_draw_rectangle(left, top, CLOSE_UP, CLOSE_UP, PANEL);
    wb_eye close = close_eye(desc, eye, placing, &distance);
    GLint viewport[4];
    glGetIntegerv(GL_VIEWPORT, viewport);
    glViewport((GLint)left, (GLint)MARGIN, (GLsizei)CLOSE_UP, (GLsizei)CLOSE_UP);
    glScissor((GLint)left, (GLint)MARGIN, (GLsizei)CLOSE_UP, (GLsizei)CLOSE_UP);
    glEnable(GL_SCISSOR_TEST);
    glEnable(GL_DEPTH_TEST);
    glClear(GL_DEPTH_BUFFER_BIT);
    draw_points(desc, &close, placing, CLOSE_UP, distance, MARKED);
    if (!desc->is_brute) draw_cells(desc, &close, placing);
    glDisable(GL_DEPTH_TEST);
    draw_radius(desc, &close, placing);
    glDisable(GL_SCISSOR_TEST);
    glViewport(viewport[0], viewport[1], viewport[2], viewport[3]);
}

static void draw_search(const picture_desc *desc, float x, float y)
{
    const uint32_t *numbers = desc->seen.numbers;
    wb_draw_text(x, y, 19.0f, TEXT, "particle %d", desc->seen.particle);
    if (numbers[0] > 0)
        wb_draw_text(x, y + 26.0f, 17.0f, QUIET, "%u cells looked into", numbers[0]);
    wb_draw_text(x, y + 50.0f, 17.0f, QUIET, "%u candidates tested", numbers[1]);
    wb_draw_text(x, y + 74.0f, 17.0f, GOLD, "%u neighbours found: %.0f %%", numbers[2],
                 numbers[1] > 0 ? 100.0 * numbers[2] / numbers[1] : 0.0);
}

static void draw_words(const picture_desc *desc, int height)
{
    const wb_grid *grid = desc->grid;
    float x = MARGIN, y = (float)height - MARGIN - 96.0f;
    wb_draw_text(x, MARGIN, 24.0f, TEXT, "%u particles", desc->count);
    if (grid->desc.hashed)
        wb_draw_text(x, MARGIN + 30.0f, 17.0f, QUIET, "a hash table of %u entries", grid->cells);
    else if (!desc->is_brute)
        wb_draw_text(x, MARGIN + 30.0f, 17.0f, QUIET, "%u x %u x %u cells", grid->size[0],
                     grid->size[1], grid->size[2]);
    if (desc->by_slot)
        wb_draw_text(x, MARGIN + 52.0f, 17.0f, QUIET, "colour: place in memory, red to blue");
    if (desc->seen.particle >= 0) draw_search(desc, x, y);
}

void picture_draw(const picture_desc *desc, const wb_eye *eye, int width, int height)
{
    float placing[4], low[3], high[3];
    find_placing(desc, placing);
    place(placing, desc->low, low);
    place(placing, desc->high, high);
    float distance =
        sqrtf(eye->position[0] * eye->position[0] + eye->position[1] * eye->position[1] +
              eye->position[2] * eye->position[2]);
    glEnable(GL_DEPTH_TEST);
    draw_points(desc, eye, placing, (float)height, distance, desc->by_slot ? BY_SLOT : ALL);
    wb_draw_box(eye, low, high, LINES);
    glDisable(GL_DEPTH_TEST);
    if (desc->seen.particle >= 0) {
        draw_points(desc, eye, placing, (float)height, distance, MARKED); // seen through the others
        draw_radius(desc, eye, placing);
        draw_close_up(desc, eye, placing, width, height);
    }
    draw_words(desc, height);
}

/* ---- The mouse ---- */

int picture_pick(const picture_desc *desc, const wb_eye *eye, int width, int height, float x,
                 float y, const float (*points)[4])
{
    float placing[4], direction[3];
    find_placing(desc, placing);
    wb_eye_ray(eye, width, height, x, y, direction);
    float reach = 1.5f * ball_radius(desc, placing[3]), nearest = INFINITY;
    int hit = -1;
    for (uint32_t i = 0; i < desc->count; i++) {
        float to[3], along = 0.0f, squared = 0.0f;
        place(placing, points[i], to);
        for (int k = 0; k < 3; k++) {
            to[k] -= eye->position[k];
            along += to[k] * direction[k];
            squared += to[k] * to[k];
        }
        if (squared - along * along > reach * reach || along <= 0.0f || along >= nearest) continue;
        nearest = along;
        hit = (int)i;
    }
    return hit;
}
