// The picture: the water (common/water/pool.c) in its box; its particles, and what of them the
// colours show; the plot of energy and density; and what is known of a picked particle.
#include "picture.h"
#include "draw/slots.h"
#include "state.h"
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
static const wb_colour ALARM = {1.0f, 0.45f, 0.30f, 1.0f};

const wb_orbit orbit = {.target = {4.0f, 2.3f, 4.0f},
                        .distance = 16.4f,
                        .yaw = 42.0f,
                        .pitch = 9.0f,
                        .field_of_view = 38.0f};

/* ---- State ---- */

static struct {
    wb_water_pool pool;
    GLuint plot, legend, probe, tell;
    GLuint vertex_array;
    GLuint numbers, ends; // buffers: see shown.comp
    int numbers_count;    // particles for which there is room
    wb_buffer probed;     // 3 x 4: see probe.comp
} picture;

/* ---- Start and end ---- */

bool picture_create(void)
{
    const wb_define *constants = WB_DEFINES({"GRID_HASHED", 0}, {"VERSION", traits()->version});
    picture.plot = wb_program_draw("draw/rectangle.vert", "09_sph/view/plot.frag", NULL);
    picture.legend = wb_program_draw("draw/rectangle.vert", "09_sph/view/legend.frag", NULL);
    picture.probe = wb_program_compute("09_sph/probe.comp", NULL);
    picture.tell = wb_program_compute("09_sph/shown.comp", constants);
    glGenVertexArrays(1, &picture.vertex_array);
    glGenBuffers(1, &picture.numbers);
    glGenBuffers(1, &picture.ends);
    return picture.plot != 0 && picture.legend != 0 && picture.probe != 0 && picture.tell != 0 &&
           wb_water_pool_create(&picture.pool) &&
           wb_buffer_create(&picture.probed,
                            &(wb_buffer_desc){.name = "probe", .type = WB_F32, .shape = {3, 4}});
}

void picture_delete(void)
{
    const GLuint programs[] = {picture.plot, picture.legend, picture.probe, picture.tell};
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) glDeleteProgram(programs[i]);
    glDeleteBuffers(2, (const GLuint[]){picture.numbers, picture.ends});
    glDeleteVertexArrays(1, &picture.vertex_array);
    wb_buffer_delete(&picture.probed);
    wb_water_pool_delete(&picture.pool);
    memset(&picture, 0, sizeof picture);
}

/* ---- What is shown ---- */

// A number of each particle: what it is, and how the scale's ends are written.
static const struct {
    const char *title, *format;
    float unit; // of one that is written, in that of the kernel's
} numbers[VIEW_COUNT] = {
    [VIEW_SPEED] = {"speed", "%.4g m/s", 1.0f},
    [VIEW_DENSITY] = {"density, 1 at rest", "%.4g", 1.0f},
    [VIEW_PRESSURE] = {"pressure", "%.4g kPa", 1e3f},
    [VIEW_FORCE] = {"force; a needle's length grows with its root", "%.4g N", 1.0f},
    [VIEW_CELL] = {"number of the cell", "%.0f", 1.0f},
    [VIEW_SLOT] = {"slot in the order of the cells", "%.0f", 1.0f},
};

// What a pass of the step has done, and the view that shows it.
static const struct {
    const char *pass;
    int view;
    const char *did;
} passes[] = {
    {"grid clear", VIEW_PARTICLES, "all cells are empty again"},
    {"grid count", VIEW_CELL, "each particle knows its cell, each cell how many it has"},
    {"scan", VIEW_CELL, "each cell knows its first slot"},
    {"grid scatter", VIEW_SLOT, "each particle is in a slot of its cell"},
    {"grid order", VIEW_SLOT, "they are copied in the order of the slots"},
    {"density", VIEW_DENSITY, "each particle knows how dense the water is around it"},
    {"force", VIEW_FORCE, "what neighbours and walls do to each"},
    {"integrate", VIEW_SPEED, "all have moved on"},
};

static bool is_behind(const char *pass)
{
    return wb_last_pass() != NULL && strcmp(wb_last_pass(), pass) == 0;
}

// The entry for the pass that a step stands behind; -1 between two steps.
static int pass_behind(void)
{
    const char *last = wb_last_pass();
    for (int i = 0; last != NULL && i < (int)(sizeof passes / sizeof passes[0]); i++)
        if (strncmp(last, passes[i].pass, strlen(passes[i].pass)) == 0) return i;
    return -1;
}

// The picked particle; where neighbours are asked for and none is picked, one in the middle of the
// list; -1 if there is none.
static int picked(void)
{
    if (lesson.frame == 0 || lesson.picked >= lesson.p.count) return -1;
    return lesson.picked < 0 && lesson.view == VIEW_NEIGHBOURS ? lesson.p.count / 2 : lesson.picked;
}

