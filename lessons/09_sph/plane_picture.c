// The picture of the plane: discs by how crowded they are, in their box, and below them the ledger
// of energies.
#include "plane.h"
#include "state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const wb_colour TEXT = {0.86f, 0.89f, 0.93f, 1.0f}, DIM = {0.58f, 0.63f, 0.70f, 1.0f};
static const wb_colour EDGE = {0.55f, 0.66f, 0.80f, 0.55f};
static const wb_colour ENERGIES[3] = {{0.30f, 0.72f, 0.78f, 1.0f},  // kinetic
                                      {0.35f, 0.55f, 0.75f, 1.0f},  // potential
                                      {0.93f, 0.62f, 0.25f, 1.0f}}; // elastic
static const char *const NAMES[3] = {"kinetic", "potential", "elastic"};
static const float MARGIN = 40.0f, ABOVE = 104.0f, BELOW = 150.0f, PLOT = 84.0f; // pixels
static const float FULL = 0.6f;         // of the plot: what the energy was at first, or less
enum { SHORTEST = 120, LONGEST = 300 }; // frames in the plot

// Not in `lesson`, with which the stepper goes back in time.
static struct {
    GLuint discs, vertices; // a program, and an empty vertex array
} picture;

bool plane_picture_create(void)
{
    picture.discs = wb_program_draw("09_sph/view/disc.vert", "09_sph/view/disc.frag", NULL);
    glGenVertexArrays(1, &picture.vertices);
    return picture.discs != 0;
}

void plane_picture_delete(void)
{
    glDeleteProgram(picture.discs);
    glDeleteVertexArrays(1, &picture.vertices);
    memset(&picture, 0, sizeof picture);
}

/* ---- The box ---- */

typedef struct placing {
    float left, top, width, height, scale; // pixels, and pixels a metre
} placing;

static placing place_box(const wb_view *view)
{
    const float *box = lesson.plane.numbers.box;
    placing at = {.scale = fminf(((float)view->width - 2.0f * MARGIN) / box[0],
                                 ((float)view->height - ABOVE - BELOW) / box[1])};
    at.scale = fmaxf(at.scale, 1.0f);
    at.width = at.scale * box[0];
    at.height = at.scale * box[1];
    at.left = floorf(0.5f * ((float)view->width - at.width));
    at.top = ABOVE;
    return at;
}

// By ink, by crowd if that has been counted, or as dust.
static int find_look(void)
{
    bool counted = lesson.plane.crowds.id != 0 && lesson.plane.frame > 0;
    return lesson.plane.inks.id != 0 ? DISC_INK : counted ? DISC_CROWD : DISC_DUST;
}

static void draw_discs(const wb_view *view, placing at, int look)
{
    plane_state *p = &lesson.plane;
    GLuint by = look == DISC_INK ? p->inks.id : p->crowds.id;
    float viewport[4];
    glGetFloatv(GL_VIEWPORT, viewport);
    glUseProgram(picture.discs);
    glBindVertexArray(picture.vertices);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, PLANE_POSITIONS, p->positions.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, PLANE_CROWDS,
                     look == DISC_DUST ? p->positions.id : by);
    glUniform4f(DISC_PLACING, at.left, (float)view->height - at.top - at.height, at.scale,
                fmaxf(0.5f * p->spacing * at.scale, 1.0f));
    glUniform4fv(DISC_PICTURE, 1, viewport);
    glUniform1i(DISC_LOOK, look);
    glEnable(GL_PROGRAM_POINT_SIZE);
    glDrawArrays(GL_POINTS, 0, p->discs);
    glDisable(GL_PROGRAM_POINT_SIZE);
}

static void draw_box(placing at)
{
    float right = at.left + at.width, bottom = at.top + at.height;
    wb_draw_line(at.left, at.top, at.left, bottom, 2.0f, EDGE);
    wb_draw_line(at.left, bottom, right, bottom, 2.0f, EDGE);
    wb_draw_line(right, bottom, right, at.top, 2.0f, EDGE);
}

/* ---- The ledger ---- */

// A column for each frame: the energies, one upon the other. All columns are as high as the first
// frame's energy is, if none is lost; what comes from nowhere stands out, and the plot makes room.
static void draw_columns(placing at, const float (*sums)[PLANE_PARTS][4], float top)
{
    int64_t last = lesson.plane.frame, first = last > LONGEST ? last - LONGEST : 0;
    double e[3];
    plane_energies(sums, 0, e);
    double whole = e[0] + e[1] + e[2], full = whole / (double)FULL; // what the plot has room for
    float wide = at.width / fmaxf((float)(last - first), SHORTEST);
    if (!(whole > 0.0)) return;
    for (int64_t frame = first; frame < last; frame++) {
        plane_energies(sums, frame, e);
        full = fmax(full, e[0] + e[1] + e[2]);
    }
    for (int64_t frame = first; frame < last; frame++) {
        float bottom = top + PLOT;
        plane_energies(sums, frame, e);
        for (int k = 0; k < 3; k++) {
            float height = fminf((float)(e[k] / full) * PLOT, bottom - top);
            if (!(height > 0.0f)) continue;
            bottom -= height;
            wb_draw_rectangle(at.left + wide * (float)(frame - first), bottom, wide, height,
                              ENERGIES[k]);
        }
    }
    float line = top + (float)(1.0 - whole / full) * PLOT;
    wb_draw_line(at.left, line, at.left + at.width, line, 1.0f, TEXT);
}

static void draw_ledger(placing at, float y)
{
    plane_state *p = &lesson.plane;
    float(*sums)[PLANE_PARTS][4] = malloc((size_t)p->sums.size_bytes), x = at.left;
    if (sums != NULL && wb_buffer_read(&p->sums, sums)) {
        draw_columns(at, (const float(*)[PLANE_PARTS][4])sums, y);
        for (int k = 0; k < 3; k++)
            x += wb_draw_text(x, y + PLOT + 8.0f, 16.0f, ENERGIES[k], "%s   ", NAMES[k]);
        wb_draw_text(x, y + PLOT + 8.0f, 16.0f, DIM, "energy; the line: what it began with");
    }
    free(sums);
}

/* ---- The whole ---- */

void plane_draw(const wb_view *view)
{
    plane_state *p = &lesson.plane;
    placing at = place_box(view);
    int look = find_look();
    draw_discs(view, at, look);
    draw_box(at);
    wb_draw_text(at.left, 18.0f, 26.0f, TEXT, "%s: %d particles, %.2f s",
                 wb_current_variant()->name, p->discs, (double)p->frame / 60.0);
    wb_draw_text(at.left, 54.0f, 16.0f, DIM,
                 look == DISC_INK ? "colour: ink"
                 : look == DISC_CROWD
                     ? "dark: thin; blue: as at rest; white: crowded by 6 %%; orange: by more"
                     : "an invocation for each");
    if (p->measure != 0 && p->frame > 0) draw_ledger(at, at.top + at.height + 22.0f);
    // The next step overwrites crowds that the picture still reads; with lists, those come first.
    if (look == DISC_CROWD && p->list == 0) glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

void plane_status(char *text, size_t size)
{
    snprintf(text, size, "%.2f s, %d steps a frame", (double)lesson.plane.frame / 60.0,
             lesson.plane.steps);
}
