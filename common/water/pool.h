/* The water as a camera would see it: a glass box in the sun, on a floor of tiles. Its surface is
 * the closed mesh of compute/surface.h. What a pixel needs to know of it are the nearest face, the
 * nearest one behind that is seen from inside, and how much water there is in all: two depth tests
 * and a sum, so that the order of triangles does not matter. Shaders: shaders/water/pool/. */
#ifndef WB_WATER_POOL_H
#define WB_WATER_POOL_H

#include "compute/surface.h"
#include "water/layer.h"

#include <stdbool.h>

/* Programs, images and a mesh. Keep it in one place, outside of the lesson's state, with which the
 * stepper goes back in time: the textures come and go with the picture's size. */
typedef struct wb_water_pool {
    GLuint front, back, way, light, floor, picture, drops, edges; // programs
    wb_water_brush brush;
    wb_water_layer fronts, backs, ways, lights, floors, colours;
    wb_surface mesh; // of its own; a lesson may have another
    bool has_tried, is_good;
} wb_water_pool;

/* Whether it can be drawn. The first call loads the shaders, and makes the mesh's buffers unless
 * there is a mesh of the caller's; false, with a message that time, if that fails.
 * wb_water_pool_delete() in any case. */
bool wb_water_pool_has(wb_water_pool *pool, const wb_water_view *view, const wb_surface *mesh);
void wb_water_pool_delete(wb_water_pool *pool);

/* Builds the mesh, and draws all of it into the bound framebuffer. Or, with a mesh of the caller's,
 * that one; it has been built, and a barrier has made its indices and its command visible. No
 * drops if the view has no positions. */
void wb_water_pool_draw(wb_water_pool *pool, const wb_water_view *view, const wb_surface *mesh);

#endif
