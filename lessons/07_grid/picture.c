#include "07_grid/slots.h"
#include "picture.h"
#include "state.h"

#include <math.h>
#include <cglm/cglm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum look { ALL, MARKED, BY_SLOT, NEIGHBOURS, MEMORY, MEMORY_BY_SLOT }; // at the particles
enum { MOST_CELLS = 400, MOST_SLOTS = 1000 }; // that a plane's picture shows one by one
static const float CLOSE_UP = 400.0f, MARGIN = 24.0f, WORDS = 400.0f; // pixels
static const wb_colour LINES = {0.55f, 0.62f, 0.72f, 0.35f}, CELLS = {1.0f, 0.80f, 0.36f, 0.55f},
                       TEXT = {0.86f, 0.89f, 0.93f, 1.0f}, QUIET = {0.58f, 0.63f, 0.70f, 1.0f},
                       NEAREST = {1.0f, 0.36f, 0.24f, 1.0f}, GOLD = {1.0f, 0.80f, 0.36f, 1.0f},
                       PANEL = {0.035f, 0.04f, 0.052f, 1.0f};

bool picture_create(void)
{
    lesson.picture.points =
        wb_program_draw("07_grid/points.vert", "07_grid/points.frag",
                        WB_DEFINES({"GRID_HASHED", traits()->is_hashed}, {"K", K}));
    glGenVertexArrays(1, &lesson.picture.no_attributes);
    return lesson.picture.points != 0;
}

void picture_delete(void)
{
    glDeleteProgram(lesson.picture.points);
    glDeleteVertexArrays(1, &lesson.picture.no_attributes);
    lesson.picture.points = lesson.picture.no_attributes = 0;
}

/* ---- From the lesson's space to the picture's ---- */

const wb_orbit plane_orbit = {
    .target = {-0.35f, -0.136f, 0.0f}, .distance = 2.3f, .field_of_view = 36.0f};

// A plane is seen from the front, beside the words and above the memory; space at an angle. The
// mouse turns either.
static wb_eye eye_of(const wb_view *view)
{
    static const wb_orbit space = {.target = {0.20f, -0.05f, 0.12f},
                                   .distance = 2.72f,
                                   .yaw = 30.0f,
                                   .pitch = 20.0f,
                                   .field_of_view = 36.0f};
    wb_eye eye = view->eye;
    if (is_flat()) return eye;
    wb_eye from = wb_orbit_eye(&plane_orbit, view->width, view->height);
    wb_eye to = wb_orbit_eye(&space, view->width, view->height);
    mat4 turned, back, other; // aligned as cglm wants them, which a wb_eye need not be
    memcpy(other, from.view, sizeof other);
    memcpy(turned, eye.view, sizeof turned);
    glm_mat4_inv(other, back);
    glm_mat4_mul(turned, back, turned);
    memcpy(other, to.view, sizeof other);
    glm_mat4_mul(turned, other, turned);
    glm_mat4_inv(turned, back);
    memcpy(eye.view, turned, sizeof eye.view);
    memcpy(eye.position, back[3], sizeof eye.position);
    return eye;
}

// Whatever box the particles are in, it is drawn as large as the lesson's own.
static void find_placing(float placing[4])
{
    float extent = 0.0f;
    for (int k = 0; k < 3; k++) {
        placing[k] = 0.5f * (lesson.low[k] + lesson.high[k]);
        float share = (lesson.high[k] - lesson.low[k]) / (k == 0 ? 1.6f : 1.0f);
        extent = fmaxf(extent, share);
    }
    placing[3] = extent > 0.0f ? 1.0f / extent : 1.0f;
}

static void place(const float placing[4], const float point[3], float placed[3])
{
    for (int k = 0; k < 3; k++) placed[k] = (point[k] - placing[k]) * placing[3];
}

