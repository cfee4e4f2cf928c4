/* The water as one sees it: its surface, from images that are made one from the other, and its
 * spray. */
#ifndef SPH_PICTURE_WATER_H
#define SPH_PICTURE_WATER_H

#include "lesson/lesson.h"

/* False, with a message, if a shader does not compile; water_delete() in any case. */
bool water_create(void);
void water_delete(void);

/* The images, with framebuffers of their own: those that the surface is made of (`shown` is the
 * view that they are for: for VIEW_NEAREST nothing is flattened); and the water's shadow on the
 * floor, which the surroundings show. */
void water_draw_images(const wb_view *view, int shown);
void water_draw_shadow(const wb_view *view);

/* Into the bound framebuffer, from those images. First floor and obstacle, whose depth is written;
 * then, with the depth test on, the water or all particles as spheres (`picked`: a place, and 1 if
 * it counts; VIEW_SPEED or VIEW_DENSITY), and last the spray. */
void water_draw_surroundings(const wb_view *view);
void water_draw_surface(const wb_view *view);
void water_draw_spheres(const wb_view *view, int shown, const float picked[4]);
void water_draw_spray(const wb_view *view);

/* Or one of the images: VIEW_NEAREST to VIEW_THICKNESS. */
void water_draw_image(const wb_view *view, int shown);

#endif
