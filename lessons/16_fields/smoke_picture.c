// The picture of the smoke, all of it by kernels: in which blocks of cells there is any, and how
// they burn; lamps in place of the flames; the light that falls through the smoke; a ray through it
// for each pixel, or for four; and what all that is in front of.
#include "state.h"
#include "water/layer.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// A ray for each pixel where a cell is seen as a few pixels; where it is seen as many, for four.
enum { FINE_CELLS = 96 };

// Not in `lesson`, with which the stepper goes back in time: layers come and go with the picture's
// size.
static struct {
    GLuint blocks_kernel, lamps_kernel, light_kernel, march, picture; // programs
    wb_buffer blocks, light, lamps;
    wb_water_layer rays, whole;
    wb_water_brush brush;
    int64_t step; // that the last picture shows
} drawn;

/* ---- Start and end ---- */

static bool create_programs(void)
{
    const struct {
        GLuint *program;
        const char *kernel;
    } kernels[] = {
        {&drawn.blocks_kernel, "16_fields/smoke/blocks.comp"},
        {&drawn.lamps_kernel, "16_fields/smoke/lamps.comp"},
        {&drawn.light_kernel, "16_fields/smoke/light.comp"},
        {&drawn.march, "16_fields/smoke/march.comp"},
        {&drawn.picture, "16_fields/smoke/picture.comp"},
    };
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++) {
        *kernels[i].program = wb_program_compute(kernels[i].kernel, NULL);
        if (*kernels[i].program == 0) return false;
    }
    return true;
}

static int blocks_for(int texels)
{
    return (texels + BLOCK - 1) / BLOCK;
}

static bool create_volumes(const int size[3])
{
    return wb_texture_create(&drawn.light, &(wb_texture_desc){.name = "light",
                                                              .format = GL_RG32F,
                                                              .width = size[0],
                                                              .height = size[1],
                                                              .depth = size[2],
                                                              .linear = true}) &&
           wb_texture_create(&drawn.blocks, &(wb_texture_desc){.name = "blocks",
                                                               .format = GL_RG32F,
                                                               .width = blocks_for(size[0]),
                                                               .height = blocks_for(size[1]),
                                                               .depth = blocks_for(size[2])}) &&
           wb_buffer_create(
               &drawn.lamps,
               &(wb_buffer_desc){.name = "lamps", .type = WB_F32, .shape = {LAMP_COUNT, 4}});
}

bool smoke_picture_create(void)
{
    drawn.brush = wb_water_brush_create();
    drawn.step = -1; // there is no picture yet
    return create_programs() && create_volumes(lesson.smoke.size);
}

void smoke_picture_delete(void)
{
    const GLuint programs[] = {drawn.blocks_kernel, drawn.lamps_kernel, drawn.light_kernel,
                               drawn.march, drawn.picture};
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) glDeleteProgram(programs[i]);
    wb_buffer_delete(&drawn.blocks);
    wb_buffer_delete(&drawn.light);
    wb_buffer_delete(&drawn.lamps);
    wb_water_layer_delete(&drawn.rays);
    wb_water_layer_delete(&drawn.whole);
    wb_water_brush_delete(&drawn.brush);
    memset(&drawn, 0, sizeof drawn);
}

/* ---- What kernels read ---- */

static void show_volume(GLuint unit, GLuint texture)
{
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_3D, texture);
    glActiveTexture(GL_TEXTURE0);
}

static void show_textures(void)
{
    show_volume(SMOKE, lesson.smoke.smoke.id);
    show_volume(HEAT, lesson.smoke.heat.id);
    show_volume(LIGHT, drawn.light.id);
    show_volume(BLOCKS, drawn.blocks.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, LAMPS, drawn.lamps.id);
}

// With what smoke/space.glsl asks for: in space the box is 1 wide, and stands on the floor.
static void use(GLuint program)
{
    const smoke_state *s = &lesson.smoke;
    float cell = 1.0f / (float)s->size[0], up = s->lamp * 0.01745329f, along = cosf(up);
    glUseProgram(program);
    glUniform3f(TO_LIGHT, -0.85f * along, sinf(up), -0.5268f * along);
    glUniform1f(ABSORPTION, s->thickness);
    glUniform4f(BALL, s->ball[0] * cell - 0.5f, s->ball[1] * cell,
                (s->ball[2] - 0.5f * (float)s->size[2]) * cell, s->ball[3] * cell);
}