// A ball's radius in the picture's space: a share of the way to the next particle.
static float ball_radius(float scale)
{
    double volume = 1.0, dimensions = 0.0;
    for (int k = 0; k < 3; k++) {
        double length = (double)(lesson.high[k] - lesson.low[k]) * (double)scale;
        if (length > 0.0) volume *= length, dimensions++;
    }
    double spacing = dimensions > 0.0 ? pow(volume / lesson.count, 1.0 / dimensions) : 0.1;
    return (float)((dimensions < 1.5 ? 0.36 : 0.2) * spacing);
}

/* ---- What the passes have left so far ---- */

enum { NEVER_WRITTEN = 0xCDCDCDCDu }; // what a new buffer has in it
enum stage { MOVED = 1, CLEARED, COUNTED, SCANNED, SCATTERED, ORDERED };

// The last pass of the build that has run, while the step stands still; ORDERED behind it.
static int stage(void)
{
    int passes = wb_passes_run();
    return passes < 0 || passes > ORDERED ? ORDERED : passes;
}

static bool shows_cells(void)
{
    return is_flat() && !traits()->is_brute && !traits()->is_hashed &&
           lesson.grid.cells <= MOST_CELLS;
}

static bool shows_memory(void)
{
    return shows_cells() && lesson.count <= MOST_SLOTS;
}

// Between the scatter and the pass that puts the particles of each cell in order.
static bool is_scattered_only(void)
{
    return stage() == SCATTERED && lesson.scatter == 0;
}

/* ---- Parts of the picture ---- */

// The slots as rows under a plane: the first one's middle, pixels from one to the next, and how
// many in a row.
static void find_strip(const float viewport[4], float strip[4])
{
    strip[3] = 100.0f;
    strip[2] = floorf((viewport[2] - 2.0f * MARGIN) / strip[3]);
    float rows = ceilf((float)lesson.count / strip[3]);
    strip[0] = viewport[0] + MARGIN + 0.5f * strip[2];
    strip[1] = viewport[1] + MARGIN + (rows - 0.5f) * strip[2];
}

static void draw_points(const wb_eye *eye, const float placing[4], float height, float middle,
                        enum look look)
{
    static const uint32_t none[K] = {UINT32_MAX, UINT32_MAX, UINT32_MAX, UINT32_MAX};
    float viewport[4], strip[4];
    const wb_buffer *ids = is_scattered_only() ? &lesson.grid.unordered : &lesson.grid.ids;
    const wb_buffer *points = look == BY_SLOT ? &lesson.grid.positions : &lesson.points;
    glUseProgram(lesson.picture.points);
    glBindVertexArray(lesson.picture.no_attributes);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, POINTS, points->id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, MARKS, lesson.marks.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IDS, ids->id);
    wb_grid_set_uniforms(&lesson.grid);
    glUniform4fv(PLACING, 1, placing);
    glUniform2f(BALL, ball_radius(placing[3]), height);
    glUniformMatrix4fv(VIEW, 1, GL_FALSE, eye->view[0]);
    glUniformMatrix4fv(PROJECTION, 1, GL_FALSE, eye->projection[0]);
    glUniform1i(LOOK, look);
    glUniform1ui(PICKED, (GLuint)lesson.seen.particle);
    glUniform1ui(PARTICLES, lesson.count);
    glUniform2f(FOG, 0.78f * middle, 1.5f * middle);
    glUniform1uiv(CHOSEN, K, lesson.nearest.id != 0 ? lesson.seen.nearest : none);
    glGetFloatv(GL_VIEWPORT, viewport);
    glUniform4fv(VIEWPORT, 1, viewport);
    find_strip(viewport, strip);
    glUniform4fv(STRIP, 1, strip);
    glEnable(GL_PROGRAM_POINT_SIZE);
    glDrawArrays(GL_POINTS, 0, (GLsizei)lesson.count);
    glDisable(GL_PROGRAM_POINT_SIZE);
}

