// The picture: light is added up in a float texture, and toned into the picture; how far the energy
// has gone away from what it was stands in a corner.
#include "picture.h"
#include "curve.h"

#include "14_galaxy/slots.h"
#include "gl/light.h"
#include "gl/pass.h"
#include "state.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const wb_colour BRIGHT = {0.88f, 0.89f, 0.93f, 1.0f}, MUTED = {0.58f, 0.60f, 0.68f, 1.0f};
static const wb_colour LINE = {0.95f, 0.72f, 0.35f, 1.0f}, AXIS = {0.40f, 0.43f, 0.52f, 0.6f};

// Not in `lesson`, with which the stepper goes back in time.
static struct {
    GLuint stars, glow; // programs
    wb_light light;
    GLuint vertices; // an empty vertex array
} picture;

/* ---- Start and end ---- */

bool picture_create(void)
{
    picture.stars = wb_program_draw("14_galaxy/stars.vert", "14_galaxy/stars.frag",
                                    WB_DEFINES({"WITH_NEIGHBOURS", traits()->neighbours > 0}));
    picture.glow = wb_program_draw("draw/picture.vert", "14_galaxy/glow.frag", NULL);
    glGenVertexArrays(1, &picture.vertices);
    return picture.stars != 0 && picture.glow != 0;
}

void picture_delete(void)
{
    glDeleteProgram(picture.stars);
    glDeleteProgram(picture.glow);
    glDeleteVertexArrays(1, &picture.vertices);
    wb_light_delete(&picture.light);
    memset(&picture, 0, sizeof picture);
}

/* ---- The light ---- */

// A star gives as much light as makes the picture as bright with few stars as with many.
static float star_light(const wb_view *view)
{
    return 0.9f * (float)view->width * (float)view->height / (float)lesson.stars;
}

// Of the tasks at the tree: how far the neighbours of red stars and of blue ones are, kpc. Where
// there are more stars, they are nearer to each other.
static float lonely(void)
{
    return 30.0f / cbrtf((float)lesson.stars);
}

static float crowded(void)
{
    return lonely() / 8.0f;
}

static void draw_stars(const wb_view *view)
{
    glEnable(GL_PROGRAM_POINT_SIZE);
    glUseProgram(picture.stars);
    glUniformMatrix4fv(VIEW, 1, GL_FALSE, &view->eye.view[0][0]);
    glUniformMatrix4fv(PROJECTION, 1, GL_FALSE, &view->eye.projection[0][0]);
    glUniform1f(LIGHT, star_light(view));
    glUniform1i(LOOK, lesson.view);
    glUniform1f(CLOSEST, 0.5f);
    if (traits()->neighbours > 0)
        glUniform2f(ENDS, -log2f(lonely()), -log2f(crowded()));
    else
        glUniform2f(ENDS, lesson.slow, lesson.fast);
    glUniform2f(PIXELS, (float)view->width, (float)view->height);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, POSITIONS, lesson.positions.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, VELOCITIES, lesson.velocities.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NEIGHBOURS, lesson.neighbours.id); // 0: none
    glBindVertexArray(picture.vertices);
    glDrawArrays(GL_POINTS, 0, lesson.stars);
    glDisable(GL_PROGRAM_POINT_SIZE);
}

