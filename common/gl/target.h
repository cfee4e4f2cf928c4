/* The picture that a lesson draws: an offscreen colour and depth buffer of the asked size, in a
 * window and without one, so that both give the same pixels. */
#ifndef WB_TARGET_H
#define WB_TARGET_H

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

/* Shows the picture in the window's framebuffer: as large as fits, in its own proportions, on
 * black. */
void wb_target_show(const wb_target *target, int window_width, int window_height);

/* Where the point (x, y) of the window lies in the picture that wb_target_show() drew; origin top
 * left, in pixels. */
void wb_target_from_window(const wb_target *target, int window_width, int window_height, double x,
                           double y, float *picture_x, float *picture_y);

#endif