// The corner of the cell that the picked particle is in.
static void find_cell(float corner[3])
{
    const wb_grid_desc *grid = &lesson.grid.desc;
    for (int k = 0; k < 3; k++) {
        float cell = floorf((lesson.seen.where[k] - grid->low[k]) / grid->cell_size);
        corner[k] = grid->low[k] + cell * grid->cell_size;
    }
}

// The box of `wide` cells from the one that is that many cells away from `corner`.
static void draw_cell(const wb_eye *eye, const float placing[4], const float corner[3],
                      const int away[3], int wide)
{
    float size = lesson.grid.desc.cell_size, low[3], high[3], placed[2][3];
    for (int k = 0; k < 3; k++) {
        low[k] = corner[k] + (float)away[k] * size;
        high[k] = low[k] + (k == 0 ? (float)wide : 1.0f) * size;
    }
    if (is_flat()) low[2] = high[2] = lesson.low[2];
    place(placing, low, placed[0]);
    place(placing, high, placed[1]);
    wb_draw_box(eye, placed[0], placed[1], CELLS);
}

// What the search of the picked particle reads: cells, or rows of three.
static void draw_cells(const wb_eye *eye, const float placing[4])
{
    float corner[3];
    find_cell(corner);
    int wide = traits()->in_rows ? 3 : 1, deep = is_flat() ? 0 : 1;
    for (int z = -deep; z <= deep; z++)
        for (int y = -1; y <= 1; y++)
            for (int x = -1; x <= 1; x += wide)
                draw_cell(eye, placing, corner, (int[3]){x, y, z}, wide);
}

// Where a point is in the picture, in pixels from its upper left.
static void find_pixel(const wb_view *view, const wb_eye *eye, const float placing[4],
                       const float point[3], float pixel[2])
{
    mat4 matrix; // aligned as cglm wants it
    vec4 seen = {0.0f, 0.0f, 0.0f, 1.0f};
    place(placing, point, seen);
    memcpy(matrix, eye->view, sizeof matrix);
    glm_mat4_mulv(matrix, seen, seen);
    memcpy(matrix, eye->projection, sizeof matrix);
    glm_mat4_mulv(matrix, seen, seen);
    pixel[0] = (0.5f + 0.5f * seen[0] / seen[3]) * (float)view->width;
    pixel[1] = (0.5f - 0.5f * seen[1] / seen[3]) * (float)view->height;
}

// In each cell of a plane, what the passes so far know of it: how many particles it has, or its
// first slot.
static void draw_numbers(const wb_view *view, const wb_eye *eye, const float placing[4])
{
    const wb_buffer *known =
        stage() < SCANNED || wb_passes_run() < 0 ? &lesson.grid.counts : &lesson.grid.starts;
    uint32_t *numbers = stage() >= CLEARED ? malloc((size_t)known->size_bytes) : NULL;
    float size = lesson.grid.desc.cell_size, pixel[2];
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData
    if (numbers != NULL && wb_buffer_read(known, numbers)) {
        for (uint32_t c = 0; c < lesson.grid.cells; c++) {
            float corner[3] = {lesson.low[0] + (float)(c % lesson.grid.size[0]) * size,
                               lesson.low[1] + (float)(c / lesson.grid.size[0]) * size,
                               lesson.low[2]};
            if (numbers[c] == NEVER_WRITTEN) continue;
            find_pixel(view, eye, placing, corner, pixel);
            wb_draw_text(pixel[0] + 4.0f, pixel[1] - 18.0f, 14.0f,
                         known == &lesson.grid.starts ? GOLD : TEXT, "%u", numbers[c]);
        }
    }
    free(numbers);
}

