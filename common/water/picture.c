// The water's surface in the space of the picture: how near it is in every pixel, from the
// particles' spheres; that flattened; its slope; and how thick the water is. Each is an image of
// its own.
#include "water/picture.h"

#include "compute/groups.h"
#include "gl/draw.h"
#include "gl/pass.h"
#include "gl/program.h"
#include "water/slots.h"

#include <math.h>
#include <string.h>

/* ---- Constants ---- */

enum { SHADOW_PIXELS = 256 }; // of the square that the map is

// In margins, which are half a spacing.
static const float SPHERE = WB_WATER_SPHERE_MARGINS, SURFACE_SPHERE = 2.0f, WATER_BLOB = 3.2f;
static const float SHADOW_BLOB = 2.0f, DROP = 0.22f;
static const float BLOB_PIXELS = 4.0f;
static const float FLATTEN_RANGE = 2.5f, FLATTEN_BUMP = 1.4f;
static const float FLATTEN_STRIDES[] = {3.2f, 1.6f, 0.8f, 0.4f, 0.3f, 0.2f, 0.1f, 0.1f};
static const float SHADOW_BLUR = 5.0f; // pixels of the shadow map
static const float SHUTTER_S = 1.0f / 120.0f;

/* ---- Start and end ---- */

static bool create_programs(wb_water_picture *picture)
{
    const struct {
        GLuint *program;
        const char *vertex, *fragment;
    } drawn[] = {
        {&picture->background, "draw/picture.vert", "water/view/background.frag"},
        {&picture->sphere, "water/view/sphere.vert", "water/view/sphere.frag"},
        {&picture->nearness, "water/view/sphere.vert", "water/view/nearness.frag"},
        {&picture->glass, "draw/picture.vert", "water/view/glass.frag"},
        {&picture->normals, "draw/picture.vert", "water/view/normals.frag"},
        {&picture->thickness, "water/view/sphere.vert", "water/view/thickness.frag"},
        {&picture->shadow, "water/view/shadow.vert", "water/view/shadow.frag"},
        {&picture->water, "draw/picture.vert", "water/view/water.frag"},
        {&picture->spray, "water/view/spray.vert", "water/view/spray.frag"},
        {&picture->image, "draw/picture.vert", "water/view/image.frag"},
    };
    for (size_t i = 0; i < sizeof drawn / sizeof drawn[0]; i++) {
        *drawn[i].program = wb_program_draw(drawn[i].vertex, drawn[i].fragment, NULL);
        if (*drawn[i].program == 0) return false;
    }
    picture->smooth = wb_program_compute("water/view/smooth.comp", NULL);
    picture->flatten = wb_program_compute("water/view/flatten.comp", NULL);
    return picture->smooth != 0 && picture->flatten != 0;
}

bool wb_water_picture_create(wb_water_picture *picture)
{
    picture->brush = wb_water_brush_create();
    return create_programs(picture);
}

void wb_water_picture_delete(wb_water_picture *picture)
{
    const GLuint programs[] = {picture->background, picture->sphere,  picture->nearness,
                               picture->glass,      picture->normals, picture->shadow,
                               picture->thickness,  picture->water,   picture->spray,
                               picture->image,      picture->smooth,  picture->flatten};
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) glDeleteProgram(programs[i]);
    wb_water_layer_delete(&picture->spheres);
    wb_water_layer_delete(&picture->near);
    wb_water_layer_delete(&picture->normal);
    wb_water_layer_delete(&picture->thick);
    wb_water_layer_delete(&picture->shadows);
    wb_water_brush_delete(&picture->brush);
    memset(picture, 0, sizeof *picture);
}

/* ---- Drawing ---- */

// Six vertices a particle, which the vertex shader places.
static void draw_particles(const wb_water_view *view, float size)
{
    glUniform1f(WATER_SIZE, size);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_POSITIONS, view->positions);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_VELOCITIES, view->velocities);
    glDrawArrays(GL_TRIANGLES, 0, 6 * view->numbers->count);
}

static void show_layers(const wb_water_picture *picture)
{
    wb_water_show_texture(&picture->brush, WATER_SHADOW_UNIT, picture->shadows.textures[0]);
    wb_water_show_texture(&picture->brush, WATER_NEARNESS_UNIT, picture->near.textures[0]);
    wb_water_show_texture(&picture->brush, WATER_NORMALS_UNIT, picture->normal.textures[0]);
    wb_water_show_texture(&picture->brush, WATER_THICKNESS_UNIT, picture->thick.textures[0]);
}

/* ---- The shadow ---- */

