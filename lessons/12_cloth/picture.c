// The picture: a shadow map as the lamp sees the cloth, the floor, then ball and cloth in a layer
// of four pixels for each of the picture's, which is what makes edges smooth; and a few words.
#include "picture.h"
#include "draw/slots.h"
#include "state.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- Constants ---- */

enum { FINER = 2 };

static const float LIGHT[3] = {0.3600f, 0.5200f, -0.7746f}; // towards the lamp, of length 1
static const float THICKNESS = 0.014f;                      // m
static const float LAMP_REACH = 2.9f;                       // m around the cloth, in the map
static const wb_colour TEXT = {0.06f, 0.08f, 0.11f, 1.0f}, DIM = {0.17f, 0.20f, 0.25f, 1.0f};

/* ---- State ---- */

// Not in `lesson`, with which the stepper goes back in time: the layer comes and goes with the
// picture's size.
static struct {
    GLuint depth, background, ball, cloth, links, resolve, legend; // programs
    GLuint no_attributes;                                          // a vertex array
    GLuint shadow_map, shadow_buffer; // a texture, and what draws into it
    GLuint layer, layer_depth, layer_buffer;
    int width, height; // of the layer
    wb_eye lamp;       // as the lamp sees the cloth
} picture;

/* ---- The lamp ---- */

// From where it looks, and what it sees: a box of LAMP_REACH around the origin. Its light is
// parallel.
static void aim_lamp(void)
{
    const float *z = LIGHT;
    float flat = (float)sqrt((double)z[0] * (double)z[0] + (double)z[2] * (double)z[2]);
    const float x[3] = {z[2] / flat, 0.0f, -z[0] / flat};
    const float y[3] = {z[1] * x[2], z[2] * x[0] - z[0] * x[2], -z[1] * x[0]};
    memset(&picture.lamp, 0, sizeof picture.lamp);
    for (int k = 0; k < 3; k++) {
        picture.lamp.view[k][0] = x[k];
        picture.lamp.view[k][1] = y[k];
        picture.lamp.view[k][2] = z[k];
        picture.lamp.projection[k][k] = (k == 2 ? -1.0f : 1.0f) / LAMP_REACH;
    }
    picture.lamp.view[3][3] = picture.lamp.projection[3][3] = 1.0f;
}

// From space into the shadow map, 0 to 1 on each axis; column by column.
static void set_lamp(void)
{
    float matrix[16] = {0};
    for (int column = 0; column < 3; column++)
        for (int row = 0; row < 3; row++)
            matrix[4 * column + row] =
                0.5f * picture.lamp.view[column][row] * picture.lamp.projection[row][row];
    for (int row = 0; row < 3; row++) matrix[12 + row] = 0.5f;
    matrix[15] = 1.0f;
    glUniformMatrix4fv(LAMP, 1, GL_FALSE, matrix);
}

/* ---- Start and end ---- */

static bool create_programs(const wb_define *constants)
{
    const struct {
        GLuint *program;
        const char *vertex, *fragment;
    } drawn[] = {
        {&picture.depth, "draw/mesh.vert", "12_cloth/view/depth.frag"},
        {&picture.background, "draw/picture.vert", "12_cloth/view/background.frag"},
        {&picture.ball, "12_cloth/view/ball.vert", "12_cloth/view/ball.frag"},
        {&picture.cloth, "draw/mesh.vert", "12_cloth/view/cloth.frag"},
        {&picture.links, "12_cloth/view/links.vert", "12_cloth/view/links.frag"},
        {&picture.resolve, "draw/picture.vert", "draw/resolve.frag"},
        {&picture.legend, "draw/rectangle.vert", "12_cloth/view/legend.frag"},
    };
    for (size_t i = 0; i < sizeof drawn / sizeof drawn[0]; i++) {
        *drawn[i].program = wb_program_draw(drawn[i].vertex, drawn[i].fragment, constants);
        if (*drawn[i].program == 0) return false;
    }
    return true;
}

static GLuint create_texture(const char *name, GLenum format, int width, int height)
{
    GLuint texture;
    glGenTextures(1, &texture);
    glActiveTexture(GL_TEXTURE0 + SHADOW_UNIT);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexStorage2D(GL_TEXTURE_2D, 1, format, width, height);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glObjectLabel(GL_TEXTURE, texture, -1, name);
    return texture;
}

static GLuint create_framebuffer(const char *name, GLuint colour, GLuint depth)
{
    GLuint framebuffer;
    GLint target;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    if (colour != 0)
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, colour, 0);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth, 0);
    if (colour == 0) glDrawBuffer(GL_NONE);
    glObjectLabel(GL_FRAMEBUFFER, framebuffer, -1, name);
    glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)target);
    return framebuffer;
}

bool picture_create(const wb_define *constants)
{
    aim_lamp();
    glGenVertexArrays(1, &picture.no_attributes);
    picture.shadow_map =
        create_texture("shadow", GL_DEPTH_COMPONENT32F, SHADOW_PIXELS, SHADOW_PIXELS);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    picture.shadow_buffer = create_framebuffer("shadow", 0, picture.shadow_map);
    return create_programs(constants);
}

