/* The water as you see it: its surface, from images that are made one from the other, and its
 * spray; or its particles as spheres. Lesson 09's text goes through the images. Shaders:
 * shaders/water/view/. */
#ifndef WB_WATER_PICTURE_H
#define WB_WATER_PICTURE_H

#include "water/layer.h"

#include <stdbool.h>

#define WB_WATER_SPHERE_MARGINS 1.05f // a sphere's radius where spheres are drawn, in margins

/* Programs and images. Keep it in one place, outside of the lesson's state, with which the
 * stepper goes back in time: the textures come and go with the picture's size. */
typedef struct wb_water_picture {
    GLuint background, sphere, nearness, glass, normals, thickness, shadow, water, spray, image;
    GLuint smooth, flatten;
    wb_water_brush brush;
    wb_water_layer spheres, near, normal, thick, shadows;
} wb_water_picture;

/* False, with a message, if a shader does not compile; wb_water_picture_delete() in any case. */
bool wb_water_picture_create(wb_water_picture *picture);
void wb_water_picture_delete(wb_water_picture *picture);

/* The images, with framebuffers of their own: those that the surface is made of, all of them
 * (`flat`: else the nearest spheres are not flattened); and below, the water's shadow on the floor,
 * which the surroundings show. Before these, a barrier with GL_FRAMEBUFFER_BARRIER_BIT, and, where
 * there is nothing to flatten, GL_SHADER_IMAGE_ACCESS_BARRIER_BIT: the last picture's dispatches
 * wrote what is drawn over now. */
void wb_water_draw_images(wb_water_picture *picture, const wb_water_view *view, bool flat);

void wb_water_draw_shadow(wb_water_picture *picture, const wb_water_view *view);

/* Into the bound framebuffer, from those images. First floor and obstacle, whose depth is written;
 * then, with the depth test on, the water or all particles as spheres (by speed, else by density;
 * `picked`: a place, and 1 if it counts), and last the spray. */
void wb_water_draw_surroundings(wb_water_picture *picture, const wb_water_view *view);
void wb_water_draw_surface(wb_water_picture *picture, const wb_water_view *view);
void wb_water_draw_spheres(wb_water_picture *picture, const wb_water_view *view, bool by_density,
                           const float picked[4]);
void wb_water_draw_spray(wb_water_picture *picture, const wb_water_view *view);

/* Or one of the images: WATER_IMAGE_NEAREST and so on. */
void wb_water_draw_image(wb_water_picture *picture, const wb_water_view *view, int image);

#endif