// All cells of a plane.
static void draw_all_cells(const wb_eye *eye, const float placing[4])
{
    float size = lesson.grid.desc.cell_size, low[3], high[3], placed[2][3];
    for (uint32_t c = 0; c < lesson.grid.cells; c++) {
        for (int k = 0; k < 2; k++) {
            uint32_t at = k == 0 ? c % lesson.grid.size[0] : c / lesson.grid.size[0];
            low[k] = lesson.low[k] + (float)at * size;
            high[k] = low[k] + size;
        }
        low[2] = high[2] = lesson.low[2];
        place(placing, low, placed[0]);
        place(placing, high, placed[1]);
        wb_draw_box(eye, placed[0], placed[1], LINES);
    }
}

// The ball of the search, as its circle towards the viewer.
static void draw_radius(const wb_eye *eye, const float placing[4])
{
    enum { CORNERS = 96 };
    float lines[2 * CORNERS][3], middle[3];
    place(placing, lesson.seen.where, middle);
    for (int i = 0; i < 2 * CORNERS; i++) {
        double angle = 2.0 * 3.14159265358979 * ((i + 1) / 2) / CORNERS;
        float right = lesson.search_radius * placing[3] * (float)cos(angle);
        float up = lesson.search_radius * placing[3] * (float)sin(angle);
        for (int k = 0; k < 3; k++)
            lines[i][k] = middle[k] + right * eye->view[k][0] + up * eye->view[k][1];
    }
    wb_draw_lines(eye, lines, 2 * CORNERS, GOLD);
}

// Seen from where the whole is seen from, but close to the picked particle's cell.
static wb_eye close_eye(const wb_eye *eye, const float placing[4], float *distance)
{
    wb_orbit orbit = {.field_of_view = 30.0f};
    float middle[3];
    find_cell(middle);
    for (int k = 0; k < 3; k++) middle[k] += 0.5f * lesson.grid.desc.cell_size;
    place(placing, middle, orbit.target);
    float backwards[3] = {eye->view[0][2], eye->view[1][2], eye->view[2][2]};
    orbit.yaw = atan2f(backwards[0], backwards[2]) * 57.29578f;
    orbit.pitch = asinf(fminf(fmaxf(backwards[1], -1.0f), 1.0f)) * 57.29578f;
    orbit.distance = *distance = 9.6f * lesson.grid.desc.cell_size * placing[3];
    return wb_orbit_eye(&orbit, 1, 1);
}

static void draw_close_up(const wb_eye *eye, const float placing[4], int width, int height)
{
    // Beside the words; where there is no room, smaller and above them.
    bool fits = (float)width >= CLOSE_UP + WORDS + 3.0f * MARGIN;
    float size = fits ? CLOSE_UP : floorf(0.4f * (float)width), bottom = fits ? MARGIN : 160.0f;
    float left = (float)width - size - MARGIN, top = (float)height - size - bottom, distance;
    if (left < 0.0f || top < 0.0f) return; // the picture is too small for it
    wb_draw_rectangle(left - 1.0f, top - 1.0f, size + 2.0f, size + 2.0f, LINES);
    wb_draw_rectangle(left, top, size, size, PANEL);
    wb_eye close = close_eye(eye, placing, &distance);
    GLint viewport[4];
    glGetIntegerv(GL_VIEWPORT, viewport);
    glViewport((GLint)left, (GLint)bottom, (GLsizei)size, (GLsizei)size);
    glScissor((GLint)left, (GLint)bottom, (GLsizei)size, (GLsizei)size);
    glEnable(GL_SCISSOR_TEST);
    glEnable(GL_DEPTH_TEST);
    glClear(GL_DEPTH_BUFFER_BIT);
    // Among all candidates, the nearest would be hard to see.
    draw_points(&close, placing, size, distance, lesson.nearest.id != 0 ? NEIGHBOURS : MARKED);
    if (!traits()->is_brute) draw_cells(&close, placing);
    glDisable(GL_DEPTH_TEST);
    draw_radius(&close, placing);
    glDisable(GL_SCISSOR_TEST);
    glViewport(viewport[0], viewport[1], viewport[2], viewport[3]);
}