static void set_eye(const wb_view *view)
{
    glUniformMatrix4fv(EYE_VIEW, 1, GL_FALSE, &view->eye.view[0][0]);
    glUniformMatrix4fv(EYE_PROJECTION, 1, GL_FALSE, &view->eye.projection[0][0]);
    glUniform3fv(EYE_PLACE, 1, view->eye.position);
    glUniform2f(PICTURE_SIZE, (float)view->width, (float)view->height);
}

/* ---- Light ---- */

static void find_blocks(void)
{
    wb_pass_begin("blocks");
    // The last picture may still fetch the textures that are stored now, and read the lamps. A step
    // in between has had these barriers.
    if (smoke_is_drawn())
        glMemoryBarrier(GL_SHADER_IMAGE_ACCESS_BARRIER_BIT | GL_SHADER_STORAGE_BARRIER_BIT);
    drawn.step = lesson.step;
    use(drawn.blocks_kernel);
    glUniform1f(KELVIN, lesson.smoke.flame);
    glBindImageTexture(STORED, drawn.blocks.id, 0, GL_TRUE, 0, GL_WRITE_ONLY, GL_RG32F);
    glDispatchCompute((GLuint)drawn.blocks.shape[2], (GLuint)drawn.blocks.shape[1],
                      (GLuint)drawn.blocks.shape[0]);
    glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT); // lamps and rays fetch them
    wb_pass_end();

    wb_pass_begin("lamps");
    use(drawn.lamps_kernel);
    glDispatchCompute(1, 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // light and picture read them
    wb_pass_end();
}

static void find_light(void)
{
    wb_pass_begin("light");
    use(drawn.light_kernel);
    glBindImageTexture(STORED, drawn.light.id, 0, GL_TRUE, 0, GL_WRITE_ONLY, GL_RG32F);
    glDispatchCompute(wb_groups_for(lesson.smoke.size[0], COLUMN_GROUP),
                      wb_groups_for(lesson.smoke.size[2], COLUMN_GROUP), 1);
    glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT); // rays and picture fetch it
    wb_pass_end();
}

/* ---- Rays, and the picture ---- */

static void compute_layer(const wb_water_layer *layer, GLenum format)
{
    glBindImageTexture(STORED, layer->textures[0], 0, GL_FALSE, 0, GL_WRITE_ONLY, format);
    glDispatchCompute(wb_groups_for(layer->width, PICTURE_GROUP),
                      wb_groups_for(layer->height, PICTURE_GROUP), 1);
}

static int ray_pixels(void)
{
    return lesson.smoke.size[0] < FINE_CELLS ? 2 : 1;
}

static void march(const wb_view *view)
{
    wb_pass_begin("rays");
    use(drawn.march);
    glUniform1f(KELVIN, lesson.smoke.flame);
    set_eye(view);
    glUniform1f(RAY_PIXELS, (float)ray_pixels());
    compute_layer(&drawn.rays, GL_RGBA16F);
    glMemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT); // the picture fetches them
    wb_pass_end();
}

static void draw_picture(const wb_view *view)
{
    GLint target;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
    wb_pass_begin("picture");
    wb_water_show_texture(&drawn.brush, RAYS, drawn.rays.textures[0]);
    use(drawn.picture);
    set_eye(view);
    glUniform1f(RAY_PIXELS, (float)ray_pixels());
    compute_layer(&drawn.whole, GL_RGBA8);
    glMemoryBarrier(GL_FRAMEBUFFER_BARRIER_BIT); // it is copied from there
    glBindFramebuffer(GL_READ_FRAMEBUFFER, drawn.whole.framebuffer);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)target);
    glBlitFramebuffer(0, 0, view->width, view->height, 0, 0, view->width, view->height,
                      GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)target);
    wb_pass_end();
}

static void fit_layers(const wb_view *view)
{
    int each = ray_pixels();
    GLint target;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
    wb_water_layer_fit(&drawn.rays, "rays", (view->width + each - 1) / each,
                       (view->height + each - 1) / each, GL_RGBA16F, GL_NONE);
    wb_water_layer_fit(&drawn.whole, "picture", view->width, view->height, GL_RGBA8, GL_NONE);
    glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)target);
}

void smoke_draw(const wb_view *view)
{
    fit_layers(view);
    show_textures();
    find_blocks();
    find_light();
    march(view);
    draw_picture(view);
    wb_water_hide_textures(RAYS);
}

bool smoke_is_drawn(void)
{
    return drawn.step == lesson.step;
}

void smoke_status(char *text, size_t size)
{
    snprintf(text, size, "step %lld", (long long)lesson.step);
}
