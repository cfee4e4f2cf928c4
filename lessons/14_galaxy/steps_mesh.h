/* The mesh's dispatches, and what they share with the others. */
#ifndef GALAXY_STEPS_MESH_H
#define GALAXY_STEPS_MESH_H

#include "gl/buffer.h"

/* Work groups of `group` invocations that cover all stars. */
GLuint star_groups(int group);

void bind_storage(GLuint binding, const wb_buffer *buffer);

/* Uniforms of the program in use: of cloud.glsl; and of mesh_pull.glsl and halo.glsl, with the
 * nodes. */
void set_cloud(void);
void set_mesh_pull(void);

/* A pass that sets a buffer to 0. Its barrier is for the next pass, which adds to that. */
void clear(const wb_buffer *buffer);

/* All passes from the stars to the pull at the nodes, which the last barrier makes visible to
 * storage blocks. */
void solve_mesh(void);

#endif
