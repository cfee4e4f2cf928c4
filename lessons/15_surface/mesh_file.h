/* Meshes as files that other programs read. */
#ifndef SURFACE_MESH_FILE_H
#define SURFACE_MESH_FILE_H

#include "measure.h"

/* Writes the mesh, with a normal (x, y, z and anything) for each vertex: as text if the path ends
 * in .obj, else as a binary .ply. False, with a message, if it cannot be written; `path` then keeps
 * what it held. */
bool mesh_write(const mesh *m, const float (*normals)[4], const char *path);

/* For --dump mesh=FILE.obj or .ply: the mesh of the last frame; for nothing else. */
bool mesh_dump(const char *buffer, const char *path);

/* For --load: a mesh is made from particles, not loaded. False, with a message. */
bool mesh_load(const char *buffer, const char *path);

#endif
