// The picture: the particles as lit spheres or as a water surface, the box, the floor with the
// water's shadow, the plot of energy and density, and what is known of a picked particle.
#include "picture.h"
#include "history.h"
#include "scene.h"
#include "state.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Constants ---- */

enum { SMOOTH_GROUP = 128, MOST_TAPS = 24, SMOOTH_ROUNDS = 3, PROBE_GROUP = 256 };
enum { SHADOW_PIXELS = 256, SHADOW_MARGIN = 4 }; // a square of floor, so many metres around the box
enum { POSITIONS, VELOCITIES, HISTORY, PROBE = HISTORY }; // storage block bindings
enum { PHYSICS = 0 };                                     // uniform block binding
enum { SHADOW_UNIT, DISTANCE_UNIT, THICKNESS_UNIT };      // texture units
// Uniform locations.
enum { VIEW, PROJECTION, EYE, PICTURE_SIZE, SIZE, BY_DENSITY, PICKED, DROPS };
enum { DIRECTION, RADIUS, RANGE, CHART = 1, FRAMES = 2, PICKED_ID = 0 };

// In margins, which are half a spacing.
static const float SPHERE = 1.05f, SURFACE_SPHERE = 1.7f, WATER_BLOB = 2.2f, SHADOW_BLOB = 2.0f;
static const float SMOOTH_RADIUS = 3.0f, SMOOTH_RANGE = 9.0f; // of the surface
static const float SHADOW_BLUR = 5.0f;                        // pixels of the shadow map

static const wb_colour TEXT = {0.86f, 0.89f, 0.93f, 1.0f}, DIM = {0.58f, 0.63f, 0.70f, 1.0f};
static const wb_colour ALARM = {1.0f, 0.45f, 0.30f, 1.0f}, EDGE = {0.55f, 0.66f, 0.80f, 0.45f};

/* ---- State ---- */

// A picture to draw to, with a second one of the same kind to smooth it into.
typedef struct layer {
    GLuint framebuffer, textures[2], depth;
    int width, height;
} layer;

// Not in `lesson`, with which the stepper goes back in time: the textures come and go with the
// picture's size.
static struct {
    GLuint background, sphere, distance, thickness, shadow, smooth, water, plot, probe;
    GLuint vertex_array;
    GLuint sampler; // linear, clamped
    layer distances, thicknesses, shadows;
    wb_buffer probed; // 3 x 4: see probe.comp
} picture;

/* ---- Start and end ---- */

