// The water's surface in the space of the picture: how near it is in every pixel, from the
// particles' spheres; that flattened; how thick the water is; the surface's slope. Each is an image
// of its own. The last two are those in which the pool (common/water/pool.h) looks for its water.
#include "screen.h"

#include "13_foam/slots.h"
#include "compute/groups.h"
#include "gl/pass.h"
#include "gl/program.h"
#include "water/slots.h"

#include <math.h>
#include <string.h>

/* ---- Constants ---- */

// In margins, which are half a spacing.
static const float SPHERE = 2.0f, BLOB = 3.2f;
static const float BLOB_PIXELS = 4.0f;
static const float FLATTEN_RANGE = 2.5f, FLATTEN_BUMP = 1.4f;
static const float FLATTEN_STRIDES[] = {3.2f, 1.6f, 0.8f, 0.4f, 0.3f, 0.2f, 0.1f, 0.1f};

/* ---- Start and end ---- */

static struct {
    GLuint nearness, glass, flatten, thickness, normals, image; // programs
    wb_water_brush brush;
    wb_water_layer spheres, near;
} screen;

bool screen_create(void)
{
    screen.brush = wb_water_brush_create();
    const struct {
        GLuint *program;
        const char *vertex, *fragment;
    } drawn[] = {
        {&screen.nearness, "13_foam/screen/sphere.vert", "13_foam/screen/nearness.frag"},
        {&screen.glass, "draw/picture.vert", "13_foam/screen/glass.frag"},
        {&screen.thickness, "13_foam/screen/sphere.vert", "13_foam/screen/thickness.frag"},
        {&screen.normals, "draw/picture.vert", "13_foam/screen/normals.frag"},
        {&screen.image, "draw/picture.vert", "13_foam/screen/image.frag"},
    };
    for (size_t i = 0; i < sizeof drawn / sizeof drawn[0]; i++) {
        *drawn[i].program = wb_program_draw(drawn[i].vertex, drawn[i].fragment, NULL);
        if (*drawn[i].program == 0) return false;
    }
    screen.flatten = wb_program_compute("13_foam/screen/flatten.comp", NULL);
    return screen.flatten != 0;
}

void screen_delete(void)
{
    const GLuint programs[] = {screen.nearness,  screen.glass,   screen.flatten,
                               screen.thickness, screen.normals, screen.image};
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) glDeleteProgram(programs[i]);
    wb_water_layer_delete(&screen.spheres);
    wb_water_layer_delete(&screen.near);
    wb_water_brush_delete(&screen.brush);
    memset(&screen, 0, sizeof screen);
}

/* ---- The images ---- */

// Six vertices a particle, which the vertex shader places.
static void draw_particles(GLuint program, const wb_water_view *view, float size, int turn)
{
    wb_water_use(&screen.brush, program, view);
    glUniform1f(WATER_SIZE, size);
    glUniform1i(TURN, turn);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_POSITIONS, view->positions);
    glDrawArrays(GL_TRIANGLES, 0, 6 * view->numbers->count);
}

// Into a depth buffer that keeps the nearest, so that what is hidden costs little; and from there,
// cut off at the box, to a texture.
static void draw_nearness(const wb_water_view *view)
{
    int width = view->width, height = view->height;
    wb_water_layer_fit(&screen.spheres, "spheres", width, height, GL_DEPTH_COMPONENT32F, GL_NONE);
    wb_water_layer_fit(&screen.near, "nearness", width, height, GL_R32F, GL_R32F);
    wb_pass_begin("nearness");
    wb_water_layer_use(&screen.spheres);
    glClearBufferfv(GL_DEPTH, 0, (const GLfloat[]){0.0f});
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_GREATER);
    draw_particles(screen.nearness, view, SPHERE, OUTER); // first those that hide the others
    draw_particles(screen.nearness, view, SPHERE, REST);
    glDepthFunc(GL_LESS);
    glDisable(GL_DEPTH_TEST);

    wb_water_layer_begin(&screen.near);
    wb_water_show_texture(&screen.brush, SPHERES_UNIT, screen.spheres.textures[0]);
    wb_water_draw_whole(&screen.brush, screen.glass, view);
    wb_pass_end();
}

