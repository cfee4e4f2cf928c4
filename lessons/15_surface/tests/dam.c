// Lesson 15's water, frame after frame: each step makes the surface as `scan` does, holds all of it
// against the oracle, and measures the mesh that was made and the one that was expected. The first
// frame that is not right ends the program.
#include "field.h"
#include "measure.h"
#include "oracle.h"
#include "picture.h"
#include "scene.h"
#include "state.h"
#include "steps.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// Shares of the volume: the GPU's vertices are rounded; and water is as much as its particles stand
// for, but for where it is squeezed or splashes.
static const double NEAR = 1e-5, ROUGHLY = 0.1;
static const double VOLUME = 168.75; // m3

static void *read_whole(const wb_buffer *buffer)
{
    void *data = malloc((size_t)buffer->size_bytes);
    if (data == NULL) wb_error("no memory for a copy of %s", buffer->name);
    if (data != NULL && wb_buffer_read(buffer, data)) return data;
    free(data);
    return NULL;
}

static bool measure_made(mesh_measures *measures)
{
    const wb_surface *s = &lesson.surface;
    wb_surface_commands made;
    float(*positions)[4] = read_whole(&s->positions);
    uint32_t *indices = read_whole(&s->indices);
    bool good = positions != NULL && indices != NULL && wb_surface_read(s, &made) &&
                measure_mesh(&(mesh){.vertices = made.vertices,
                                     .triangles = made.triangles,
                                     .positions = (const float(*)[4])positions,
                                     .indices = indices},
                             measures);
    free(positions);
    free(indices);
    return good;
}

static bool measure_field(const field *f, mesh_measures *measures)
{
    float(*positions)[4] = calloc((size_t)f->vertex_count + 1, sizeof *positions);
    if (positions == NULL) return false;
    for (int64_t i = 0; i < f->vertex_count; i++)
        for (int k = 0; k < 4; k++) positions[i][k] = (float)f->positions[i][k];
    bool good = measure_mesh(&(mesh){.vertices = f->vertex_count,
                                     .triangles = f->triangle_count,
                                     .positions = (const float(*)[4])positions,
                                     .indices = f->triangles[0]},
                             measures);
    free(positions);
    return good;
}

static bool measure_expected(mesh_measures *measures)
{
    field f = {0};
    float(*particles)[4] = read_whole(&lesson.positions);
    bool good = particles != NULL &&
                field_make(&f, (const float(*)[4])particles, (uint32_t)lesson.chosen.particles) &&
                measure_field(&f, measures);
    field_free(&f);
    free(particles);
    return good;
}

static bool look_at_mesh(void)
{
    mesh_measures made, expected;
    if (verify() != WB_RIGHT || !measure_made(&made) || !measure_expected(&expected)) return false;
    bool good = is_closed(&made) && made.euler == expected.euler && made.parts == expected.parts &&
                fabs(made.volume - expected.volume) <= NEAR * VOLUME &&
                fabs(made.volume - VOLUME) <= ROUGHLY * VOLUME;
    printf("%s %lld: %lld edges, %lld open; Euler characteristic %lld; parts %lld; %.4f m3\n",
           good ? "frame" : "WRONG", (long long)lesson.frame, (long long)made.edges,
           (long long)made.open, (long long)made.euler, (long long)made.parts, made.volume);
    if (!good)
        wb_error("expected were a closed mesh, Euler characteristic %lld, parts %lld, %.4f m3, and "
                 "about %g",
                 (long long)expected.euler, (long long)expected.parts, expected.volume, VOLUME);
    return good;
}

static void step(void)
{
    step_scan();
    if (!look_at_mesh()) exit(WB_EXIT_FAILED);
}

static const wb_part part = {.init = init, .draw = draw, .quit = quit, .status = status};

static const wb_variant variants[] = {
    {.name = "scan", .shows = "a mesh in order", .kernel = "surface/cells.comp", .step = step},
    {0},
};

static const wb_param params[] = {
    {"particles", {&lesson.chosen.particles}, 1, 50000, NULL, "how many", .restarts = true},
    {"cells", {&lesson.cells}, 1, WB_SURFACE_MOST_CELLS, NULL, "in a radius", .restarts = true},
    {0},
};

int main(int argc, char **argv)
{
    return wb_main(
        &(wb_lesson){
            .id = "15_surface",
            .title = "The surface of a dam",
            .part = &part,
            .variants = variants,
            .params = params,
            .frames = 300,
            .state = &lesson,
            .state_bytes = sizeof lesson,
        },
        argc, argv);
}