static void delete_layer(void)
{
    glDeleteFramebuffers(1, &picture.layer_buffer);
    glDeleteTextures(1, &picture.layer);
    glDeleteTextures(1, &picture.layer_depth);
    picture.layer_buffer = picture.layer = picture.layer_depth = 0;
    picture.width = picture.height = 0;
}

void picture_delete(void)
{
    const GLuint programs[] = {picture.depth, picture.background, picture.ball,  picture.cloth,
                               picture.links, picture.resolve,    picture.legend};
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) glDeleteProgram(programs[i]);
    delete_layer();
    glDeleteFramebuffers(1, &picture.shadow_buffer);
    glDeleteTextures(1, &picture.shadow_map);
    glDeleteVertexArrays(1, &picture.no_attributes);
    memset(&picture, 0, sizeof picture);
}

static void fit_layer(int width, int height)
{
    if (picture.width == width && picture.height == height) return;
    delete_layer();
    picture.width = width;
    picture.height = height;
    picture.layer = create_texture("layer", GL_RGBA8, width, height);
    picture.layer_depth = create_texture("layer depth", GL_DEPTH_COMPONENT32F, width, height);
    picture.layer_buffer = create_framebuffer("layer", picture.layer, picture.layer_depth);
}

/* ---- What is drawn ---- */

static void draw_mesh(GLuint program, const wb_eye *eye, bool lit)
{
    wb_mesh mesh = {.positions = lesson.positions.id,
                    .normals = lesson.air.id,
                    .indices = lesson.indices.id,
                    .columns = columns()};
    if (lit) memcpy(mesh.to_light, LIGHT, sizeof mesh.to_light);
    wb_draw_mesh(program, eye, &mesh);
}

static void draw_triangles(void)
{
    glDrawElements(GL_TRIANGLES, (GLsizei)(lesson.indices.size_bytes / 4), GL_UNSIGNED_INT, NULL);
}

static void draw_shadow(void)
{
    glBindFramebuffer(GL_FRAMEBUFFER, picture.shadow_buffer);
    glViewport(0, 0, SHADOW_PIXELS, SHADOW_PIXELS);
    glClearBufferfv(GL_DEPTH, 0, (const GLfloat[]){1.0f});
    glEnable(GL_DEPTH_TEST);
    draw_mesh(picture.depth, &picture.lamp, false);
    draw_triangles();
    glDisable(GL_DEPTH_TEST);
}

// The numbers that the surroundings' shaders share.
static void use(GLuint program, const wb_view *view)
{
    glUseProgram(program);
    glBindBufferBase(GL_UNIFORM_BUFFER, CLOTH, lesson.parameters);
    glUniformMatrix4fv(VIEW, 1, GL_FALSE, &view->eye.view[0][0]);
    glUniformMatrix4fv(PROJECTION, 1, GL_FALSE, &view->eye.projection[0][0]);
    glBindVertexArray(picture.no_attributes);
}

// After the frame's last substep.
static void find_ball(float ball[4])
{
    for (int k = 0; k < 3; k++) {
        float steps = wb_frame() > 0 ? (float)substeps() : 0.0f;
        ball[k] = lesson.c.ball[k] + steps * lesson.c.ball_step[k];
    }
    ball[3] = lesson.c.ball[3];
}

static void set_light(void)
{
    float ball[4];
    find_ball(ball);
    set_lamp();
    glUniform3fv(TO_LIGHT, 1, LIGHT);
    glUniform4fv(SOLID, 1, ball);
    glActiveTexture(GL_TEXTURE0 + SHADOW_UNIT);
    glBindTexture(GL_TEXTURE_2D, picture.shadow_map);
}

static void draw_background(const wb_view *view)
{
    use(picture.background, view);
    set_light();
    glUniform3fv(EYE, 1, view->eye.position);
    glUniform2f(PICTURE_SIZE, (float)view->width, (float)view->height);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

static void draw_sphere(const float ball[4], float red, float green, float blue)
{
    glUniform4fv(BALL, 1, ball);
    glUniform3f(BALL_COLOUR, red, green, blue);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}

// The ball; and a knob at each pinned corner.
static void draw_spheres(const wb_view *view)
{
    float ball[4];
    find_ball(ball);
    use(picture.ball, view);
    set_light();
    ball[3] -= THICKNESS; // triangles cut the corners between particles that touch the ball
    if (ball[3] > 0.0f) draw_sphere(ball, 0.10f, 0.30f, 0.52f);
    float width = lesson.c.spacing * (float)(columns() - 1), size = 0.02f;
    float height = lesson.c.spacing * (float)(rows() - 1);
    bool flat = lesson.start == FLAT;
    for (int corner = 0; corner < lesson.c.tethers || corner < (lesson.pins != PINS_NONE ? 2 : 0);
         corner++) {
        float down = corner < 2 ? 0.0f : height;
        const float knob[4] = {(corner & 1 ? 0.5f : -0.5f) * width,
                               flat ? 0.0f : (float)TOP_M - down,
                               flat ? down - 0.5f * height : 0.0f, size};
        draw_sphere(knob, 0.72f, 0.46f, 0.16f);
    }
}

static void draw_cloth(const wb_view *view)
{
    draw_mesh(picture.cloth, &view->eye, true);
    set_light();
    glUniform1i(SHOWN, lesson.view);
    draw_triangles();
}

static void draw_links(const wb_view *view)
{
    use(picture.links, view);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, POSITIONS, lesson.positions.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, CUTS, lesson.cuts.id);
    glDrawArrays(GL_TRIANGLES, 0, (GLsizei)(6 * DIRECTIONS * lesson.count));
}

