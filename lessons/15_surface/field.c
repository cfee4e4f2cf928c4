#include "field.h"
#include "state.h"

#include <math.h>
#include <stdlib.h>

/* ---- Numbers of cells and corners ---- */

static int along(int axis)
{
    return (int)lesson.surface.grid.size[axis];
}

static bool is_inside_grid(const int cell[3])
{
    for (int i = 0; i < 3; i++)
        if (cell[i] < 0 || cell[i] >= along(i)) return false;
    return true;
}

uint32_t field_id(const int cell[3])
{
    const uint32_t *size = lesson.surface.size;
    uint32_t c[3] = {(uint32_t)cell[0], (uint32_t)cell[1], (uint32_t)cell[2]};
    uint32_t block = ((c[2] / 4) * size[1] + c[1] / 4) * size[0] + c[0] / 4;
    return WB_SURFACE_BLOCK * block + c[0] % 4 + 4 * (c[1] % 4) + 16 * (c[2] % 4);
}

void field_cell(uint32_t id, int cell[3])
{
    const uint32_t *size = lesson.surface.size;
    uint32_t block = id / WB_SURFACE_BLOCK, bit = id % WB_SURFACE_BLOCK;
    cell[0] = (int)(4 * (block % size[0]) + bit % 4);
    cell[1] = (int)(4 * (block / size[0] % size[1]) + bit / 4 % 4);
    cell[2] = (int)(4 * (block / size[0] / size[1]) + bit / 16);
}

// Corner c of a cell.
static void corner_of(const int cell[3], uint32_t c, int corner[3])
{
    for (int i = 0; i < 3; i++) corner[i] = cell[i] + (int)(c >> i & 1);
}

// As in shaders/surface/kernel.glsl.
static float corner_place(int corner, int axis)
{
    return lesson.surface.grid.desc.low[axis] + (float)corner * lesson.surface.cell_size;
}

/* ---- Cells ---- */

uint32_t field_held(const field *f, const int cell[3])
{
    return is_inside_grid(cell) ? f->held[field_id(cell)] : 0;
}

// Whether of the cells from `low` to `high` some hold particles, and some less than a full one. To
// the plain versions, one particle makes a cell full.
static bool is_mixed(const field *f, const int low[3], const int high[3])
{
    uint32_t full = traits()->plain ? 1 : lesson.surface.full;
    bool some = false, all = true;
    for (int z = low[2]; z <= high[2]; z++)
        for (int y = low[1]; y <= high[1]; y++)
            for (int x = low[0]; x <= high[0]; x++) {
                const int cell[3] = {x, y, z};
                uint32_t held = field_held(f, cell);
                some = some || held > 0;
                all = all && held >= full;
                if (some && !all) return true;
            }
    return false;
}

bool field_is_border(const int cell[3])
{
    for (int i = 0; i < 3; i++)
        if (cell[i] < 1 || cell[i] > along(i) - 2) return true;
    return false;
}

bool field_lists(const field *f, uint32_t block, bool plain)
{
    int k = lesson.cells, low[3], high[3];
    field_cell(WB_SURFACE_BLOCK * block, low);
    for (int i = 0; i < 3; i++) {
        high[i] = low[i] + WB_SURFACE_SIDE - 1 + k;
        low[i] -= plain ? k : k + 1;
    }
    return lesson.surface.desc.dense || is_mixed(f, low, high);
}

static void find_cells(field *f, const float (*positions)[4], uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t index = wb_grid_cell(&lesson.surface.grid, positions[i]);
        const int cell[3] = {(int)index % along(0), (int)index / along(0) % along(1),
                             (int)index / along(0) / along(1)};
        f->held[field_id(cell)]++;
    }
    for (uint32_t id = 0; id < f->cells; id++) {
        int cell[3], low[3], high[3];
        field_cell(id, cell);
        for (int i = 0; i < 3; i++) {
            low[i] = cell[i] - lesson.cells;
            high[i] = cell[i] + lesson.cells;
        }
        if (field_is_border(cell) || !(lesson.surface.desc.dense || is_mixed(f, low, high)))
            continue;
        f->is_candidate[id] = 1;
        for (uint32_t c = 0; c < 8; c++) {
            int corner[3];
            corner_of(cell, c, corner);
            f->is_corner[field_id(corner)] = 1;
        }
    }
}

/* ---- Colours ---- */