// The task's result for the picked particle.
static void draw_nearest(float x, float y)
{
    char text[64] = "";
    for (int i = 0; i < K; i++) {
        size_t used = strlen(text);
        uint32_t number = lesson.seen.nearest[i];
        if (number < lesson.count)
            snprintf(text + used, sizeof text - used, "%s%u", i > 0 ? ", " : "", number);
        else
            snprintf(text + used, sizeof text - used, "%snobody", i > 0 ? ", " : "");
    }
    wb_draw_text(x, y, 17.0f, NEAREST, "the %d nearest: %s", K, text);
}

static void draw_search(float x, float y)
{
    const search_seen *seen = &lesson.seen;
    wb_draw_text(x, y, 19.0f, TEXT, "particle %d: white", seen->particle);
    if (seen->cells > 0)
        wb_draw_text(x, y + 26.0f, 17.0f, QUIET, "%u cells looked into", seen->cells);
    wb_draw_text(x, y + 50.0f, 17.0f, QUIET,
                 is_flat() ? "%u candidates tested: bright"
                           : "%u candidates tested: bright, a colour for each cell",
                 seen->candidates);
    wb_draw_text(x, y + 74.0f, 17.0f, GOLD, "%u neighbours found, %.0f %%: gold", seen->neighbours,
                 seen->candidates > 0 ? 100.0 * seen->neighbours / seen->candidates : 0.0);
    if (lesson.nearest.id != 0) draw_nearest(x, y + 98.0f);
}

// What the numbers in the cells are, and what the memory holds.
static void draw_legend(const wb_view *view)
{
    static const char *const built[] = {
        [MOVED] = "the particles have moved",
        [CLEARED] = "clear: every cell's counter is 0",
        [COUNTED] = "count: how many each cell has",
        [SCANNED] = "scan: the first slot of each cell",
        [SCATTERED] = "scatter: each one to its slot",
        [ORDERED] = "order: by number in each cell",
    };
    int now = stage();
    bool stands = wb_passes_run() > 0 && wb_passes_run() <= ORDERED;
    wb_draw_text(MARGIN, 150.0f, 17.0f, stands && now >= SCANNED ? GOLD : TEXT, "%s",
                 stands            ? built[now]
                 : wb_frame() == 0 ? "nothing has run yet"
                                   : "in the cells: how many they have");
    if (!shows_memory()) return;
    float rows = ceilf((float)lesson.count / 100.0f),
          each = floorf(((float)view->width - 2.0f * MARGIN) / 100.0f);
    float top = (float)view->height - MARGIN - rows * each - 8.0f;
    wb_draw_text(MARGIN, top - 24.0f, 17.0f, QUIET,
                 (stands && now < SCATTERED) || (!stands && wb_frame() == 0)
                     ? "memory: nothing in the slots yet"
                     : "memory: the slots, a cell's side by side");
    wb_draw_rectangle(MARGIN - 4.0f, top, 100.0f * each + 8.0f, rows * each + 16.0f, PANEL);
}

static void draw_words(int height, enum look look)
{
    const wb_grid *grid = &lesson.grid;
    float x = MARGIN, y = (float)height - MARGIN - (lesson.nearest.id != 0 ? 120.0f : 96.0f);
    if (is_flat()) y = 220.0f;
    wb_draw_text(x, MARGIN, 24.0f, TEXT, "%u particles", lesson.count);
    if (grid->desc.hashed)
        wb_draw_text(x, MARGIN + 30.0f, 17.0f, QUIET, "a hash table of %u entries", grid->cells);
    else if (!traits()->is_brute && is_flat())
        wb_draw_text(x, MARGIN + 30.0f, 17.0f, QUIET, "%u x %u cells", grid->size[0],
                     grid->size[1]);
    else if (!traits()->is_brute)
        wb_draw_text(x, MARGIN + 30.0f, 17.0f, QUIET, "%u x %u x %u cells", grid->size[0],
                     grid->size[1], grid->size[2]);
    if (look == ALL && !traits()->is_brute)
        wb_draw_text(x, MARGIN + 52.0f, 17.0f, QUIET,
                     is_flat() ? "colour: place; every other cell is darker"
                               : "colour: place in the box; every other cell is darker");
    if (look == BY_SLOT)
        wb_draw_text(x, MARGIN + 52.0f, 17.0f, QUIET, "colour: place in memory, red to blue");
    if (lesson.seen.particle >= 0) draw_search(x, y);
}

