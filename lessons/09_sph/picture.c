// The picture: the water (common/water/picture.c) in its box, what its colours mean, the plot of
// energy and density, and what is known of a picked particle.
#include "picture.h"
#include "draw/slots.h"
#include "state.h"
#include "water/picture.h"
#include "water/pool.h"
#include "water/slots.h"
#include "water/scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Constants ---- */

static const wb_colour TEXT = {0.86f, 0.89f, 0.93f, 1.0f}, DIM = {0.58f, 0.63f, 0.70f, 1.0f};
static const wb_colour TEXT_IN_SUN = {0.03f, 0.08f, 0.15f, 1.0f},
                       DIM_IN_SUN = {0.09f, 0.17f, 0.27f, 1.0f};
static const wb_colour BAND = {0.055f, 0.06f, 0.075f, 1.0f};
static const wb_colour PANEL = {0.03f, 0.06f, 0.10f, 0.62f};
static const wb_colour ALARM = {1.0f, 0.45f, 0.30f, 1.0f}, EDGE = {0.55f, 0.66f, 0.80f, 0.45f};

/* ---- State ---- */

static struct {
    wb_water_picture water;
    wb_water_pool pool;
    GLuint plot, legend, probe;
    GLuint vertex_array;
    wb_buffer probed; // 3 x 4: see probe.comp
} picture;

/* ---- Start and end ---- */

bool picture_create(void)
{
    picture.plot = wb_program_draw("draw/rectangle.vert", "09_sph/view/plot.frag", NULL);
    picture.legend = wb_program_draw("draw/rectangle.vert", "09_sph/view/legend.frag", NULL);
    picture.probe = wb_program_compute("09_sph/probe.comp", NULL);
    glGenVertexArrays(1, &picture.vertex_array);
    return picture.plot != 0 && picture.legend != 0 && picture.probe != 0 &&
           wb_water_picture_create(&picture.water) &&
           wb_buffer_create(&picture.probed,
                            &(wb_buffer_desc){.name = "probe", .type = WB_F32, .shape = {3, 4}});
}

void picture_delete(void)
{
    glDeleteProgram(picture.plot);
    glDeleteProgram(picture.legend);
    glDeleteProgram(picture.probe);
    glDeleteVertexArrays(1, &picture.vertex_array);
    wb_buffer_delete(&picture.probed);
    wb_water_picture_delete(&picture.water);
    wb_water_pool_delete(&picture.pool);
    memset(&picture, 0, sizeof picture);
}

/* ---- Words and numbers ---- */

static void draw_plot(const wb_view *view, int shown)
{
    float width = 300.0f, height = 84.0f, left = 24.0f, top = (float)view->height - height - 44.0f;
    if (shown == VIEW_POOL)
        wb_draw_rectangle(left - 10.0f, top - 10.0f, width + 24.0f, height + 42.0f, PANEL);
    int64_t first = lesson.frame > WATER_FRAMES ? lesson.frame - WATER_FRAMES : 0;
    glUseProgram(picture.plot);
    glUniform2f(DRAW_PICTURE_SIZE, (float)view->width, (float)view->height);
    glUniform4f(DRAW_RECTANGLE, left, top, width,
                height); // the vertex shader's rectangle, and the chart
    glUniform3f(FRAMES, (float)first, (float)(lesson.frame - 1), (float)view->height);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_HISTORY, lesson.history.ring.id);
    glBindVertexArray(picture.vertex_array);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    float x = left, y = top + height + 6.0f;
    const struct {
        const char *text;
        wb_colour colour;
    } legend[] = {{"kinetic  ", {0.30f, 0.72f, 0.78f, 1.0f}},
                  {"elastic  ", {0.93f, 0.62f, 0.25f, 1.0f}},
                  {"potential energy  ", {0.35f, 0.55f, 0.75f, 1.0f}},
                  {"density to +50 %", {1.0f, 0.92f, 0.80f, 1.0f}}};
    for (int i = 0; i < 4; i++)
        x += wb_draw_text(x, y, 14.0f, legend[i].colour, "%s", legend[i].text);
}

