/* The lesson's picture: the particles as lit spheres or as a water surface, the box, the floor with
 * the water's shadow, and the plot of energy and density. */
#ifndef SPH_VIEW_H
#define SPH_VIEW_H

#include "physics.h"

#include "lesson/lesson.h"

enum { VIEW_SPEED, VIEW_DENSITY, VIEW_WATER, VIEW_COUNT };

enum {
    HISTORY_FRAMES = 4096, // frames that the plot's buffer holds: a ring
    HISTORY_PARTS = 64,    // partial sums of a frame: see shaders/09_sph/measure.comp
};

/* What is to be drawn. */
typedef struct view_scene {
    const physics *p;
    GLuint positions, velocities; // of the particles: vec4 each, with density and pressure as w
    GLuint parameters;            // the uniform block of *p
    GLuint history;
    int64_t frame;
    int style; // VIEW_SPEED, VIEW_DENSITY or VIEW_WATER
    int picked; // a particle, or -1
} view_scene;

bool view_init(void);
void view_quit(void);
void view_draw(const view_scene *scene, const wb_view *view);

#endif