// As in shaders/surface/kernel.glsl, operation by operation.
static void contribute(field *f, const float particle[3], const int corner[3])
{
    wb_surface_numbers numbers = wb_surface_get_numbers(&lesson.surface);
    float away[3];
    for (int i = 0; i < 3; i++) away[i] = corner_place(corner[i], i) - particle[i];
    float square = away[0] * away[0] + away[1] * away[1] + away[2] * away[2];
    float near = fmaxf(1.0f - square * numbers.inverse_square, 0.0f);
    float near_square = near * near;
    float colour = near_square * near * numbers.colour_scale + 0.5f;
    float steep = near_square * numbers.slope_scale;
    uint32_t id = field_id(corner), sum = f->colours[id] + (uint32_t)colour;
    f->colours[id] = sum < WB_SURFACE_MOST_COLOUR ? sum : WB_SURFACE_MOST_COLOUR;
    for (int i = 0; i < 3; i++) f->slopes[id][i] += (int32_t)floorf(away[i] * steep + 0.5f);
}

static void find_colours(field *f, const float (*positions)[4], uint32_t count)
{
    int k = lesson.cells;
    for (uint32_t i = 0; i < count; i++) {
        int low[3], corner[3];
        for (int a = 0; a < 3; a++) {
            double from = (double)(positions[i][a] - lesson.surface.grid.desc.low[a]);
            low[a] = (int)floor(from / (double)lesson.surface.cell_size) - k;
        }
        for (int n = 0; n < (2 * k + 2) * (2 * k + 2) * (2 * k + 2); n++) {
            corner[0] = low[0] + n % (2 * k + 2);
            corner[1] = low[1] + n / (2 * k + 2) % (2 * k + 2);
            corner[2] = low[2] + n / (2 * k + 2) / (2 * k + 2);
            if (is_inside_grid(corner)) contribute(f, positions[i], corner);
        }
    }
}

// As in shaders/15_surface/noise.comp.
static void find_noise(field *f)
{
    for (uint32_t id = 0; id < f->cells; id++) {
        int corner[3];
        field_cell(id, corner);
        bool at_border = false;
        for (int i = 0; i < 3; i++)
            at_border = at_border || corner[i] < 2 || corner[i] > along(i) - 2;
        f->colours[id] = at_border ? 0 : wb_random_hash(id) >> 10;
        f->slopes[id][1] = 1 << WB_SURFACE_SLOPE_BITS;
    }
}

/* ---- The mesh ---- */

static bool is_inside(const field *f, const int corner[3])
{
    return f->colours[field_id(corner)] > wb_surface_get_numbers(&lesson.surface).iso;
}

static uint32_t case_of(const field *f, const int cell[3])
{
    uint32_t number = 0;
    for (uint32_t c = 0; c < 8; c++) {
        int corner[3];
        corner_of(cell, c, corner);
        number |= (uint32_t)is_inside(f, corner) << c;
    }
    return number;
}

static void put_vertex(field *f, const int corner[3], int axis)
{
    int end[3] = {corner[0], corner[1], corner[2]};
    end[axis]++;
    uint32_t a = field_id(corner), b = field_id(end);
    double iso = wb_surface_get_numbers(&lesson.surface).iso, from = f->colours[a];
    double share = (iso - from) / ((double)f->colours[b] - from), steep = 0.0;
    double *position = f->positions[f->vertex_count], *normal = f->normals[f->vertex_count];
    for (int i = 0; i < 3; i++) {
        double start = (double)corner_place(corner[i], i);
        position[i] = start + share * ((double)corner_place(end[i], i) - start);
        normal[i] = f->slopes[a][i] + share * (f->slopes[b][i] - f->slopes[a][i]);
        steep += normal[i] * normal[i];
    }
    for (int i = 0; i < 3; i++)
        normal[i] = steep > 0.0 ? normal[i] / sqrt(steep)
                                : (i == axis) * (is_inside(f, corner) ? 1.0 : -1.0);
    position[3] = 1.0;
    f->vertices[a][axis] = (int32_t)f->vertex_count++;
}

// In the order of blocks; in a block, all along x, then y, then z.
static void find_vertices(field *f)
{
    for (uint32_t block = 0; block < f->blocks; block++)
        for (int axis = 0; axis < 3; axis++)
            for (uint32_t bit = 0; bit < WB_SURFACE_BLOCK; bit++) {
                uint32_t id = WB_SURFACE_BLOCK * block + bit;
                int corner[3], end[3];
                field_cell(id, corner);
                for (int i = 0; i < 3; i++) end[i] = corner[i] + (i == axis);
                f->vertices[id][axis] = -1;
                if (is_inside_grid(end) && is_inside(f, corner) != is_inside(f, end))
                    put_vertex(f, corner, axis);
            }
}