// Across from the first texture to the second, and down from the second back to the first.
static void smooth(const wb_water_picture *picture, const wb_water_layer *l, int along_x,
                   float radius)
{
    int length = along_x ? l->width : l->height, lines = along_x ? l->height : l->width;
    glUseProgram(picture->smooth);
    glUniform2i(WATER_DIRECTION, along_x, !along_x);
    glUniform1f(WATER_RADIUS, radius);
    glBindImageTexture(WATER_FROM_IMAGE, l->textures[along_x ? 0 : 1], 0, GL_FALSE, 0, GL_READ_ONLY,
                       GL_R32F);
    glBindImageTexture(WATER_TO_IMAGE, l->textures[along_x ? 1 : 0], 0, GL_FALSE, 0, GL_WRITE_ONLY,
                       GL_R32F);
    glDispatchCompute(wb_groups_for(length, WATER_SMOOTH_GROUP), (GLuint)lines, 1);
}

void wb_water_draw_shadow(wb_water_picture *picture, const wb_water_view *view)
{
    wb_water_layer_fit(&picture->shadows, "shadow", SHADOW_PIXELS, SHADOW_PIXELS, GL_R32F, GL_R32F);
    wb_pass_begin("shadow");
    wb_water_layer_begin(&picture->shadows);
    wb_water_begin_adding();
    wb_water_use(&picture->brush, picture->shadow, view);
    draw_particles(view, SHADOW_BLOB);
    wb_water_end_adding();
    wb_pass_end();

    wb_pass_begin("smooth across");
    smooth(picture, &picture->shadows, 1, SHADOW_BLUR);
    // The way down reads what this has written, and overwrites what this has read.
    glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT);
    wb_pass_end();

    wb_pass_begin("smooth down");
    smooth(picture, &picture->shadows, 0, SHADOW_BLUR);
    glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT); // for the surroundings' texture()
    wb_pass_end();
}

/* ---- The surface ---- */

// Into a depth buffer that keeps the nearest, so that what is hidden costs little; and from there,
// cut off at the box, to a texture.
static void draw_nearness(wb_water_picture *picture, const wb_water_view *view)
{
    wb_water_layer_fit(&picture->spheres, "spheres", view->width, view->height,
                       GL_DEPTH_COMPONENT32F, GL_NONE);
    wb_water_layer_fit(&picture->near, "nearness", view->width, view->height, GL_R32F, GL_R32F);
    wb_pass_begin("nearness");
    glBindFramebuffer(GL_FRAMEBUFFER, picture->spheres.framebuffer);
    glViewport(0, 0, view->width, view->height);
    glClearDepth(0.0); // nothing is near
    glClear(GL_DEPTH_BUFFER_BIT);
    glClearDepth(1.0);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_GREATER);
    wb_water_use(&picture->brush, picture->nearness, view);
    glUniform1i(WATER_ONLY_SURFACE, 1);
    for (int turn = 1; turn <= 2; turn++) { // first those that hide the others
        glUniform1i(WATER_TURN, turn);
        draw_particles(view, SURFACE_SPHERE);
    }
    glDepthFunc(GL_LESS);
    glDisable(GL_DEPTH_TEST);

    wb_water_layer_begin(&picture->near);
    wb_water_show_texture(&picture->brush, WATER_SPHERES_UNIT, picture->spheres.textures[0]);
    wb_water_draw_whole(&picture->brush, picture->glass, view);
    wb_water_hide_textures(WATER_THICKNESS_UNIT);
    wb_pass_end();
}

// From one texture to the other, and back: an even number of rounds ends in the first.
static void flatten(wb_water_picture *picture, const wb_water_view *view)
{
    enum { ROUNDS = sizeof FLATTEN_STRIDES / sizeof FLATTEN_STRIDES[0] };
    _Static_assert(ROUNDS % 2 == 0, "the last round writes the first texture");
    const wb_water_layer *l = &picture->near;
    float pixels = 0.5f * (float)view->height * view->eye->projection[1][1]; // of 1 m at 1 m
    for (int round = 0; round < ROUNDS; round++) {
        wb_pass_begin("flatten");
        glUseProgram(picture->flatten);
        glUniform1f(WATER_STRIDE, FLATTEN_STRIDES[round] * view->numbers->margin * pixels);
        glUniform1f(WATER_RANGE, FLATTEN_RANGE * view->numbers->margin);
        glUniform1f(WATER_BUMP, FLATTEN_BUMP * view->numbers->margin * pixels);
        glBindImageTexture(WATER_FROM_IMAGE, l->textures[round % 2], 0, GL_FALSE, 0, GL_READ_ONLY,
                           GL_R32F);
        glBindImageTexture(WATER_TO_IMAGE, l->textures[1 - round % 2], 0, GL_FALSE, 0,
                           GL_WRITE_ONLY, GL_R32F);
        glDispatchCompute(wb_groups_for(l->width, WATER_FLATTEN_SIDE),
                          wb_groups_for(l->height, WATER_FLATTEN_SIDE), 1);
        // The next round reads it as an image and overwrites what this has read; fragment shaders
        // read the last one as a texture.
        glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT | GL_TEXTURE_FETCH_BARRIER_BIT);
        wb_pass_end();
    }
}

