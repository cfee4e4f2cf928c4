// What is right, computed on the CPU: every cell, every corner (field.c). The check holds against
// it which blocks, cells and corners are listed, and each corner's colour, number by number; and
// the mesh, vertex by vertex and triangle by triangle.
#include "oracle.h"
#include "field.h"
#include "measure.h"
#include "state.h"
#include "tell.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// What the last frame left in the buffers.
typedef struct results {
    wb_surface_commands commands;
    uint32_t cell_count;
    uint32_t *blocks, *cells, *corners; // the lists
    uint32_t *colours;
    int32_t (*slopes)[4];
    float (*positions)[4], (*normals)[4];
    uint32_t (*triangles)[3];
    float (*particles)[4];
    uint32_t *expected; // room for a list of any of these
} results;

/* ---- Reading ---- */

// Memory for the whole buffer, and what it holds; NULL, with a message, if there is none.
static void *read_whole(const wb_buffer *buffer)
{
    void *data = malloc((size_t)buffer->size_bytes);
    if (data == NULL)
        wb_error("there is no memory for buffer %s", buffer->name);
    else if (!wb_buffer_read(buffer, data)) {
        free(data);
        data = NULL;
    }
    return data;
}

// The candidates of the masks, as a list.
static uint32_t *list_masks(results *r)
{
    uint32_t(*masks)[WB_SURFACE_MASKS][2] = read_whole(&lesson.surface.masks);
    uint32_t *list = malloc(sizeof *list * lesson.surface.grid.cells);
    for (uint32_t id = 0; masks != NULL && list != NULL && id < lesson.surface.grid.cells; id++)
        if ((masks[id / 64][WB_SURFACE_CANDIDATES][id / 32 % 2] >> id % 32 & 1) != 0)
            list[r->cell_count++] = id;
    free(masks);
    return list;
}

// The list of the plain versions begins with its command.
static uint32_t *read_cells(results *r)
{
    if (!traits()->plain) return list_masks(r);
    uint32_t *list = read_whole(&lesson.cell_list);
    if (list == NULL) return NULL;
    r->cell_count = list[3];
    memmove(list, list + 4, (size_t)lesson.cell_list.size_bytes - 4 * sizeof *list);
    return list;
}

static bool read_results(results *r)
{
    const wb_surface *s = &lesson.surface;
    *r = (results){0};
    if (!wb_surface_read(s, &r->commands)) return false;
    r->blocks = read_whole(&s->list);
    r->cells = read_cells(r);
    r->corners = read_whole(&s->corner_list);
    r->colours = read_whole(&s->colours);
    r->slopes = read_whole(&s->slopes);
    r->positions = read_whole(&s->positions);
    r->normals = read_whole(&s->normals);
    r->triangles = read_whole(&s->indices);
    r->particles = read_whole(&lesson.positions);
    r->expected = malloc(sizeof *r->expected * 4 * (s->grid.cells + 1));
    return r->blocks != NULL && r->cells != NULL && r->corners != NULL && r->colours != NULL &&
           r->slopes != NULL && r->positions != NULL && r->normals != NULL &&
           r->triangles != NULL && r->particles != NULL && r->expected != NULL;
}

static void free_results(results *r)
{
    free(r->blocks);
    free(r->cells);
    free(r->corners);
    free(r->colours);
    free(r->slopes);
    free(r->positions);
    free(r->normals);
    free(r->triangles);
    free(r->particles);
    free(r->expected);
}

/* ---- Lists and colours ---- */

