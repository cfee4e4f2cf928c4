/* What pictures of the water are made with: images to draw to, a whole picture drawn by a fragment
 * shader, textures for it. */
#ifndef WB_WATER_LAYER_H
#define WB_WATER_LAYER_H

#include "gl/camera.h"
#include "water/physics.h"

#include <glad/gl.h>
#include <stdbool.h>

/* What is drawn, and from where. */
typedef struct wb_water_view {
    const wb_eye *eye;
    int width, height;               // of the picture, in pixels
    const wb_water_numbers *numbers; // box, margin and count
    GLuint block;                    // the same numbers as a uniform block
    GLuint positions, velocities;    // the state: see step.h
    float cut; // the share of the box that is left out, from its front on, so that one sees inside
} wb_water_view;

/* An image to draw to. A second one is its depth; or, if it is smoothed, one of the same kind to
 * smooth it into. */
typedef struct wb_water_layer {
    GLuint framebuffer, textures[2];
    int width, height;
    bool has_depth; // the second
} wb_water_layer;

/* Gives the layer this size: made anew if it has another, with images of these formats; GL_NONE:
 * there is no second one. */
void wb_water_layer_fit(wb_water_layer *layer, const char *name, int width, int height,
                        GLenum first, GLenum second);
void wb_water_layer_delete(wb_water_layer *layer);

/* What is drawn goes to it; and it is empty. */
void wb_water_layer_use(const wb_water_layer *layer);
void wb_water_layer_begin(const wb_water_layer *layer);

/* What draws: a vertex array without attributes, and a sampler, linear and clamped. */
typedef struct wb_water_brush {
    GLuint vertex_array, sampler;
} wb_water_brush;

wb_water_brush wb_water_brush_create(void);
void wb_water_brush_delete(wb_water_brush *brush);

/* The program is used, with the numbers, the camera and the picture's size. */
void wb_water_use(const wb_water_brush *brush, GLuint program, const wb_water_view *view);

/* A fragment shader's program for every pixel. */
void wb_water_draw_whole(const wb_water_brush *brush, GLuint program, const wb_water_view *view);

/* The texture at its unit, until wb_water_hide_textures(), which frees units 0 to `last`. */
void wb_water_show_texture(const wb_water_brush *brush, GLuint unit, GLuint texture);
void wb_water_hide_textures(GLuint last);

/* What is drawn in between is added to what is there. */
void wb_water_begin_adding(void);
void wb_water_end_adding(void);

#endif