bool picture_create(void)
{
    const wb_define *constants =
        WB_DEFINES({"SMOOTH_GROUP", SMOOTH_GROUP}, {"MOST_TAPS", MOST_TAPS},
                   {"SHADOW_MARGIN", SHADOW_MARGIN}, {"HISTORY_FRAMES", HISTORY_FRAMES},
                   {"HISTORY_PARTS", HISTORY_PARTS}, {"PROBE_GROUP", PROBE_GROUP},
                   {"OBSTACLE_BOX", OBSTACLE_BOX}, {"OBSTACLE_SPHERE", OBSTACLE_SPHERE});
    const struct {
        GLuint *program;
        const char *vertex, *fragment;
    } drawn[] = {
        {&picture.background, "draw/picture.vert", "09_sph/view/background.frag"},
        {&picture.sphere, "09_sph/view/sphere.vert", "09_sph/view/sphere.frag"},
        {&picture.distance, "09_sph/view/sphere.vert", "09_sph/view/depth.frag"},
        {&picture.thickness, "09_sph/view/sphere.vert", "09_sph/view/thickness.frag"},
        {&picture.shadow, "09_sph/view/shadow.vert", "09_sph/view/shadow.frag"},
        {&picture.water, "draw/picture.vert", "09_sph/view/water.frag"},
        {&picture.plot, "draw/rectangle.vert", "09_sph/view/plot.frag"},
    };
    for (size_t i = 0; i < sizeof drawn / sizeof drawn[0]; i++) {
        *drawn[i].program = wb_program_draw(drawn[i].vertex, drawn[i].fragment, constants);
        if (*drawn[i].program == 0) return false;
    }
    picture.smooth = wb_program_compute("09_sph/view/smooth.comp", constants);
    picture.probe = wb_program_compute("09_sph/probe.comp", constants);
    glGenVertexArrays(1, &picture.vertex_array);
    glGenSamplers(1, &picture.sampler);
    glSamplerParameteri(picture.sampler, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glSamplerParameteri(picture.sampler, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glSamplerParameteri(picture.sampler, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glSamplerParameteri(picture.sampler, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return picture.smooth != 0 && picture.probe != 0 &&
           wb_buffer_create(&picture.probed,
                            &(wb_buffer_desc){.name = "probe", .type = WB_F32, .shape = {3, 4}});
}

static void delete_layer(layer *l)
{
    glDeleteFramebuffers(1, &l->framebuffer);
    glDeleteTextures(2, l->textures);
    glDeleteRenderbuffers(1, &l->depth);
    *l = (layer){0};
}

void picture_delete(void)
{
    const GLuint programs[] = {picture.background, picture.sphere, picture.distance,
                               picture.thickness,  picture.shadow, picture.smooth,
                               picture.water,      picture.plot,   picture.probe};
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) glDeleteProgram(programs[i]);
    delete_layer(&picture.distances);
    delete_layer(&picture.thicknesses);
    delete_layer(&picture.shadows);
    glDeleteVertexArrays(1, &picture.vertex_array);
    glDeleteSamplers(1, &picture.sampler);
    wb_buffer_delete(&picture.probed);
    memset(&picture, 0, sizeof picture);
}

// A layer of this size, made anew if it has another.
static void fit_layer(layer *l, const char *name, int width, int height, GLenum format, bool depth)
{
    if (l->width == width && l->height == height) return;
    delete_layer(l);
    l->width = width;
    l->height = height;
    glGenTextures(2, l->textures);
    for (int i = 0; i < 2; i++) {
        glBindTexture(GL_TEXTURE_2D, l->textures[i]);
        glTexStorage2D(GL_TEXTURE_2D, 1, format, width, height);
        glObjectLabel(GL_TEXTURE, l->textures[i], -1, name);
    }
    glGenFramebuffers(1, &l->framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, l->framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, l->textures[0], 0);
    if (!depth) return;
    glGenRenderbuffers(1, &l->depth);
    glBindRenderbuffer(GL_RENDERBUFFER, l->depth);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, width, height);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, l->depth);
}

/* ---- Particles ---- */

static void use(GLuint program, const wb_view *view)
{
    glUseProgram(program);
    glBindBufferBase(GL_UNIFORM_BUFFER, PHYSICS, lesson.parameters);
    glUniformMatrix4fv(VIEW, 1, GL_FALSE, &view->eye.view[0][0]);
    glUniformMatrix4fv(PROJECTION, 1, GL_FALSE, &view->eye.projection[0][0]);
    glUniform3fv(EYE, 1, view->eye.position);
    glUniform2f(PICTURE_SIZE, (float)view->width, (float)view->height);
    glBindVertexArray(picture.vertex_array);
}

// Six vertices a particle, which the vertex shader places.
static void draw_particles(float size)
{
    glUniform1f(SIZE, size);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, POSITIONS, lesson.positions.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, VELOCITIES, lesson.velocities.id);
    glDrawArrays(GL_TRIANGLES, 0, 6 * lesson.p.count);
}

static void begin_layer(const layer *l)
{
    glBindFramebuffer(GL_FRAMEBUFFER, l->framebuffer);
    glViewport(0, 0, l->width, l->height);
    glClearColor(0.0f, 0.0f, 0.0f, 0.0f);
    glClear(GL_COLOR_BUFFER_BIT | (l->depth != 0 ? GL_DEPTH_BUFFER_BIT : 0));
}