// What the colours of a view mean: a title, and for most a bar from `low` to `high`.
static const struct {
    const char *title, *format; // of the numbers at the bar's ends
    float low, high;
} legends[VIEW_COUNT] = {
    [VIEW_SPEED] = {"speed", "%.0f m/s", 0.0f, 10.0f},
    [VIEW_DENSITY] = {"density, 1 at rest", "%.1f", 0.6f, 1.1f},
    [VIEW_NEAREST] = {"distance of the nearest sphere along the view", "%.0f m", 10.0f, 22.0f},
    [VIEW_FLATTENED] = {"the same, flattened: of the surface", "%.0f m", 10.0f, 22.0f},
    [VIEW_NORMALS] = {"normals: red to the right of the box, green up, blue to its front", NULL,
                      0.0f, 0.0f},
    [VIEW_THICKNESS] = {"water along the view", "%.0f m", 0.0f, 10.0f},
    [VIEW_SPRAY] = {"spray alone", NULL, 0.0f, 0.0f},
};

static void draw_legend(const wb_view *view, int shown)
{
    const float width = 240.0f, height = 12.0f, size = 14.0f;
    float left = (float)view->width - width - 24.0f, top = (float)view->height - 44.0f;
    const char *title = legends[shown].title;
    float low = legends[shown].low, high = legends[shown].high;
    if (title == NULL) return;
    wb_draw_text(left + width - wb_draw_text_width(size, title), top - 20.0f, size, TEXT, "%s",
                 title);
    if (low == high) return;
    glUseProgram(picture.legend);
    glUniform2f(DRAW_PICTURE_SIZE, (float)view->width, (float)view->height);
    glUniform4f(DRAW_RECTANGLE, left, top, width, height); // the vertex shader's rectangle
    glUniform1i(SHOWN, shown);
    glUniform2f(RANGE, low, high);
    glBindVertexArray(picture.vertex_array);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    char end[16];
    snprintf(end, sizeof end, legends[shown].format, (double)high);
    wb_draw_text(left, top + height + 4.0f, size, DIM, legends[shown].format, (double)low);
    wb_draw_text(left + width - wb_draw_text_width(size, end), top + height + 4.0f, size, DIM, "%s",
                 end);
}

// What went wrong, if something did, on a band that hides what is drawn behind it.
static void draw_alarm(const wb_water_figures *now)
{
    const float left = 24.0f, top = 122.0f, size = 20.0f, margin = 6.0f;
    char text[160];
    if (!ledger_warning(&lesson.ledger, &lesson.p, now, text, sizeof text)) return;
    wb_draw_rectangle(left - margin, top - margin, wb_draw_text_width(size, text) + 2.0f * margin,
                      size + 2.0f * margin + 4.0f, BAND);
    wb_draw_text(left, top, size, ALARM, "%s", text);
}

static void draw_words(const wb_view *view, int shown)
{
    wb_colour text = shown == VIEW_POOL ? TEXT_IN_SUN : TEXT,
              dim = shown == VIEW_POOL ? DIM_IN_SUN : DIM;
    const wb_water_numbers *p = &lesson.p;
    wb_water_figures start =
        wb_water_figures_at(&lesson.history, lesson.ledger.first, lesson.frame);
    wb_water_figures now = wb_water_figures_at(&lesson.history, lesson.frame, lesson.frame);
    double before = wb_water_energy(&start), energy = wb_water_energy(&now);
    wb_draw_text(24.0f, 18.0f, 26.0f, text, "%s, %d particles, %.2f s",
                 wb_water_scene_name(lesson.chosen.scene), p->count, lesson.time_s);
    wb_draw_text(24.0f, 52.0f, 16.0f, dim,
                 "spacing %.3f m, reach %.3f m, mass %.3g kg; c = %.3g m/s, k = %.4g kPa",
                 2.0 * (double)p->margin, (double)p->reach, (double)p->mass, (double)p->sound_speed,
                 1e-3 * (double)p->stiffness);
    wb_draw_text(24.0f, 73.0f, 16.0f, dim,
                 "steps a frame: %d of %.2f ms; the CFL condition allows %.2f ms", substeps(),
                 1e3 * (double)p->time_step, 1e3 * wb_water_cfl_step(p));
    if (lesson.frame == 0) return;
    draw_alarm(&now);
    char words[200];
    snprintf(words, sizeof words,
             "energy %.0f kJ, %+.1f %% since the start; densest %+.1f %%; fastest %.1f m/s",
             1e-3 * energy, before != 0.0 ? 100.0 * (energy - before) / fabs(before) : 0.0,
             100.0 * (now.compression - 1.0), now.speed);
    float size = 16.0f, room = (float)view->width - 48.0f; // the figures of an explosion are long
    while (size > 8.0f && wb_draw_text_width(size, words) > room) size -= 1.0f;
    wb_draw_text(24.0f, 94.0f, size, dim, "%s", words);
}

/* ---- A picked particle ---- */

