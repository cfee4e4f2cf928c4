#include "water/layer.h"

#include "water/slots.h"

/* ---- Layers ---- */

static GLuint create_texture(const char *name, GLenum format, int width, int height)
{
    GLuint texture;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexStorage2D(GL_TEXTURE_2D, 1, format, width, height);
    glObjectLabel(GL_TEXTURE, texture, -1, name);
    return texture;
}

static void attach(GLenum format, GLuint texture)
{
    bool is_depth = format == GL_DEPTH_COMPONENT32F;
    glFramebufferTexture2D(GL_FRAMEBUFFER, is_depth ? GL_DEPTH_ATTACHMENT : GL_COLOR_ATTACHMENT0,
                           GL_TEXTURE_2D, texture, 0);
}

void wb_water_layer_fit(wb_water_layer *l, const char *name, int width, int height, GLenum first,
                        GLenum second)
{
    if (l->width == width && l->height == height) return;
    wb_water_layer_delete(l);
    l->width = width;
    l->height = height;
    l->has_depth = second == GL_DEPTH_COMPONENT32F;
    l->textures[0] = create_texture(name, first, width, height);
    if (second != GL_NONE) l->textures[1] = create_texture(name, second, width, height);
    glGenFramebuffers(1, &l->framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, l->framebuffer);
    glObjectLabel(GL_FRAMEBUFFER, l->framebuffer, -1, name);
    attach(first, l->textures[0]);
    if (l->has_depth) attach(second, l->textures[1]);
    if (first != GL_DEPTH_COMPONENT32F) return;
    glDrawBuffer(GL_NONE); // no colours
    glReadBuffer(GL_NONE);
}

void wb_water_layer_delete(wb_water_layer *l)
{
    glDeleteFramebuffers(1, &l->framebuffer);
    glDeleteTextures(2, l->textures);
    *l = (wb_water_layer){0};
}

void wb_water_layer_use(const wb_water_layer *l)
{
    glBindFramebuffer(GL_FRAMEBUFFER, l->framebuffer);
    glViewport(0, 0, l->width, l->height);
}

void wb_water_layer_begin(const wb_water_layer *l)
{
    wb_water_layer_use(l);
    glClearBufferfv(GL_COLOR, 0, (const GLfloat[]){0.0f, 0.0f, 0.0f, 0.0f});
    if (l->has_depth) glClearBufferfv(GL_DEPTH, 0, (const GLfloat[]){1.0f});
}

/* ---- Programs ---- */

wb_water_brush wb_water_brush_create(void)
{
    wb_water_brush brush;
    glGenVertexArrays(1, &brush.vertex_array);
    glGenSamplers(1, &brush.sampler);
    glSamplerParameteri(brush.sampler, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glSamplerParameteri(brush.sampler, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glSamplerParameteri(brush.sampler, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glSamplerParameteri(brush.sampler, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return brush;
}

void wb_water_brush_delete(wb_water_brush *brush)
{
    glDeleteVertexArrays(1, &brush->vertex_array);
    glDeleteSamplers(1, &brush->sampler);
    *brush = (wb_water_brush){0};
}

void wb_water_use(const wb_water_brush *brush, GLuint program, const wb_water_view *view)
{
    glUseProgram(program);
    glBindBufferBase(GL_UNIFORM_BUFFER, WATER_NUMBERS, view->block);
    glUniformMatrix4fv(WATER_VIEW, 1, GL_FALSE, &view->eye->view[0][0]);
    glUniformMatrix4fv(WATER_PROJECTION, 1, GL_FALSE, &view->eye->projection[0][0]);
    glUniform3fv(WATER_EYE, 1, view->eye->position);
    glUniform2f(WATER_PICTURE_SIZE, (float)view->width, (float)view->height);
    glBindVertexArray(brush->vertex_array);
}

void wb_water_draw_whole(const wb_water_brush *brush, GLuint program, const wb_water_view *view)
{
    wb_water_use(brush, program, view);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

void wb_water_show_texture(const wb_water_brush *brush, GLuint unit, GLuint texture)
{
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D, texture);
    glBindSampler(unit, brush->sampler);
    glActiveTexture(GL_TEXTURE0);
}

void wb_water_hide_textures(GLuint last)
{
    for (GLuint unit = 0; unit <= last; unit++) glBindSampler(unit, 0);
}

void wb_water_begin_adding(void)
{
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE);
}

void wb_water_end_adding(void)
{
    glDisable(GL_BLEND);
}
