// What is right, computed on the CPU.
#include "oracle.h"
#include "measure.h"
#include "state.h"

#include <math.h>
#include <stdlib.h>

wb_result verify(void)
{
    const wb_surface *s = &lesson.surface;
    wb_surface_commands made;
    if (!wb_surface_read(s, &made) || !wb_surface_fits(s)) return WB_NOT_RUN;
    float(*positions)[4] = malloc((size_t)s->positions.size_bytes);
    uint32_t *indices = malloc((size_t)s->indices.size_bytes);
    wb_buffer_read(&s->positions, positions);
    wb_buffer_read(&s->indices, indices);
    mesh m = {.vertices = made.vertices,
              .triangles = made.triangles,
              .positions = (const float(*)[4])positions,
              .indices = indices};
    mesh_measures measures = {0};
    bool good = measure_mesh(&m, &measures);
    wb_note("blocks %u corners %u vertices %u triangles %u euler %ld open %ld volume %g",
            made.blocks, made.corners, made.vertices, made.triangles, (long)measures.euler,
            (long)measures.open,
            measures.volume / (double)lesson.particles / pow((double)lesson.spacing, 3.0));
    good = good && is_closed(&measures);
    free(positions);
    free(indices);
    return wb_result_of(good);
}
