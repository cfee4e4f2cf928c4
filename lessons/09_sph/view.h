/* The lesson's picture: the particles as lit spheres or as a water surface, the box, the floor with
 * the water's shadow, the plot of energy and density, and what is known of a picked particle. */
#ifndef SPH_VIEW_H
#define SPH_VIEW_H

#include "physics.h"

#include "lesson/lesson.h"

enum { VIEW_WATER, VIEW_SPEED, VIEW_DENSITY, VIEW_COUNT };

/* What is to be drawn. */
typedef struct view_scene {
    const physics *p;
    GLuint positions, velocities; // of the particles: vec4 each, with density and pressure as w
    GLuint parameters;            // the uniform block of *p
    GLuint history;               // see history.h
    int64_t frame;
    double time_s;
    int substeps;
    const char *name;
    int style;  // one of the above
    int picked; // a particle, or -1
} view_scene;

/* False, with a message, if a shader does not compile. */
bool view_init(void);
void view_quit(void);

void view_draw(const view_scene *scene, const wb_view *view);

/* The particle under the mouse; -1 if there is none. */
int view_pick(GLuint positions, const physics *p, const wb_view *view);

#endif