static void draw_layer(const wb_view *view)
{
    fit_layer(FINER * view->width, FINER * view->height);
    glBindFramebuffer(GL_FRAMEBUFFER, picture.layer_buffer);
    glViewport(0, 0, picture.width, picture.height);
    glClearBufferfv(GL_COLOR, 0, (const GLfloat[]){0.0f, 0.0f, 0.0f, 0.0f});
    glClearBufferfv(GL_DEPTH, 0, (const GLfloat[]){1.0f});
    glEnable(GL_DEPTH_TEST);
    draw_spheres(view);
    if (lesson.view == VIEW_COLOURS)
        draw_links(view);
    else
        draw_cloth(view);
    glDisable(GL_DEPTH_TEST);
}

// Over the background; what is half covered is half seen.
static void show_layer(void)
{
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glUseProgram(picture.resolve);
    glBindVertexArray(picture.no_attributes);
    glActiveTexture(GL_TEXTURE0 + SHADOW_UNIT);
    glBindTexture(GL_TEXTURE_2D, picture.layer);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glDisable(GL_BLEND);
}

/* ---- Words ---- */

static void draw_scale(const wb_view *view)
{
    const float width = 240.0f, height = 10.0f, x = 24.0f, y = (float)view->height - 52.0f;
    glUseProgram(picture.legend);
    glUniform2f(DRAW_PICTURE_SIZE, (float)view->width, (float)view->height);
    glUniform4f(DRAW_RECTANGLE, x, y, width, height);
    glBindVertexArray(picture.no_attributes);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    wb_draw_text(x, y + 14.0f, 15.0f, DIM, "-2 %%");
    wb_draw_text(x + 0.5f * width - 8.0f, y + 14.0f, 15.0f, DIM, "0");
    wb_draw_text(x + width - 30.0f, y + 14.0f, 15.0f, DIM, "+2 %%");
    wb_draw_text(x, y - 24.0f, 15.0f, DIM, "a link is longer than at rest by");
}

static void draw_key(const wb_view *view)
{
    static const struct {
        const char *name;
        wb_colour colour;
    } keys[DIRECTIONS] = {{"across", {1.00f, 0.72f, 0.20f, 1.0f}},
                          {"down", {0.30f, 0.85f, 0.45f, 1.0f}},
                          {"one diagonal", {0.30f, 0.65f, 1.00f, 1.0f}},
                          {"the other", {0.95f, 0.40f, 0.75f, 1.0f}}};
    float y = (float)view->height - 120.0f;
    for (int k = 0; k < DIRECTIONS; k++, y += 24.0f)
        for (int odd = 0; odd < 2; odd++) {
            wb_colour c = keys[k].colour;
            float share = odd ? 0.42f : 1.0f;
            wb_draw_rectangle(24.0f + 22.0f * (float)odd, y + 4.0f, 16.0f, 10.0f,
                              (wb_colour){share * c.red, share * c.green, share * c.blue, 1.0f});
            if (odd) wb_draw_text(74.0f, y, 15.0f, DIM, "%s, even and odd", keys[k].name);
        }
}

static void draw_words(const wb_view *view)
{
    wb_draw_text(24.0f, 22.0f, 24.0f, TEXT, "%d x %d particles, %u links", columns(), rows(),
                 lesson.starts[COLOURS]);
    wb_draw_text(24.0f, 54.0f, 16.0f, DIM, "%d substep%s of %.3f ms", substeps(),
                 substeps() == 1 ? "" : "s", 1e3 * (double)lesson.c.time_step);
    if (lesson.view == VIEW_STRETCH) draw_scale(view);
    if (lesson.view == VIEW_COLOURS) draw_key(view);
}

void status(char *text, size_t size)
{
    snprintf(text, size, "%.2f s", (double)wb_frame() * FRAME_S);
}

/* ---- The whole ---- */

void draw(const wb_view *view)
{
    GLint target = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
    // glDrawElements takes its triangles from what the pass that tears has written.
    if (lesson.tear > 0.0f && wb_frame() > 0) glMemoryBarrier(GL_ELEMENT_ARRAY_BARRIER_BIT);
    draw_shadow();
    glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)target);
    glViewport(0, 0, view->width, view->height);
    draw_background(view);
    draw_layer(view);
    glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)target);
    glViewport(0, 0, view->width, view->height);
    show_layer();
    draw_words(view);
    // The next frame begins with overwriting the positions that the picture reads; but that of
    // `tile` writes to other buffers, that of `blow` begins with a hand, and both have a barrier
    // behind it.
    if (!traits()->is_tiled && !traits()->has_hand) glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}