// Where the surface would be shown, a step shows what its pass has done, and a picked particle its
// neighbours. A view that is not to be had gives way to the particles.
static int shown_view(const wb_water_view *water, int pass)
{
    int shown = lesson.view;
    if (shown == VIEW_SURFACE && pass >= 0) return passes[pass].view;
    if (shown == VIEW_SURFACE && picked() >= 0) shown = VIEW_NEIGHBOURS;
    bool lacks = (shown == VIEW_CELL && traits()->version == ALL_PAIRS) ||
                 (shown == VIEW_SLOT && traits()->version == ALL_PAIRS) ||
                 ((shown == VIEW_SLOT || shown == VIEW_FORCE) && lesson.frame == 0) ||
                 (shown == VIEW_SURFACE && !wb_water_pool_has_mesh(&picture.pool, water));
    return lacks ? VIEW_PARTICLES : shown;
}

static void bind_step(void)
{
    int version = traits()->version;
    const wb_grid *grid = version == LIST ? &lesson.water.grid : &lesson.grid;
    if (version >= ROWS)
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_MOTIONS,
                         version == LIST ? lesson.water.motions.id : lesson.motions.id);
    else
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, DENSITIES, lesson.densities.id);
    if (version == ALL_PAIRS) {
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NEXT_VELOCITIES, lesson.next_velocities.id);
        return;
    }
    if (version < ROWS)
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, ACCELERATIONS, lesson.accelerations.id);
    // "grid order" reads from one what it puts in order into the other.
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_IDS,
                     is_behind("grid scatter") ? grid->unordered.id : grid->ids.id);
    wb_grid_set_uniforms(grid);
}

// What shown.comp leaves: the scale's ends, and how many numbers have each exponent.
typedef struct spread {
    float least, most;
    GLuint sizes[256];
    GLuint room[2]; // a driver may count a block in 16 bytes
} spread;

// Asks for the view's number of each particle.
static spread tell_numbers(int shown, bool is_new)
{
    spread all = {.least = INFINITY};
    if (picture.numbers_count != lesson.p.count) {
        glBindBuffer(GL_SHADER_STORAGE_BUFFER, picture.numbers);
        glBufferData(GL_SHADER_STORAGE_BUFFER, (GLsizeiptr)lesson.p.count * 16, NULL,
                     GL_DYNAMIC_COPY);
        picture.numbers_count = lesson.p.count;
    }
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, picture.ends);
    glBufferData(GL_SHADER_STORAGE_BUFFER, sizeof all, &all, GL_DYNAMIC_COPY);
    wb_pass_begin("numbers");
    glUseProgram(picture.tell);
    glUniform1i(SHOWN, shown);
    glUniform1i(IS_NEW, is_new);
    glBindBufferBase(GL_UNIFORM_BUFFER, WATER_NUMBERS, lesson.block);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_POSITIONS, lesson.positions.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_VELOCITIES, lesson.velocities.id);
    bind_step();
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, SHOWN_NUMBERS, picture.numbers);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, SHOWN_ENDS, picture.ends);
    glDispatchCompute(wb_groups_for(lesson.p.count, SHOWN_GROUP), 1, 1);
    // The vertex shader reads the numbers, glGetBufferSubData() the ends.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
    wb_pass_end();
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, picture.ends);
    glGetBufferSubData(GL_SHADER_STORAGE_BUFFER, 0, sizeof all, &all);
    return all;
}

// The power of 2 that all but a fiftieth are below: of pressures and forces a few are far above.
static float most_of(const spread *all)
{
    GLuint count = 0, most = (GLuint)lesson.p.count - (GLuint)lesson.p.count / 50;
    int exponent = 0;
    while (exponent < 255 && (count += all->sizes[exponent]) < most) exponent++;
    return ldexpf(1.0f, exponent - 126);
}

// The scale, as wide as what is there: to the next multiples of a tenth of its size, rounded to 1,
// 2 or 5 in its first digit, so that it does not change in every frame.
static void fit_scale(int shown, const spread *all, float ends[2])
{
    bool is_wild = shown == VIEW_PRESSURE || shown == VIEW_FORCE;
    ends[0] =
        shown >= VIEW_SPEED && shown <= VIEW_FORCE && shown != VIEW_DENSITY ? 0.0f : all->least;
    ends[1] = is_wild ? fminf(all->most, most_of(all)) : all->most;
    if (shown == VIEW_CELL || shown == VIEW_SLOT) return;
    float span = fmaxf(ends[1] - ends[0], 1e-6f), step = powf(10.0f, floorf(log10f(span)));
    step *= span < 2.0f * step ? 0.1f : span < 5.0f * step ? 0.2f : 0.5f;
    ends[0] = step * floorf(ends[0] / step);
    ends[1] = step * ceilf(ends[1] / step);
}

/* ---- Words and numbers ---- */