static void show_texture(GLuint unit, GLuint texture)
{
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D, texture);
    glBindSampler(unit, picture.sampler);
    glActiveTexture(GL_TEXTURE0);
}

/* ---- Smoothing ---- */

static void smooth(const layer *l, const char *name, int along_x, float radius, float range)
{
    int length = along_x ? l->width : l->height, lines = along_x ? l->height : l->width;
    wb_pass_begin(name);
    glUseProgram(picture.smooth);
    glUniform2i(DIRECTION, along_x, !along_x);
    glUniform1f(RADIUS, radius);
    glUniform1f(RANGE, range);
    glBindImageTexture(0, l->textures[along_x ? 0 : 1], 0, GL_FALSE, 0, GL_READ_ONLY, GL_R32F);
    glBindImageTexture(1, l->textures[along_x ? 1 : 0], 0, GL_FALSE, 0, GL_WRITE_ONLY, GL_R32F);
    glDispatchCompute(wb_groups_for(length, SMOOTH_GROUP), (GLuint)lines, 1);
}

// Across from the first texture to the second, and down from the second back to the first.
static void smooth_across(const layer *l, float radius, float range)
{
    smooth(l, "smooth across", 1, radius, range);
    // The way down reads what this has written, and overwrites what this has read.
    glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
    wb_pass_end();
}

static void smooth_down(const layer *l, float radius, float range)
{
    smooth(l, "smooth down", 0, radius, range);
    // Another round reads it as an image, and the fragment shader that shows it as a texture; the
    // next picture is drawn over it.
    glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT |
                    GL_FRAMEBUFFER_BARRIER_BIT);
    wb_pass_end();
}

/* ---- The layers of the picture ---- */

static void add_up_particles(GLuint program, const layer *l, const wb_view *view, float size)
{
    begin_layer(l);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE);
    use(program, view);
    draw_particles(size);
    glDisable(GL_BLEND);
}

static void draw_shadow_map(const wb_view *view)
{
    fit_layer(&picture.shadows, "shadow", SHADOW_PIXELS, SHADOW_PIXELS, GL_R32F, false);
    add_up_particles(picture.shadow, &picture.shadows, view, SHADOW_BLOB);
    smooth_across(&picture.shadows, SHADOW_BLUR, 0.0f);
    smooth_down(&picture.shadows, SHADOW_BLUR, 0.0f);
}

static void draw_surface_layers(const wb_view *view)
{
    fit_layer(&picture.distances, "distances", view->width, view->height, GL_R32F, true);
    begin_layer(&picture.distances);
    glEnable(GL_DEPTH_TEST);
    use(picture.distance, view);
    glUniform1f(DROPS, 1.0f);
    draw_particles(SURFACE_SPHERE);
    glDisable(GL_DEPTH_TEST);

    float pixels = 0.5f * (float)view->height * view->eye.projection[1][1]; // of 1 m at 1 m
    for (int round = 0; round < SMOOTH_ROUNDS; round++) {
        smooth_across(&picture.distances, SMOOTH_RADIUS * lesson.p.margin * pixels,
                      SMOOTH_RANGE * lesson.p.margin);
        smooth_down(&picture.distances, SMOOTH_RADIUS * lesson.p.margin * pixels,
                    SMOOTH_RANGE * lesson.p.margin);
    }

    // Half as fine in each direction: thickness is smooth anyway.
    fit_layer(&picture.thicknesses, "thickness", (view->width + 1) / 2, (view->height + 1) / 2,
              GL_RG16F, false);
    glUseProgram(picture.thickness);
    glUniform1f(DROPS, 1.0f);
    add_up_particles(picture.thickness, &picture.thicknesses, view, WATER_BLOB);
}

static void draw_spheres(const wb_view *view, const float picked[4])
{
    use(picture.sphere, view);
    glUniform1f(DROPS, 0.0f);
    glUniform1i(BY_DENSITY, lesson.view == VIEW_DENSITY);
    glUniform4fv(PICKED, 1, picked);
    draw_particles(SPHERE);
}

