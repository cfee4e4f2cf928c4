/* What the files of the lesson share: its variants, its state, and the passes that a step is made
 * of. */
#ifndef SPH_H
#define SPH_H

#include "compute/grid.h"
#include "lesson/lesson.h"
#include "physics.h"

/* The variants. Those up to TEAM are also VERSION in the shaders: how neighbours are found. */
enum {
    ALL_PAIRS,
    INDEX,
    SORTED,
    ROWS,
    FINE,
    TEAM,
    NO_CLEAR,
    ONE_PASS,
    LONG_STEP,
    SOURCES,
    EXERCISE
};

typedef struct sph_lesson {
    int particles, scene, obstacle, mixed, view, substeps; // parameters
    int group, division, lanes, picked;
    float gravity, viscosity, sound_speed, rest_density, artificial, tension, step_ms;

    physics p;
    wb_buffer positions, velocities;    // the state, in the particles' own order: n x 4
    wb_buffer densities, accelerations; // between density and force: n, n x 4
    wb_buffer bodies, motions;          // the same in the packed versions: n x 4 each
    wb_buffer history;                  // see history.h
    wb_grid grid;
    GLuint parameters; // the uniform block
    GLuint density, force, integrate, measure;
    int64_t frame;
    double time_s;
} sph_lesson;

extern sph_lesson sph;

/* The version whose search the running variant uses: ALL_PAIRS to TEAM. */
int version(void);

/* Whether it is one of those that pack the state, and move the particles in the force pass. */
bool is_packed(void);

/* The kernels of the running variant. False, with a message, if one does not compile or if the
 * particles are more than one dispatch can have. */
bool passes_create(void);
void passes_delete(void);

/* The passes of a step, each with the barrier that follows it. The first and the last are for all,
 * the others come in pairs: see step_grid() and step_packed() in main.c. */
void build_grid(void);
void compute_density(void);
void compute_force(void);
void integrate(void);
void compute_density_packed(void);
void compute_force_and_integrate(void);
void measure(void);

#endif