static void draw_plot(const wb_view *view)
{
    float width = 300.0f, height = 84.0f, left = 24.0f, top = (float)view->height - height - 44.0f;
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

static void draw_legend(const wb_view *view, int shown, const float ends[2], bool is_beyond)
{
    const float width = 260.0f, height = 12.0f, size = 14.0f;
    float left = (float)view->width - width - 34.0f, top = (float)view->height - 50.0f;
    const char *title = numbers[shown].title, *format = numbers[shown].format;
    if (title == NULL) return;
    wb_draw_rectangle(left - 12.0f, top - 30.0f, width + 24.0f, height + 58.0f, PANEL);
    wb_draw_text(left, top - 22.0f, size, TEXT, "%s", title);
    if (!(ends[0] < ends[1])) {
        wb_draw_text(left, top + height + 4.0f, size, DIM, "not known before the first step");
        return;
    }
    glUseProgram(picture.legend);
    glUniform2f(DRAW_PICTURE_SIZE, (float)view->width, (float)view->height);
    glUniform4f(DRAW_RECTANGLE, left, top, width, height); // the vertex shader's rectangle
    glBindVertexArray(picture.vertex_array);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    char end[40];
    int length = snprintf(end, sizeof end, format, (double)(ends[1] / numbers[shown].unit));
    if (is_beyond) snprintf(end + length, sizeof end - (size_t)length, " and more");
    wb_draw_text(left, top + height + 4.0f, size, DIM, format,
                 (double)(ends[0] / numbers[shown].unit));
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

static void draw_words(const wb_view *view, int pass)
{
    wb_colour text = TEXT_IN_SUN, dim = DIM_IN_SUN;
    const wb_water_numbers *p = &lesson.p;
    wb_water_figures start =
        wb_water_figures_at(&lesson.history, lesson.ledger.first, lesson.frame);
    wb_water_figures now = wb_water_figures_at(&lesson.history, lesson.frame, lesson.frame);
    double before = wb_water_energy(&start), energy = wb_water_energy(&now);
    wb_draw_text(24.0f, 18.0f, 26.0f, text, "%s, %d particles, %.2f s",
                 wb_water_scene_name(lesson.chosen.scene), p->count, lesson.time_s);
    wb_draw_text(24.0f, 52.0f, 16.0f, dim,
                 "spacing %.3f m, reach %.3f m, mass %.3g kg; c = %.4g m/s, k = %.4g kPa",
                 2.0 * (double)p->margin, (double)p->reach, (double)p->mass, (double)p->sound_speed,
                 1e-3 * (double)p->stiffness);
    wb_draw_text(24.0f, 73.0f, 16.0f, dim,
                 "steps a frame: %d of %.2f ms; the CFL condition allows %.2f ms", substeps(),
                 1e3 * (double)p->time_step, 1e3 * wb_water_cfl_step(p));
    if (pass >= 0)
        wb_draw_text(24.0f, 94.0f, 16.0f, text, "after \"%s\": %s", wb_last_pass(),
                     passes[pass].did);
    if (lesson.frame == 0 || pass >= 0) return;
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
    glUniform1ui(PICKED, (GLuint)picked());
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
    wb_draw_text(left, top, 20.0f, TEXT, "particle %d", picked());
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
            hit(eye.position, direction, places[i], WB_WATER_BALL_MARGINS * lesson.p.margin);
        if (way_there >= nearest) continue;
        nearest = way_there;
        found = i;
    }
    free(places);
    return found;
}

void pick(const wb_view *view)
{
    if (lesson.positions.id == 0) return; // the plane runs
    lesson.picked = particle_at(view);
}

/* ---- The whole ---- */

static wb_water_view water_view(const wb_view *view, const wb_eye *eye)
{
    return (wb_water_view){.eye = eye,
                           .width = view->width,
                           .height = view->height,
                           .numbers = &lesson.p,
                           .block = lesson.block,
                           .positions = lesson.positions.id,
                           .velocities = lesson.velocities.id,
                           .cut = lesson.cut};
}

// `found`: the particle whose neighbours show, if that is the view. `ends` will be the scale's, and
// `is_beyond` whether some numbers are.
static void draw_particles(const wb_water_view *water, int shown, const probe *found, float ends[2],
                           bool *is_beyond)
{
    wb_water_paint paint = {.shown = picture.numbers, .has_needles = shown == VIEW_FORCE};
    spread all = tell_numbers(shown, is_behind("density"));
    fit_scale(shown, &all, ends);
    *is_beyond = ends[1] < all.most;
    if (numbers[shown].title != NULL) memcpy(paint.scale, ends, sizeof paint.scale);
    if (shown == VIEW_NEIGHBOURS && picked() >= 0) {
        memcpy(paint.picked, found->place, 3 * sizeof *paint.picked);
        paint.picked[3] = 1.0f;
    }
    wb_water_pool_draw_particles(&picture.pool, water, &paint);
}

void draw(const wb_view *view)
{
    wb_eye eye = eye_of(view);
    wb_view seen = wb_coarse_begin(view);
    wb_water_view water = water_view(&seen, &eye);
    int pass = pass_behind(), shown = shown_view(&water, pass);
    probe found = {0};
    float ends[2] = {0.0f, 0.0f};
    bool is_beyond = false;
    if (picked() >= 0) found = look_at_particle();
    if (shown == VIEW_SURFACE)
        wb_water_pool_draw(&picture.pool, &water, NULL);
    else
        draw_particles(&water, shown, &found, ends, &is_beyond);
    wb_coarse_end();
    draw_legend(view, shown, ends, is_beyond);
    if (lesson.frame > 0) draw_plot(view); // passes above had a barrier for what it reads
    draw_words(view, pass);
    if (picked() >= 0) draw_probe(&found, view);
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