// From one texture to the other, and back: an even number of rounds ends in the first.
static void flatten(const wb_water_view *view)
{
    enum { ROUNDS = sizeof FLATTEN_STRIDES / sizeof FLATTEN_STRIDES[0] };
    _Static_assert(ROUNDS % 2 == 0, "the last round writes the first texture");
    const wb_water_layer *l = &screen.near;
    float pixels = 0.5f * (float)view->height * view->eye->projection[1][1]; // of 1 m at 1 m
    for (int round = 0; round < ROUNDS; round++) {
        wb_pass_begin("flatten");
        glUseProgram(screen.flatten);
        glUniform1f(STRIDE, FLATTEN_STRIDES[round] * view->numbers->margin * pixels);
        glUniform1f(RANGE, FLATTEN_RANGE * view->numbers->margin);
        glUniform1f(BUMP, FLATTEN_BUMP * view->numbers->margin * pixels);
        glBindImageTexture(FROM_IMAGE, l->textures[round % 2], 0, GL_FALSE, 0, GL_READ_ONLY,
                           GL_R32F);
        glBindImageTexture(TO_IMAGE, l->textures[1 - round % 2], 0, GL_FALSE, 0, GL_WRITE_ONLY,
                           GL_R32F);
        glDispatchCompute(wb_groups_for(l->width, FLATTEN_SIDE),
                          wb_groups_for(l->height, FLATTEN_SIDE), 1);
        // The next round reads it as an image and overwrites what this has read; fragment shaders
        // read the last one as a texture.
        glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT);
        wb_pass_end();
    }
}

// By how much the image is coarser along each direction: a blob in the middle of the box keeps a
// radius of BLOB_PIXELS or more. Thickness is smooth anyway.
static int coarser(const wb_water_view *view)
{
    float away[3], pixels = 0.5f * (float)view->height * view->eye->projection[1][1];
    for (int axis = 0; axis < 3; axis++)
        away[axis] = view->eye->position[axis] - 0.5f * view->numbers->box[axis];
    float square = away[0] * away[0] + away[1] * away[1] + away[2] * away[2];
    float radius = BLOB * view->numbers->margin * pixels / sqrtf(square);
    return radius >= 4.0f * BLOB_PIXELS ? 4 : 2;
}

// Along the view, and along the sun's light. Whole floats: halves, to which each driver rounds a
// sum of hundreds in its own way, show as contour lines.
static void draw_thickness(const wb_water_pool *pool, const wb_water_view *view)
{
    wb_pass_begin("thickness");
    wb_water_begin_adding();
    wb_water_layer_use(&pool->ways);
    draw_particles(screen.thickness, view, BLOB, ALL);
    wb_water_layer_use(&pool->lights);
    draw_particles(screen.thickness, view, BLOB, IN_THE_SUN);
    wb_water_end_adding();
    wb_pass_end();
}

static void draw_normals(const wb_water_pool *pool, const wb_water_view *view)
{
    wb_pass_begin("normals");
    wb_water_layer_use(&pool->fronts);
    wb_water_show_texture(&screen.brush, NEARNESS_UNIT, screen.near.textures[0]);
    wb_water_show_texture(&screen.brush, THICKNESS_UNIT, pool->ways.textures[0]);
    glEnable(GL_DEPTH_TEST);
    wb_water_draw_whole(&screen.brush, screen.normals, view);
    glDisable(GL_DEPTH_TEST);
    wb_pass_end();
}

/* ---- What is seen ---- */

static void draw_image(const wb_water_pool *pool, const wb_water_view *view, int shown)
{
    wb_water_pool_leave(pool, view);
    wb_pass_begin("image");
    wb_water_show_texture(&screen.brush, NEARNESS_UNIT, screen.near.textures[0]);
    wb_water_show_texture(&screen.brush, NORMALS_UNIT, pool->fronts.textures[0]);
    wb_water_show_texture(&screen.brush, THICKNESS_UNIT, pool->ways.textures[0]);
    wb_water_use(&screen.brush, screen.image, view);
    glUniform1i(SHOWN, shown);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    wb_water_hide_textures(THICKNESS_UNIT);
    wb_pass_end();
}

void screen_draw(wb_water_pool *pool, const wb_water_view *view, int shown)
{
    pool->way_parts = coarser(view);
    wb_water_pool_begin(pool, view);
    draw_nearness(view);
    if (shown != VIEW_NEAREST) flatten(view);
    draw_thickness(pool, view);
    draw_normals(pool, view);
    pool->way_parts = 0;
    if (shown == VIEW_SCREEN)
        wb_water_pool_end(pool, view);
    else
        draw_image(pool, view, shown);
}
