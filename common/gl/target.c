#include "gl/target.h"

#include "base/message.h"
#include "gl/errors.h"

#include <string.h>

bool wb_target_create(wb_target *target, int width, int height)
{
    GLint limit = 0;
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &limit);
    if (width > limit || height > limit) {
        wb_error("a picture of %d x %d pixels is too large: this driver draws up to %d x %d", width,
                 height, limit, limit);
        return false;
    }
    *target = (wb_target){.width = width, .height = height};
    glGenRenderbuffers(1, &target->colour);
    glBindRenderbuffer(GL_RENDERBUFFER, target->colour);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, width, height);
    glGenRenderbuffers(1, &target->depth);
    glBindRenderbuffer(GL_RENDERBUFFER, target->depth);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT24, width, height);
    glGenFramebuffers(1, &target->framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                              target->colour);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, target->depth);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE) {
        glObjectLabel(GL_FRAMEBUFFER, target->framebuffer, -1, "picture");
        return true;
    }
    wb_error("the driver cannot draw to a picture of %d x %d pixels", width, height);
    wb_target_delete(target);
    return false;
}

void wb_target_delete(wb_target *target)
{
    glDeleteFramebuffers(1, &target->framebuffer);
    glDeleteRenderbuffers(1, &target->colour);
    glDeleteRenderbuffers(1, &target->depth);
    *target = (wb_target){0};
}

void wb_target_begin(const wb_target *target, float red, float green, float blue)
{
    glBindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    glViewport(0, 0, target->width, target->height);
    glClearColor(red, green, blue, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
}

bool wb_target_read(const wb_target *target, wb_image *image)
{
    if (!wb_image_create(image, target->width, target->height)) return false;
    wb_errors_begin();
    glBindFramebuffer(GL_READ_FRAMEBUFFER, target->framebuffer);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    size_t row_bytes = (size_t)target->width * 4;
    for (int y = 0; y < target->height;
         y++) // OpenGL's first row is the lowest, a PNG's the highest
        glReadPixels(0, target->height - 1 - y, target->width, 1, GL_RGBA, GL_UNSIGNED_BYTE,
                     image->rgba + (size_t)y * row_bytes);
    if (wb_errors_end("the picture cannot be read back")) return true;
    wb_image_free(image);
    return false;
}

typedef struct fit_rectangle {
    int x, y, width, height;
} fit_rectangle;

static fit_rectangle fit(const wb_target *target, wb_target_area area)
{
    double scale_x = (double)area.width / target->width;
    double scale_y = (double)area.height / target->height;
    double scale = scale_x < scale_y ? scale_x : scale_y;
    fit_rectangle r = {.width = (int)(target->width * scale),
                       .height = (int)(target->height * scale)};
    r.x = area.left + (area.width - r.width) / 2;
    r.y = (area.height - r.height) / 2; // from the area's upper edge, or from its lower one
    return r;
}

void wb_target_show(const wb_target *target, wb_target_area area)
{
    fit_rectangle r = fit(target, area);
    bool same_size = r.width == target->width && r.height == target->height;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, target->framebuffer);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    glClearColor(0.0f, 0.0f, 0.0f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    glBlitFramebuffer(0, 0, target->width, target->height, r.x, r.y, r.x + r.width, r.y + r.height,
                      GL_COLOR_BUFFER_BIT, same_size ? GL_NEAREST : GL_LINEAR);
}

void wb_target_from_window(const wb_target *target, wb_target_area area, double x, double y,
                           float *picture_x, float *picture_y)
{
    fit_rectangle r = fit(target, area);
    *picture_x = r.width > 0 ? (float)((x - r.x) * target->width / r.width) : 0.0f;
    *picture_y = r.height > 0 ? (float)((y - area.top - r.y) * target->height / r.height) : 0.0f;
}