static void draw_normals(wb_water_picture *picture, const wb_water_view *view)
{
    wb_water_layer_fit(&picture->normal, "normals", view->width, view->height, GL_RGBA32F, GL_NONE);
    wb_pass_begin("normals");
    wb_water_layer_begin(&picture->normal);
    wb_water_show_texture(&picture->brush, WATER_NEARNESS_UNIT, picture->near.textures[0]);
    wb_water_draw_whole(&picture->brush, picture->normals, view);
    wb_pass_end();
}

// By how much the layer is coarser along each direction: a blob in the middle of the box keeps a
// radius of BLOB_PIXELS or more. Thickness is smooth anyway.
static int coarser(const wb_water_view *view)
{
    float square = 0.0f, pixels = 0.5f * (float)view->height * view->eye->projection[1][1];
    for (int axis = 0; axis < 3; axis++)
        square += powf(view->eye->position[axis] - 0.5f * view->numbers->box[axis], 2.0f);
    float radius = WATER_BLOB * view->numbers->margin * pixels / sqrtf(square);
    return radius >= 4.0f * BLOB_PIXELS ? 4 : 2;
}

// Whole floats: halves, to which each driver rounds a sum of hundreds in its own way, show as
// contour lines.
static void draw_thickness(wb_water_picture *picture, const wb_water_view *view)
{
    int parts = coarser(view);
    wb_water_layer_fit(&picture->thick, "thickness", (view->width + parts - 1) / parts,
                       (view->height + parts - 1) / parts, GL_R32F, GL_NONE);
    wb_pass_begin("thickness");
    wb_water_layer_begin(&picture->thick);
    wb_water_begin_adding();
    wb_water_use(&picture->brush, picture->thickness, view);
    glUniform1i(WATER_ONLY_SURFACE, 1);
    glUniform1i(WATER_TURN, 0);
    draw_particles(view, WATER_BLOB);
    wb_water_end_adding();
    wb_pass_end();
}

void wb_water_draw_images(wb_water_picture *picture, const wb_water_view *view, bool flat)
{
    draw_nearness(picture, view);
    if (flat) flatten(picture, view);
    draw_normals(picture, view);
    draw_thickness(picture, view);
}

/* ---- What is seen ---- */

void wb_water_draw_surroundings(wb_water_picture *picture, const wb_water_view *view)
{
    wb_pass_begin("surroundings");
    show_layers(picture);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_ALWAYS);
    wb_water_draw_whole(&picture->brush, picture->background, view);
    glDepthFunc(GL_LESS);
    glDisable(GL_DEPTH_TEST);
    wb_water_hide_textures(WATER_THICKNESS_UNIT);
    wb_pass_end();
}

void wb_water_draw_surface(wb_water_picture *picture, const wb_water_view *view)
{
    wb_pass_begin("water");
    show_layers(picture);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    wb_water_draw_whole(&picture->brush, picture->water, view);
    glDisable(GL_BLEND);
    wb_water_hide_textures(WATER_THICKNESS_UNIT);
    wb_pass_end();
}

void wb_water_draw_spray(wb_water_picture *picture, const wb_water_view *view)
{
    wb_pass_begin("spray");
    wb_water_use(&picture->brush, picture->spray, view);
    glUniform1f(WATER_SHUTTER, SHUTTER_S);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glDepthMask(GL_FALSE); // drops do not hide each other
    draw_particles(view, DROP);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
    wb_pass_end();
}

void wb_water_draw_spheres(wb_water_picture *picture, const wb_water_view *view, bool by_density,
                           const float picked[4])
{
    wb_pass_begin("spheres");
    wb_water_use(&picture->brush, picture->sphere, view);
    glUniform1i(WATER_ONLY_SURFACE, 0);
    glUniform1i(WATER_BY_DENSITY, by_density);
    glUniform4fv(WATER_PICKED, 1, picked);
    draw_particles(view, SPHERE);
    wb_pass_end();
}

void wb_water_draw_image(wb_water_picture *picture, const wb_water_view *view, int image)
{
    wb_pass_begin("image");
    show_layers(picture);
    wb_water_use(&picture->brush, picture->image, view);
    glUniform1i(WATER_SHOWN, image);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    wb_water_hide_textures(WATER_THICKNESS_UNIT);
    wb_pass_end();
}
