#include "mesh_file.h"
#include "state.h"

#include "base/file.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- The two formats ---- */

// Wavefront's: numbers of vertices begin with 1. Nine digits bring every bit of a float back.
static void write_obj(FILE *out, const mesh *m, const float (*normals)[4])
{
    fprintf(out, "# The surface of particles, in metres; y is up.\n");
    for (int64_t v = 0; v < m->vertices; v++) {
        const float *p = m->positions[v], *n = normals[v];
        fprintf(out, "v %.9g %.9g %.9g\n", (double)p[0], (double)p[1], (double)p[2]);
        fprintf(out, "vn %.9g %.9g %.9g\n", (double)n[0], (double)n[1], (double)n[2]);
    }
    for (int64_t t = 0; t < m->triangles; t++) {
        fputc('f', out);
        for (int k = 0; k < 3; k++) {
            unsigned vertex = m->indices[3 * t + k] + 1;
            fprintf(out, " %u//%u", vertex, vertex);
        }
        fputc('\n', out);
    }
}

// Stanford's: a head of text, then numbers as they are in memory.
static void write_ply(FILE *out, const mesh *m, const float (*normals)[4])
{
    fprintf(out,
            "ply\nformat binary_little_endian 1.0\ncomment The surface of particles, in metres; "
            "y is up.\n");
    fprintf(out, "element vertex %" PRId64 "\n", m->vertices);
    const char *const numbers[] = {"x", "y", "z", "nx", "ny", "nz"};
    for (int k = 0; k < 6; k++) fprintf(out, "property float %s\n", numbers[k]);
    fprintf(out, "element face %" PRId64 "\nproperty list uchar int vertex_indices\nend_header\n",
            m->triangles);
    for (int64_t v = 0; v < m->vertices; v++) {
        fwrite(m->positions[v], sizeof(float), 3, out);
        fwrite(normals[v], sizeof(float), 3, out);
    }
    for (int64_t t = 0; t < m->triangles; t++) {
        fputc(3, out);
        fwrite(m->indices + 3 * t, sizeof(uint32_t), 3, out);
    }
}

bool mesh_write(const mesh *m, const float (*normals)[4], const char *path)
{
    wb_output output;
    if (!wb_file_create(&output, path)) return false;
    if (wb_file_has_extension(path, ".obj"))
        write_obj(output.stream, m, normals);
    else
        write_ply(output.stream, m, normals);
    return wb_file_commit(&output);
}

/* ---- The lesson's mesh ---- */

// The caller frees it. Of an empty buffer, too, it is not NULL.
static void *read_whole(const wb_buffer *buffer)
{
    void *copy = malloc((size_t)buffer->size_bytes + 1);
    if (copy == NULL) wb_error("no memory for the %s", buffer->name);
    if (copy != NULL && wb_buffer_read(buffer, copy)) return copy;
    free(copy);
    return NULL;
}

bool mesh_dump(const char *buffer, const char *path)
{
    const wb_surface *s = &lesson.surface;
    wb_surface_commands made;
    if (strcmp(buffer, "mesh") != 0) {
        wb_error("--dump %s=%s: only the mesh can be written like this\n"
                 "what to do: --dump mesh=%s",
                 buffer, path, path);
        return false;
    }
    if (wb_frame() == 0) {
        wb_error("%s: there is no mesh before the first frame", path);
        return false;
    }
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData in wb_buffer_read()
    if (!wb_surface_fits(s) || !wb_surface_read(s, &made)) return false;
    float(*positions)[4] = read_whole(&s->positions), (*normals)[4] = read_whole(&s->normals);
    uint32_t *indices = read_whole(&s->indices);
    const mesh m = {.vertices = made.vertices,
                    .triangles = made.triangles,
                    .positions = (const float(*)[4])positions,
                    .indices = indices};
    bool good = positions != NULL && normals != NULL && indices != NULL &&
                mesh_write(&m, (const float(*)[4])normals, path);
    free(positions);
    free(normals);
    free(indices);
    return good;
}

bool mesh_load(const char *buffer, const char *path)
{
    wb_error("--load %s=%s: a mesh is made from particles, and cannot be loaded\n"
             "what to do: --load positions=FILE.npy",
             buffer, path);
    return false;
}
