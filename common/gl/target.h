/* The picture that a lesson draws: an offscreen colour and depth buffer of the asked size, in a
 * window and without one, so that both give the same pixels. */
#ifndef WB_GL_TARGET_H
#define WB_GL_TARGET_H

#include "base/image.h"

#include <glad/gl.h>

typedef struct wb_target {
    GLuint framebuffer, colour, depth;
    int width, height;
} wb_target;

/* False, with a message, if the driver cannot draw pictures of this size. */
bool wb_target_create(wb_target *target, int width, int height);
void wb_target_delete(wb_target *target);

/* Makes it the place to draw to, with a viewport over the whole of it, and clears it. */
void wb_target_begin(const wb_target *target, float red, float green, float blue);

/* Copies the picture into `image`, which the caller frees. */
bool wb_target_read(const wb_target *target, wb_image *image);

/* The part of a window that is for the picture: right of what stands left, and below what stands
 * above. */
typedef struct wb_target_area {
    int left, top, width, height;
} wb_target_area;

/* Shows the picture in its part of the window's framebuffer: as large as fits, in its own
 * proportions. The rest of the window becomes black. */
void wb_target_show(const wb_target *target, wb_target_area area);

/* Where the point (x, y) of the window lies in the picture that wb_target_show() drew; origin top
 * left, in pixels. `area` is in the units of x and y. */
void wb_target_from_window(const wb_target *target, wb_target_area area, double x, double y,
                           float *picture_x, float *picture_y);

#endif
