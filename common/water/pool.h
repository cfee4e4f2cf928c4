/* The water as a camera would see it: a glass box in the sun, on a floor of tiles. Its surface is
 * the closed mesh of compute/surface.h. What a pixel needs to know of it are the nearest face, the
 * nearest one behind that is seen from inside, and how much water there is in all: two depth tests
 * and a sum, so that the order of triangles does not matter. Or its particles, each in the colour
 * of a number. Shaders: shaders/water/pool/. */
#ifndef WB_WATER_POOL_H
#define WB_WATER_POOL_H

#include "compute/surface.h"
#include "water/layer.h"

#include <stdbool.h>

#define WB_WATER_BALL_MARGINS 1.05f // a particle's radius where they are drawn, in margins

/* Programs, images and a mesh. Keep it in one place, outside of the lesson's state, with which the
 * stepper goes back in time: the textures come and go with the picture's size. */
typedef struct wb_water_pool {
    GLuint clear, front, back, way, light, floor, picture, drops, edges, ball,
        particles; // programs
    wb_water_brush brush;
    wb_water_layer fronts, backs, ways, lights, floors, colours, smooths;
    wb_surface mesh; // of its own; a lesson may have another
    bool has_tried, has_mesh;
    int way_parts; // pixels each way that are one of `ways`; 0: two
    GLint target;  // the framebuffer that the picture belongs to
} wb_water_pool;

/* False, with a message, if a shader does not compile; wb_water_pool_delete() in any case. */
bool wb_water_pool_create(wb_water_pool *pool);
void wb_water_pool_delete(wb_water_pool *pool);

/* Whether there is a mesh. The first call makes its buffers; false, with a message that time, if
 * there is no room for them. */
bool wb_water_pool_has_mesh(wb_water_pool *pool, const wb_water_view *view);

/* Builds the mesh, and draws all of it into the bound framebuffer. Or, with a mesh of the caller's,
 * that one; it has been built, and a barrier has made its indices and its command visible. No drops
 * if the view has no positions. */
void wb_water_pool_draw(wb_water_pool *pool, const wb_water_view *view, const wb_surface *mesh);

/* The same in two halves, for water whose surface comes from elsewhere. Between the two, the caller
 * draws to `fronts` (normals, and depth), and adds up `ways` and `lights` (metres of water along
 * the view, and along the sun's light): they are empty. */
void wb_water_pool_begin(wb_water_pool *pool, const wb_water_view *view);
void wb_water_pool_end(wb_water_pool *pool, const wb_water_view *view);

/* What is drawn goes to the framebuffer that was bound before wb_water_pool_begin(). */
void wb_water_pool_leave(const wb_water_pool *pool, const wb_water_view *view);

/* How particles are drawn. */
typedef struct wb_water_paint {
    GLuint shown;     // a buffer of n x vec4: a direction, and a number
    float scale[2];   // of the number: the least and the most; 0 and 0: all have one colour
    bool has_needles; // which show the directions, in place of balls
    float picked[4];  // a place, and 1 if the particle there is picked: its neighbours show
} wb_water_paint;

void wb_water_pool_draw_particles(wb_water_pool *pool, const wb_water_view *view,
                                  const wb_water_paint *paint);

#endif