static void find_triangles(field *f)
{
    for (uint32_t id = 0; id < f->cells; id++) {
        int cell[3], corner[3];
        field_cell(id, cell);
        if (field_is_border(cell)) continue;
        uint32_t number = case_of(f, cell);
        if (number != 0 && number != 255 && !f->is_candidate[id]) f->missed++;
        wb_surface_case made;
        wb_surface_case_make(number, WB_SURFACE_APART, &made);
        for (uint32_t k = 0; k < 3 * made.triangles; k++) {
            corner_of(cell, wb_surface_edge_corner(made.edges[k]), corner);
            f->triangles[f->triangle_count + k / 3][k % 3] =
                (uint32_t)f->vertices[field_id(corner)][made.edges[k] / 4];
        }
        f->triangle_count += made.triangles;
    }
}

// The edge with the nearest vertex, among those that meet in a corner.
static int64_t nearest_at(const field *f, const int corner[3], const float place[3])
{
    int64_t best = -1;
    double least = INFINITY;
    for (int n = 0; n < 6; n++) {
        int from[3] = {corner[0], corner[1], corner[2]};
        from[n / 2] -= n % 2;
        if (!is_inside_grid(from) || f->vertices[field_id(from)][n / 2] < 0) continue;
        int64_t vertex = f->vertices[field_id(from)][n / 2];
        double square = 0.0;
        for (int i = 0; i < 3; i++) square += pow(f->positions[vertex][i] - (double)place[i], 2.0);
        if (square >= least) continue;
        least = square;
        best = vertex;
    }
    return best;
}

int64_t field_vertex_at(const field *f, const float place[3])
{
    static const double NEAR = 1e-3; // of a cell: a vertex as near to a corner may be on any edge
    int corner[3], axis = -1;
    for (int i = 0; i < 3; i++) {
        double from = (double)place[i] - (double)lesson.surface.grid.desc.low[i];
        double cells = from / (double)lesson.surface.cell_size;
        if (!(cells > -1.0 && cells < along(i) + 1.0)) return -1; // not a number
        corner[i] = (int)lround(cells);
        if (fabs(cells - corner[i]) <= NEAR) continue;
        if (axis >= 0) return -1; // on no edge
        axis = i;
        corner[i] = (int)floor(cells);
    }
    if (!is_inside_grid(corner)) return -1;
    return axis >= 0 ? f->vertices[field_id(corner)][axis] : nearest_at(f, corner, place);
}

/* ---- Start and end ---- */

bool field_make(field *f, const float (*positions)[4], uint32_t count)
{
    size_t n = lesson.surface.grid.cells;
    *f = (field){.blocks = lesson.surface.blocks,
                 .cells = lesson.surface.grid.cells,
                 .held = calloc(n, sizeof *f->held),
                 .is_candidate = calloc(n, 1),
                 .is_corner = calloc(n, 1),
                 .colours = calloc(n, sizeof *f->colours),
                 .slopes = calloc(n, sizeof *f->slopes),
                 .vertices = calloc(n, sizeof *f->vertices),
                 .positions = calloc(3 * n, sizeof *f->positions),
                 .normals = calloc(3 * n, sizeof *f->normals),
                 .triangles = calloc(WB_SURFACE_MOST_TRIANGLES * n, sizeof *f->triangles)};
    if (f->held == NULL || f->is_candidate == NULL || f->is_corner == NULL || f->colours == NULL ||
        f->slopes == NULL || f->vertices == NULL || f->positions == NULL || f->normals == NULL ||
        f->triangles == NULL) {
        wb_error("there is no memory to check %zu cells", n);
        return false;
    }
    find_cells(f, positions, count);
    if (is_noise())
        find_noise(f);
    else
        find_colours(f, positions, count);
    find_vertices(f);
    find_triangles(f);
    return true;
}

void field_free(field *f)
{
    free(f->held);
    free(f->is_candidate);
    free(f->is_corner);
    free(f->colours);
    free(f->slopes);
    free(f->vertices);
    free(f->positions);
    free(f->normals);
    free(f->triangles);
    *f = (field){0};
}
