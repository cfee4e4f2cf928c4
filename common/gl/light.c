#include "gl/light.h"

#include "draw/slots.h"

enum { LEVELS = 7 }; // the picture, and six times half of it

// The next multiple of what the smallest copy shrinks by. Where a size is odd, drivers halve it
// each in its own way; these are even down to the last copy.
static int even_size(int size)
{
    const int shrunk = 1 << (LEVELS - 1);
    return (size + shrunk - 1) / shrunk * shrunk;
}

// 32 bits a channel: thousands of points are added up in any order, and the sum must not show it.
static void create(wb_light *light, int width, int height)
{
    wb_light_delete(light);
    glActiveTexture(GL_TEXTURE0 + DRAW_LIGHT);
    glGenTextures(1, &light->texture);
    glBindTexture(GL_TEXTURE_2D, light->texture);
    glTexStorage2D(GL_TEXTURE_2D, LEVELS, GL_RGBA32F, even_size(width), even_size(height));
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glObjectLabel(GL_TEXTURE, light->texture, -1, "light");
    glGenFramebuffers(1, &light->framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, light->framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, light->texture, 0);
    glObjectLabel(GL_FRAMEBUFFER, light->framebuffer, -1, "light");
    light->width = width;
    light->height = height;
}

void wb_light_begin(wb_light *light, int picture_width, int picture_height)
{
    GLint target = 0;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
    if (light->width != picture_width || light->height != picture_height)
        create(light, picture_width, picture_height);
    light->target = target;
    glBindFramebuffer(GL_FRAMEBUFFER, light->framebuffer);
    glClearBufferfv(GL_COLOR, 0, (const GLfloat[]){0.0f, 0.0f, 0.0f, 0.0f});
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE);
}

void wb_light_end(const wb_light *light)
{
    glDisable(GL_BLEND);
    glActiveTexture(GL_TEXTURE0 + DRAW_LIGHT);
    glBindTexture(GL_TEXTURE_2D, light->texture);
    glGenerateMipmap(GL_TEXTURE_2D);
    glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)light->target);
}

void wb_light_delete(wb_light *light)
{
    glDeleteFramebuffers(1, &light->framebuffer);
    glDeleteTextures(1, &light->texture);
    *light = (wb_light){0};
}