typedef struct probe {
    float place[4], motion[4],
        force[4]; // with density, pressure, number of neighbours as the fourth
} probe;

static probe look_at_particle(void)
{
    probe found;
    wb_pass_begin("probe");
    glUseProgram(picture.probe);
    glUniform1ui(PICKED, (GLuint)lesson.picked);
    glBindBufferBase(GL_UNIFORM_BUFFER, WATER_NUMBERS, lesson.block);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_POSITIONS, lesson.positions.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_VELOCITIES, lesson.velocities.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, PROBE, picture.probed.id);
    glDispatchCompute(1, 1, 1);
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData in wb_buffer_read()
    wb_pass_end();
    wb_buffer_read(&picture.probed, &found);
    return found;
}

static void draw_probe(const probe *found, const wb_view *view)
{
    const float *x = found->place, *v = found->motion, *a = found->force;
    float left = (float)view->width - 330.0f, top = 24.0f;
    const wb_water_numbers *p = &lesson.p;
    wb_draw_rectangle(left - 16.0f, top - 10.0f, 330.0f, 172.0f,
                      (wb_colour){0.055f, 0.06f, 0.075f, 0.72f});
    wb_draw_text(left, top, 20.0f, TEXT, "particle %d", lesson.picked);
    wb_draw_text(left, top + 28.0f, 16.0f, DIM, "at %.3f, %.3f, %.3f m", x[0], x[1], x[2]);
    wb_draw_text(left, top + 48.0f, 16.0f, DIM, "cell %.0f, %.0f, %.0f (of one reach)",
                 floorf(x[0] / p->reach), floorf(x[1] / p->reach), floorf(x[2] / p->reach));
    wb_draw_text(left, top + 68.0f, 16.0f, DIM, "velocity %.2f, %.2f, %.2f m/s", v[0], v[1], v[2]);
    wb_draw_text(left, top + 88.0f, 16.0f, DIM, "%.0f neighbours, density %.1f kg/m3", a[3], x[3]);
    wb_draw_text(left, top + 108.0f, 16.0f, DIM, "pressure %.0f Pa", v[3]);
    wb_draw_text(left, top + 128.0f, 16.0f, DIM, "force %.1f, %.1f, %.1f N", p->mass * a[0],
                 p->mass * a[1], p->mass * a[2]);
}

// The ray's way to the sphere around `centre`; INFINITY if it misses.
static float hit(const float from[3], const float direction[3], const float centre[3], float radius)
{
    float along = 0.0f, square = 0.0f;
    for (int axis = 0; axis < 3; axis++) {
        float d = centre[axis] - from[axis];
        along += d * direction[axis];
        square += d * d;
    }
    float missed = square - along * along;
    return along > 0.0f && missed < radius * radius ? along : INFINITY;
}

// The camera turns around the middle of a box of 8 x 8 m. If the scene's box is another, around
// its middle.
static wb_eye eye_of(const wb_view *view)
{
    wb_eye eye = view->eye;
    for (int axis = 0; axis < 3; axis += 2) {
        float aside = 0.5f * lesson.p.box[axis] - 4.0f;
        eye.position[axis] += aside;
        for (int row = 0; row < 3; row++) eye.view[3][row] -= eye.view[axis][row] * aside;
    }
    return eye;
}

// The particle under the mouse; -1 if there is none.
static int particle_at(const wb_view *view)
{
    size_t count = (size_t)lesson.p.count;
    float direction[3], nearest = INFINITY;
    float(*places)[4] = malloc(count * sizeof *places);
    int found = -1;
    if (places == NULL) return -1;
    wb_eye eye = eye_of(view);
    wb_eye_ray(&eye, view->width, view->height, view->mouse_x, view->mouse_y, direction);
    glBindBuffer(GL_COPY_READ_BUFFER, lesson.positions.id); // a frame's last barrier allows to read

    glGetBufferSubData(GL_COPY_READ_BUFFER, 0, (GLsizeiptr)(count * sizeof *places), places);
    for (int i = 0; i < lesson.p.count; i++) {
        float way_there =
            hit(eye.position, direction, places[i], WB_WATER_SPHERE_MARGINS * lesson.p.margin);
        if (way_there >= nearest) continue;
        nearest = way_there;
        found = i;
    }
    free(places);
    return found;
}

void pick(const wb_view *view)
{
    lesson.picked = particle_at(view);
}

/* ---- The whole ---- */

