/* The water's surface made in the picture itself, without a mesh, from images that are made one
 * from the other. The lesson's text goes through them. Shaders: shaders/13_foam/screen/. */
#ifndef FOAM_SCREEN_H
#define FOAM_SCREEN_H

#include "water/pool.h"

/* False, with a message, if a shader does not compile; screen_delete() in any case. */
bool screen_create(void);
void screen_delete(void);

/* Draws what `pool` draws (water/pool.h), with this surface in place of its mesh; or, of the views
 * from VIEW_NEAREST on, the image. Before it, a barrier with GL_FRAMEBUFFER_BARRIER_BIT: the last
 * picture's dispatches wrote what is drawn over now. */
void screen_draw(wb_water_pool *pool, const wb_water_view *view, int shown);

#endif