// Under a plane, once there is something in the slots.
static void draw_memory(const wb_view *view, const wb_eye *eye, const float placing[4],
                        enum look look)
{
    draw_legend(view);
    if (shows_memory() && stage() >= SCATTERED)
        draw_points(eye, placing, (float)view->height, 1.0f,
                    look == BY_SLOT ? MEMORY_BY_SLOT : MEMORY);
}

static void draw(const wb_view *view, enum look look)
{
    wb_eye own = eye_of(view);
    const wb_eye *eye = &own;
    float placing[4], low[3], high[3];
    find_placing(placing);
    place(placing, lesson.low, low);
    place(placing, lesson.high, high);
    float distance =
        sqrtf(eye->position[0] * eye->position[0] + eye->position[1] * eye->position[1] +
              eye->position[2] * eye->position[2]);
    glEnable(GL_DEPTH_TEST);
    draw_points(eye, placing, (float)view->height, distance, look);
    if (shows_cells()) draw_all_cells(eye, placing);
    wb_draw_box(eye, low, high, LINES);
    glDisable(GL_DEPTH_TEST);
    if (lesson.seen.particle >= 0) {
        // Seen through the others. Among all candidates, the nearest would be hard to see.
        draw_points(eye, placing, (float)view->height, distance,
                    is_flat() && lesson.nearest.id != 0 ? NEIGHBOURS : MARKED);
        draw_radius(eye, placing);
        if (shows_cells())
            draw_cells(eye, placing);
        else
            draw_close_up(eye, placing, view->width, view->height);
    }
    if (shows_cells()) {
        draw_numbers(view, eye, placing);
        draw_memory(view, eye, placing, look);
    }
    draw_words(view->height, look);
    // The next step begins with overwriting the points and marks that the picture still reads.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

void search_draw(const wb_view *view)
{
    draw(view, ALL);
}

void build_draw(const wb_view *view)
{
    draw(view, BY_SLOT);
}

void picture_status(char *text, size_t size)
{
    int used = snprintf(text, size, "radius %.4g", (double)lesson.search_radius);
    if (!traits()->writes_lists) return;
    double share = (double)lesson.entries / lesson.count;
    bool fits = lesson.entries <= (uint64_t)lesson.count * (uint64_t)lesson.room;
    if (used >= 0 && (size_t)used < size)
        snprintf(text + used, size - (size_t)used, ", %.1f neighbours a particle%s", share,
                 fits ? "" : ": the lists have no room for all (--set room=N)");
}

/* ---- The mouse ---- */

// The particle whose ball is hit first by the ray from the eye; -1 if none is near it.
static int find_hit(const float (*points)[4], const wb_eye *eye, const float direction[3])
{
    float placing[4];
    find_placing(placing);
    float reach = 1.5f * ball_radius(placing[3]), nearest = INFINITY;
    int hit = -1;
    for (uint32_t i = 0; i < lesson.count; i++) {
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

void picture_pick(const wb_view *view)
{
    float(*points)[4] = malloc((size_t)lesson.points.size_bytes), direction[3];
    if (points == NULL) return;
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData in wb_buffer_read()
    wb_buffer_read(&lesson.points, points);
    wb_eye eye = eye_of(view);
    wb_eye_ray(&eye, view->width, view->height, view->mouse_x, view->mouse_y, direction);
    lesson.picked = find_hit((const float(*)[4])points, &eye, direction);
    free(points);
}