// The view that is shown: neighbours are not seen in water, so if a particle is picked, spheres.
static int shown_view(bool is_picked)
{
    return is_picked && lesson.view != VIEW_DENSITY ? VIEW_SPEED : lesson.view;
}

static bool is_image(int shown)
{
    return shown >= VIEW_NEAREST && shown <= VIEW_THICKNESS;
}

static wb_water_view water_view(const wb_view *view, const wb_eye *eye)
{
    return (wb_water_view){.eye = eye,
                           .width = view->width,
                           .height = view->height,
                           .numbers = &lesson.p,
                           .block = lesson.block,
                           .positions = lesson.positions.id,
                           .velocities = lesson.velocities.id};
}

static void draw_view(const wb_water_view *view, int shown, const float picked[4])
{
    wb_water_picture *water = &picture.water;
    bool spheres = shown == VIEW_SPEED || shown == VIEW_DENSITY;
    if (is_image(shown)) {
        wb_water_draw_image(water, view, WATER_IMAGE_NEAREST + shown - VIEW_NEAREST);
        return;
    }
    if (shown != VIEW_SPRAY) wb_water_draw_surroundings(water, view);
    glEnable(GL_DEPTH_TEST);
    if (spheres) wb_water_draw_spheres(water, view, shown == VIEW_DENSITY, picked);
    if (shown == VIEW_WATER) wb_water_draw_surface(water, view);
    wb_draw_box(view->eye, (float[3]){0.0f, 0.0f, 0.0f}, lesson.p.box, EDGE);
    if (!spheres) wb_water_draw_spray(water, view);
    glDisable(GL_DEPTH_TEST);
}

// The images first, with framebuffers of their own; then what is seen of them.
static void draw_layers(const wb_water_view *water, int shown, const float picked[4])
{
    GLint target = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
    // What the last picture's dispatches wrote is drawn over now. And what they read, they write
    // again, before which nothing but flatten() has a barrier.
    bool flattens = shown == VIEW_WATER || is_image(shown);
    glMemoryBarrier(GL_FRAMEBUFFER_BARRIER_BIT |
                    (flattens ? 0 : GL_SHADER_IMAGE_ACCESS_BARRIER_BIT));
    if (flattens) wb_water_draw_images(&picture.water, water, shown != VIEW_NEAREST);
    if (shown <= VIEW_DENSITY) wb_water_draw_shadow(&picture.water, water);
    glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)target);
    glViewport(0, 0, water->width, water->height);
    draw_view(water, shown, picked);
}

void draw(const wb_view *view)
{
    bool is_picked = lesson.picked >= 0 && lesson.picked < lesson.p.count && lesson.frame > 0;
    int shown = shown_view(is_picked);
    wb_eye eye = eye_of(view);
    wb_water_view water = water_view(view, &eye);
    if (shown == VIEW_POOL && !wb_water_pool_has(&picture.pool, &water, NULL)) shown = VIEW_WATER;
    float picked[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    probe found = {0};
    if (is_picked) {
        found = look_at_particle();
        memcpy(picked, found.place, 3 * sizeof *picked);
        picked[3] = 1.0f;
    }
    if (shown == VIEW_POOL) {
        wb_water_pool_draw(&picture.pool, &water, NULL);
    } else {
        draw_layers(&water, shown, picked);
    }

    if (lesson.frame > 0) {
        // The plot reads the history, which the frame's last pass has written. The mesh's passes
        // have had such a barrier since.
        if (shown != VIEW_POOL) glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
        draw_plot(view, shown);
    }
    draw_words(view, shown);
    draw_legend(view, shown);
    if (is_picked) draw_probe(&found, view);
}

void status(char *text, size_t size)
{
    wb_water_figures first =
        wb_water_figures_at(&lesson.history, lesson.ledger.first, lesson.frame);
    wb_water_figures now = wb_water_figures_at(&lesson.history, lesson.frame, lesson.frame);
    double energy = wb_water_energy(&now), start = wb_water_energy(&first);
    char warning[160];
    bool is_wrong = ledger_warning(&lesson.ledger, &lesson.p, &now, warning, sizeof warning);
    snprintf(text, size,
             "%.2f s in %lld frames, %d x %.2f ms; energy %.4g kJ (%+.1f %%), densest %+.1f %%%s%s",
             lesson.time_s, (long long)lesson.frame, substeps(), 1e3 * (double)lesson.p.time_step,
             1e-3 * energy, start != 0.0 ? 100.0 * (energy - start) / fabs(start) : 0.0,
             100.0 * (now.compression - 1.0), is_wrong ? "; " : "", warning);
}
