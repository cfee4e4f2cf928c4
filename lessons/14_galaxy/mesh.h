/* The mesh: what it keeps on the GPU, and how the CPU looks at it, for the first velocities and for
 * the oracle. */
#ifndef GALAXY_MESH_H
#define GALAXY_MESH_H

#include <stdbool.h>
#include <stdint.h>

/* Buffers and programs, and what a single mass does to each frequency. Every variant has them at
 * its start, for the velocities; those that do without a mesh delete them then. False, with a
 * message, on failure; mesh_delete() is then still needed. */
bool mesh_create(void);
void mesh_delete(void);

/* Once more, after the softening has changed. Needs the mesh. */
bool mesh_make_green(void);

/* The eight nodes that a star at `place` (kpc) belongs to, bit for bit as on the GPU
 * (shaders/14_galaxy/cloud.glsl). */
typedef struct mesh_cloud {
    int low[3];
    float share[3];
    bool inside;
} mesh_cloud;

mesh_cloud mesh_cloud_of(const float place[3]);

/* The node and the share of corner 0 to 7. */
int64_t mesh_node(const mesh_cloud *cloud, int corner);
float mesh_share(const mesh_cloud *cloud, int corner);

/* Pull and potential at `place` for G times a star's mass = 1, from the nodes (grid^3 x 4), or from
 * the middle, where all the mass is seen from far away. */
void mesh_pull(const float (*nodes)[4], const float place[3], double pull[4]);

/* The halo's, in (km/s)^2/kpc and (km/s)^2. */
void halo_pull(const float place[3], double pull[4]);

/* The same of the task's black hole: what is missing there. */
void hole_pull(const float place[3], double pull[4]);

#endif