static void show_light(const wb_view *view)
{
    glUseProgram(picture.glow);
    glUniform2f(PICTURE_SIZE, (float)view->width, (float)view->height);
    glUniform1f(GLOW, lesson.glow);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

/* ---- The black hole ---- */

// Where a place in space is in the picture, in pixels. False behind the eye, and of no number.
static bool seen_at(const wb_view *view, const float place[3], float *x, float *y)
{
    const float(*v)[4] = view->eye.view, (*p)[4] = view->eye.projection;
    float seen[4], clip[4];
    for (int k = 0; k < 4; k++)
        seen[k] = v[0][k] * place[0] + v[1][k] * place[1] + v[2][k] * place[2] + v[3][k];
    for (int k = 0; k < 4; k++)
        clip[k] = p[0][k] * seen[0] + p[1][k] * seen[1] + p[2][k] * seen[2] + p[3][k] * seen[3];
    *x = (0.5f + 0.5f * clip[0] / clip[3]) * (float)view->width;
    *y = (0.5f - 0.5f * clip[1] / clip[3]) * (float)view->height;
    return clip[3] > 0.0f && isfinite(*x) && isfinite(*y);
}

// It gives no light of its own, and is far smaller than a pixel: a disc says where it is.
static void draw_hole(const wb_view *view)
{
    enum { SIDES = 24, RADIUS = 9 };
    static const wb_colour dark = {0.0f, 0.0f, 0.0f, 0.75f};
    const float step = 6.2831853f / SIDES;
    float star[4], x, y;
    glBindBuffer(GL_COPY_READ_BUFFER, lesson.positions.id);
    glGetBufferSubData(GL_COPY_READ_BUFFER, 0, sizeof star, star); // star 0
    if (!seen_at(view, star, &x, &y)) return;
    for (int i = -RADIUS; i < RADIUS; i++) { // a dark disc, row by row
        float half = sqrtf(RADIUS * RADIUS - ((float)i + 0.5f) * ((float)i + 0.5f));
        wb_draw_rectangle(x - half, y + (float)i, 2.0f * half, 1.0f, dark);
    }
    for (int i = 0; i < SIDES; i++) {
        float from = step * (float)i, to = step * (float)(i + 1);
        wb_draw_line(x + RADIUS * cosf(from), y + RADIUS * sinf(from), x + RADIUS * cosf(to),
                     y + RADIUS * sinf(to), 1.5f, BRIGHT);
    }
    char words[64];
    snprintf(words, sizeof words, "black hole, as heavy as %.0f stars", (double)star[3]);
    float left = x + 2.0f * RADIUS, top = y - 11.0f;
    wb_draw_rectangle(left, top, wb_draw_text_width(15.0f, words) + 12.0f, 22.0f, dark);
    wb_draw_text(left + 6.0f, top + 2.0f, 15.0f, BRIGHT, "%s", words);
}

/* ---- Words and numbers ---- */

// The energy of all stars, and how much of it is motion, (km/s)^2 a star's mass.
static double energy_of(const float entry[4], double *kinetic)
{
    *kinetic = (double)entry[0] / lesson.weight;
    return ((double)entry[0] + (double)entry[1] + (double)entry[2]) / lesson.weight;
}

static float entries[HISTORY][4];

// The history up to now; 0 if its first entry is not there, or no longer.
static int64_t read_history(void)
{
    if (lesson.frame < 1 || lesson.frame > HISTORY || lesson.history.id == 0) return 0;
    return wb_buffer_read(&lesson.history, entries) && entries[0][0] > 0.0f ? lesson.frame : 0;
}

enum { PLOT_WIDTH = 300, PLOT_HEIGHT = 72, MARGIN = 24 };

// How far the energy is from the first step's, of the first step's motion, in percent.
static void draw_energy(const wb_view *view)
{
    int64_t count = read_history();
    if (count < 1) return;
    double kinetic, first = energy_of(entries[0], &kinetic), most = 0.01, last = 0.0;
    for (int64_t i = 0; i < count; i++) {
        double unused, off = 100.0 * (energy_of(entries[i], &unused) - first) / kinetic;
        most = fmax(most, fabs(off));
        last = off;
    }
    float left = MARGIN, top = (float)(view->height - PLOT_HEIGHT - MARGIN), x = 0.0f, y = 0.0f;
    float middle = top + 0.5f * PLOT_HEIGHT;
    wb_draw_line(left, middle, left + PLOT_WIDTH, middle, 1.0f, AXIS);
    int64_t steps = count < PLOT_WIDTH ? count : PLOT_WIDTH;
    for (int64_t i = 0; i < steps; i++) {
        double unused,
            off = energy_of(entries[i * (count - 1) / (steps > 1 ? steps - 1 : 1)], &unused);
        off = 100.0 * (off - first) / kinetic;
        float next_x = left + PLOT_WIDTH * (float)i / (float)(steps > 1 ? steps - 1 : 1);
        float next_y = middle - 0.5f * PLOT_HEIGHT * (float)(off / most);
        if (i > 0) wb_draw_line(x, y, next_x, next_y, 1.5f, LINE);
        x = next_x;
        y = next_y;
    }
    wb_draw_text(left, top - 24.0f, 15.0f, MUTED,
                 "energy, %+.3f %% of the motion; the plot ends at %.*f %%", last,
                 most < 0.1   ? 2
                 : most < 1.0 ? 1
                              : 0,
                 most);
}

static const char *const scene_titles[] = {"a disc galaxy", "a disc and a black hole",
                                           "two galaxies meet", "a crowded ring"};

static void draw_words(void)
{
    char stars[24];
    if (lesson.stars < 1000)
        snprintf(stars, sizeof stars, "%d", lesson.stars);
    else if (lesson.stars < 1000000)
        snprintf(stars, sizeof stars, "%d,%03d", lesson.stars / 1000, lesson.stars % 1000);
    else
        snprintf(stars, sizeof stars, "%.2f million", 1e-6 * lesson.stars);
    wb_draw_text(MARGIN, 18.0f, 26.0f, BRIGHT, "%s: %s stars, %.0f million years",
                 scene_titles[lesson.scene], stars, lesson.time_myr);
    if (traits()->neighbours > 0)
        wb_draw_text(MARGIN, 52.0f, 16.0f, MUTED,
                     "red stars have neighbour number %d at %.2g kpc, blue ones at %.2g",
                     traits()->neighbours, (double)lonely(), (double)crowded());
    else
        wb_draw_text(MARGIN, 52.0f, 16.0f, MUTED, "red stars move at %.0f km/s, blue ones at %.0f",
                     (double)lesson.slow, (double)lesson.fast);
}

/* ---- The whole ---- */

void draw(const wb_view *view)
{
    wb_view seen = wb_coarse_begin(view);
    wb_light_begin(&picture.light, seen.width, seen.height);
    draw_stars(&seen);
    wb_light_end(&picture.light);
    show_light(&seen);
    wb_coarse_end();
    if (lesson.scene == SCENE_HOLE) draw_hole(view);
    draw_words();
    draw_energy(view);
    if (traits()->curve) curve_draw(view);
    // No barrier: the next step writes to the other buffers, and the one after it has had many by
    // then.
}

// How many stars the latest steps have moved in a second; 0 as long as there are no times.
static double stars_per_s(void)
{
    wb_pass_times times;
    double step_ms = 0.0;
    for (int i = 0; wb_pass_times_at(i, false, &times); i++) step_ms += times.median_ms;
    return step_ms > 0.0 ? 1e3 * lesson.stars / step_ms : 0.0;
}

// As in the module: the energy, and how many stars a second.
void status(char *text, size_t size)
{
    int64_t count = read_history();
    int length = snprintf(text, size, "%.0f million years", lesson.time_myr);
    if (count > 0 && (size_t)length < size) {
        double kinetic, first_kinetic, now = energy_of(entries[count - 1], &kinetic);
        double off = now - energy_of(entries[0], &first_kinetic);
        length += snprintf(text + length, size - (size_t)length,
                           ", motion %.0f (km/s)^2 a star, energy %+.3f %%", kinetic,
                           100.0 * off / first_kinetic);
    }
    double rate = stars_per_s();
    if (rate > 0.0 && (size_t)length < size)
        snprintf(text + length, size - (size_t)length, ", %.3g million stars/s", 1e-6 * rate);
}