static void draw_whole_picture(GLuint program, const wb_view *view)
{
    use(program, view);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

/* ---- The box and the obstacle ---- */

static void draw_edges(const wb_view *view)
{
    const physics *p = &lesson.p;
    float low[3], high[3];
    wb_draw_box(&view->eye, (float[3]){0.0f, 0.0f, 0.0f}, p->box, EDGE);
    for (int axis = 0; axis < 3; axis++) {
        float half = p->obstacle_kind == OBSTACLE_SPHERE ? p->radius : p->half_size[axis];
        low[axis] = p->obstacle[axis] - half;
        high[axis] = p->obstacle[axis] + half;
    }
    if (p->obstacle_kind == OBSTACLE_BOX) wb_draw_box(&view->eye, low, high, EDGE);
}

// Circles of latitude and longitude, as lines.
static void draw_ball(const physics *p, const wb_view *view)
{
    enum { CIRCLES = 8, PARTS = 48 };
    float points[CIRCLES * PARTS * 2][3];
    int count = 0;
    for (int c = 0; c < CIRCLES; c++)
        for (int k = 0; k < 2 * PARTS; k++, count++) {
            float turn = 6.2831853f * (float)((k + 1) / 2) / PARTS;
            float tilt = 3.1415927f * (float)c / CIRCLES;
            float across = cosf(turn) * p->radius;
            points[count][0] = p->obstacle[0] + across * cosf(tilt);
            points[count][1] = p->obstacle[1] + sinf(turn) * p->radius;
            points[count][2] = p->obstacle[2] + across * sinf(tilt);
        }
    wb_draw_lines(&view->eye, (const float(*)[3])points, count, EDGE);
}

/* ---- Words and numbers ---- */

static void draw_plot(const wb_view *view)
{
    float width = 300.0f, height = 84.0f, left = 24.0f, top = (float)view->height - height - 44.0f;
    int64_t first = lesson.frame > HISTORY_FRAMES ? lesson.frame - HISTORY_FRAMES : 0;
    glUseProgram(picture.plot);
    glUniform2f(0, (float)view->width, (float)view->height);
    glUniform4f(2, left, top, width, height); // the vertex shader's rectangle, and the chart
    glUniform3f(3, (float)first, (float)(lesson.frame - 1), (float)view->height);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, HISTORY, lesson.history.id);
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

// What went wrong, if something did.
static void draw_alarm(const history_figures *start, const history_figures *now)
{
    double before = history_energy(start), energy = history_energy(now);
    if (now->lost > 0.0 || !isfinite(energy))
        wb_draw_text(24.0f, 118.0f, 20.0f, ALARM,
                     "%.0f particles are no numbers, or outside of the box", now->lost);
    else if (energy - before > 0.01 * fabs(before))
        wb_draw_text(24.0f, 118.0f, 20.0f, ALARM,
                     "the energy grew by %.0f %%, from nowhere: is the time step too long?",
                     100.0 * (energy - before) / fabs(before));
}

static void draw_words(void)
{
    const physics *p = &lesson.p;
    history_figures start = history_at(lesson.history.id, 1, lesson.frame);
    history_figures now = history_at(lesson.history.id, lesson.frame, lesson.frame);
    double before = history_energy(&start), energy = history_energy(&now);
    wb_draw_text(24.0f, 18.0f, 26.0f, TEXT, "%s, %d particles, %.2f s", scene_name(lesson.scene),
                 p->count, lesson.time_s);
    wb_draw_text(24.0f, 52.0f, 16.0f, DIM,
                 "spacing %.3f m, reach %.3f m, mass %.3g kg; c = %.3g m/s, k = %.4g kPa",
                 2.0 * (double)p->margin, (double)p->reach, (double)p->mass, (double)p->sound_speed,
                 1e-3 * (double)p->stiffness);
    wb_draw_text(24.0f, 73.0f, 16.0f, DIM,
                 "steps a frame: %d of %.2f ms; the CFL condition allows %.2f ms", substeps(),
                 1e3 * (double)p->time_step, 1e3 * physics_cfl_step(p));
    if (lesson.frame == 0) return;
    draw_alarm(&start, &now);
    wb_draw_text(24.0f, 94.0f, 16.0f, DIM,
                 "energy %.0f kJ, %+.1f %% since the start; densest %+.1f %%; fastest %.1f m/s",
                 1e-3 * energy, before != 0.0 ? 100.0 * (energy / before - 1.0) : 0.0,
                 100.0 * (now.compression - 1.0), now.speed);
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
    glUniform1ui(PICKED_ID, (GLuint)lesson.picked);
    glBindBufferBase(GL_UNIFORM_BUFFER, PHYSICS, lesson.parameters);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, POSITIONS, lesson.positions.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, VELOCITIES, lesson.velocities.id);
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
    const physics *p = &lesson.p;
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

// The particle under the mouse; -1 if there is none.
static int particle_at(const wb_view *view)
{
    size_t count = (size_t)lesson.p.count;
    float direction[3], nearest = INFINITY;
    float(*places)[4] = malloc(count * sizeof *places);
    int found = -1;
    if (places == NULL) return -1;
    wb_eye_ray(&view->eye, view->width, view->height, view->mouse_x, view->mouse_y, direction);
    glBindBuffer(GL_COPY_READ_BUFFER, lesson.positions.id); // a frame's last barrier allows to read

    glGetBufferSubData(GL_COPY_READ_BUFFER, 0, (GLsizeiptr)(count * sizeof *places), places);
    for (int i = 0; i < lesson.p.count; i++) {
        float way_there = hit(view->eye.position, direction, places[i], SPHERE * lesson.p.margin);
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

void draw(const wb_view *view)
{
    GLint target = 0;
    bool is_picked = lesson.picked >= 0 && lesson.picked < lesson.p.count && lesson.frame > 0;
    bool is_water = lesson.view == VIEW_WATER && !is_picked; // neighbours are not seen in water
    float picked[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    probe found = {0};
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
    if (is_picked) {
        found = look_at_particle();
        memcpy(picked, found.place, 3 * sizeof *picked);
        picked[3] = 1.0f;
    }
    draw_shadow_map(view);
    if (is_water) draw_surface_layers(view);

    glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)target);
    glViewport(0, 0, view->width, view->height);
    show_texture(SHADOW_UNIT, picture.shadows.textures[0]);
    show_texture(DISTANCE_UNIT, picture.distances.textures[0]);
    show_texture(THICKNESS_UNIT, picture.thicknesses.textures[0]);
    draw_whole_picture(picture.background, view);
    glEnable(GL_DEPTH_TEST);
    if (is_water)
        draw_whole_picture(picture.water, view);
    else
        draw_spheres(view, picked);
    draw_edges(view);
    if (lesson.p.obstacle_kind == OBSTACLE_SPHERE) draw_ball(&lesson.p, view);
    glDisable(GL_DEPTH_TEST);
    for (GLuint unit = 0; unit <= THICKNESS_UNIT; unit++) glBindSampler(unit, 0);

    if (lesson.frame > 0) {
        // The plot reads the history, which the frame's last pass has written.
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
        draw_plot(view);
    }
    draw_words();
    if (is_picked) draw_probe(&found, view);
}

void status(char *text, size_t size)
{
    history_figures first = history_at(lesson.history.id, 1, lesson.frame);
    history_figures now = history_at(lesson.history.id, lesson.frame, lesson.frame);
    double energy = history_energy(&now), start = history_energy(&first);
    snprintf(text, size,
             "%.2f s in %lld frames, %d x %.2f ms; energy %.4g kJ (%+.1f %%), densest %+.1f %%",
             lesson.time_s, (long long)lesson.frame, substeps(), 1e3 * (double)lesson.p.time_step,
             1e-3 * energy, start != 0.0 ? 100.0 * (energy / start - 1.0) : 0.0,
             100.0 * (now.compression - 1.0));
}