static int compare_numbers(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static bool check_count(const char *what, int64_t got, int64_t expected)
{
    if (got != expected)
        wb_error("%s: got %lld, expected %lld", what, (long long)got, (long long)expected);
    return got == expected;
}

// Lists that atomics have made are in any order, and compared sorted.
static bool check_list(const char *name, uint32_t *got, uint32_t count, const uint32_t *expected,
                       uint32_t expected_count)
{
    if (!check_count(name, count, expected_count)) return false;
    uint32_t *sorted = got;
    if (traits()->plain) {
        sorted = malloc(sizeof *sorted * (count + 1));
        if (sorted == NULL) return false;
        memcpy(sorted, got, sizeof *sorted * count);
        qsort(sorted, count, sizeof *sorted, compare_numbers);
    }
    wb_array array = {.type = WB_U32, .dimensions = 1, .shape = {count}, .data = sorted};
    bool good = wb_check_equal(name, &array, expected);
    if (sorted != got) free(sorted);
    return good;
}

static bool check_blocks(const field *f, results *r)
{
    uint32_t count = 0;
    for (uint32_t block = 0; block < f->blocks; block++)
        if (field_lists(f, block, traits()->plain)) r->expected[count++] = block;
    bool good = check_list("listed blocks", r->blocks, r->commands.blocks, r->expected, count);
    if (!good) tell_cells(f);
    return good;
}

static bool check_candidates(const field *f, results *r)
{
    uint32_t count = 0;
    for (uint32_t id = 0; id < f->cells; id++)
        if (f->is_candidate[id]) r->expected[count++] = id;
    bool good = check_list("candidates", r->cells, r->cell_count, r->expected, count);
    if (!good && !tell_cells(f)) tell_candidates(f, r->cells, r->cell_count);
    return good;
}

static bool check_corners(const field *f, results *r)
{
    uint32_t count = 0;
    for (uint32_t id = 0; id < f->cells; id++)
        if (f->is_corner[id]) r->expected[count++] = id;
    bool good =
        check_list("corners of candidates", r->corners, r->commands.corners, r->expected, count);
    if (!good) tell_corners(f, r->corners, r->commands.corners);
    return good;
}

// Corner by corner in the order of the GPU's own list.
static bool check_colours(const field *f, results *r)
{
    uint32_t n = r->commands.corners;
    int32_t(*slopes)[4] = (int32_t(*)[4])r->expected;
    for (uint32_t i = 0; i < n; i++) r->expected[i] = f->colours[r->corners[i]];
    wb_array colours = {.type = WB_U32, .dimensions = 1, .shape = {n}, .data = r->colours};
    if (!wb_check_equal("colours of the listed corners, in 2^-22", &colours, r->expected))
        return false;
    for (uint32_t i = 0; i < n; i++) {
        memcpy(slopes[i], f->slopes[r->corners[i]], sizeof *f->slopes);
        slopes[i][3] = (int32_t)f->colours[r->corners[i]];
    }
    wb_array array = {.type = WB_I32, .dimensions = 2, .shape = {n, 4}, .data = r->slopes};
    return wb_check_equal("slopes at the listed corners, in 2^-18", &array, slopes);
}

/* ---- The mesh ---- */

// Vertices by what they should be: in a soup, each vertex of the mesh stands several times. All
// become those of the oracle's mesh; false, with a message, if one is none of these.
static bool name_vertices(const field *f, results *r, double (*positions)[4], double (*normals)[4])
{
    for (uint32_t i = 0; i < r->commands.vertices; i++) {
        int64_t vertex = traits()->plain ? field_vertex_at(f, r->positions[i]) : i;
        if (vertex < 0) {
            wb_error("vertex %u at %g %g %g is on no edge that the surface cuts", i,
                     (double)r->positions[i][0], (double)r->positions[i][1],
                     (double)r->positions[i][2]);
            return false;
        }
        memcpy(positions[i], f->positions[vertex], sizeof *positions);
        memcpy(normals[i], f->normals[vertex], sizeof *normals);
        if (traits()->plain)
            r->triangles[i / 3][i % 3] = (uint32_t)vertex; // its indices were 0, 1, 2
    }
    return true;
}

static bool check_vertices(const field *f, results *r)
{
    uint32_t n = r->commands.vertices;
    double(*positions)[4] = calloc(n + 1, sizeof *positions);
    double(*normals)[4] = calloc(n + 1, sizeof *normals);
    bool good = positions != NULL && normals != NULL && name_vertices(f, r, positions, normals);
    wb_array array = {.type = WB_F32, .dimensions = 2, .shape = {n, 4}, .data = r->positions};
    double near = 1e-4 * (double)lesson.surface.cell_size;
    good = good && wb_check_close("positions of the vertices", &array, positions[0], near, 1e-6);
    if (!good) tell_vertices(f, r->positions, n);
    array.data = r->normals;
    good = good && wb_check_close("normals of the vertices", &array, normals[0], 1e-3, 0.0);
    free(positions);
    free(normals);
    return good;
}

static int compare_triangles(const void *a, const void *b)
{
    return memcmp(a, b, 3 * sizeof(uint32_t));
}

// From its lowest vertex on.
static void turn(uint32_t triangle[3])
{
    while (triangle[0] > triangle[1] || triangle[0] > triangle[2]) {
        uint32_t first = triangle[0];
        triangle[0] = triangle[1];
        triangle[1] = triangle[2];
        triangle[2] = first;
    }
}

static void sort_triangles(uint32_t (*triangles)[3], int64_t count)
{
    for (int64_t i = 0; i < count; i++) turn(triangles[i]);
    qsort(triangles, (size_t)count, sizeof *triangles, compare_triangles);
}

// A soup's triangles are in any order, and compared sorted.
static bool check_triangles(field *f, results *r)
{
    if (traits()->plain) {
        sort_triangles(r->triangles, r->commands.triangles);
        sort_triangles(f->triangles, f->triangle_count);
    }
    wb_array array = {
        .type = WB_U32, .dimensions = 2, .shape = {r->commands.triangles, 3}, .data = r->triangles};
    return wb_check_equal("vertices of the triangles", &array, f->triangles);
}

static bool check_closed(const field *f, const results *r)
{
    float(*positions)[4] = calloc((size_t)f->vertex_count + 1, sizeof *positions);
    if (positions == NULL) return false;
    for (int64_t i = 0; i < f->vertex_count; i++)
        for (int k = 0; k < 4; k++) positions[i][k] = (float)f->positions[i][k];
    mesh m = {.vertices = f->vertex_count,
              .triangles = r->commands.triangles,
              .positions = (const float(*)[4])positions,
              .indices = r->triangles[0]};
    mesh_measures measures = {0};
    bool good = measure_mesh(&m, &measures);
    free(positions);
    if (good && !is_closed(&measures)) {
        wb_error("the surface is not closed: %lld edges of one triangle only, %lld of more than "
                 "two, %lld where two are turned against each other",
                 (long long)measures.open, (long long)measures.crowded, (long long)measures.turned);
        good = false;
    }
    return good;
}

static bool check_mesh(field *f, results *r)
{
    int64_t vertices = traits()->plain ? 3 * f->triangle_count : f->vertex_count;
    return check_count("cut cells that are no candidates", f->missed, 0) &&
           check_count("vertices", r->commands.vertices, vertices) &&
           (traits()->plain || r->commands.triangles == f->triangle_count || check_closed(f, r)) &&
           check_count("triangles", r->commands.triangles, f->triangle_count) &&
           check_vertices(f, r) && check_closed(f, r) && check_triangles(f, r);
}

wb_result verify(void)
{
    results r;
    field f = {0};
    wb_result result = WB_NOT_RUN;
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for glGetBufferSubData in wb_buffer_read()
    if (read_results(&r) && wb_surface_fits(&lesson.surface) &&
        field_make(&f, (const float(*)[4])r.particles, (uint32_t)lesson.chosen.particles))
        result = wb_result_of(check_blocks(&f, &r) && check_candidates(&f, &r) &&
                              check_corners(&f, &r) &&
                              (reaches_border() || (check_colours(&f, &r) && check_mesh(&f, &r))));
    free_results(&r);
    field_free(&f);
    return result;
}
