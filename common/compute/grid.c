#include "compute/grid.h"

#include "base/message.h"
#include "compute/groups.h"
#include "gl/pass.h"
#include "gl/program.h"
#include "grid/slots.h"

#include <math.h>

// One group for no particles at all: each invocation then finds that it has nothing to do.
static GLuint groups(uint32_t count, uint32_t size)
{
    return wb_groups_for(count > 0 ? count : 1, size);
}

static void bind(GLuint binding, GLuint buffer)
{
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, buffer);
}

/* ---- Start and end ---- */

static bool check_desc(const wb_grid_desc *desc)
{
    bool good = isfinite(desc->cell_size) && desc->cell_size > 0.0f;
    if (!good) wb_error("a grid needs cells larger than 0, not %g", (double)desc->cell_size);
    for (int i = 0; good && i < 3; i++) {
        good = isfinite(desc->low[i]) &&
               (desc->hashed || (isfinite(desc->high[i]) && desc->low[i] <= desc->high[i]));
        if (!good)
            wb_error("a grid cannot reach from %g to %g along %c", (double)desc->low[i],
                     (double)desc->high[i], "xyz"[i]);
    }
    return good;
}

// How many cells along this axis take up cell_size.
static int division_along(const wb_grid_desc *desc, int axis)
{
    return axis == 0 && desc->x_division > 0 ? desc->x_division : 1;
}

// Cells in one unit of length.
static float inverse_size(const wb_grid_desc *desc, int axis)
{
    return (float)division_along(desc, axis) / desc->cell_size;
}

// The smallest power of two with room for twice the particles: the hash then needs no division, and
// few cells share an entry.
static uint32_t table_size(uint32_t most)
{
    uint32_t size = 64;
    while (size < 0x40000000u && size / 2 < most) size *= 2;
    return size;
}

static bool size_up(wb_grid *grid)
{
    const wb_grid_desc *desc = &grid->desc;
    double cells = 1.0;
    for (int i = 0; i < 3; i++) {
        double length = (double)desc->high[i] - (double)desc->low[i];
        double size = (double)desc->cell_size / division_along(desc, i);
        double along = fmax(ceil(length / size), 1.0);
        cells *= along;
        grid->size[i] = along < 1e9 ? (uint32_t)along : 0;
    }
    if (desc->hashed) {
        cells = table_size(desc->most);
        grid->size[0] = (uint32_t)cells;
        grid->size[1] = grid->size[2] = 1;
    }
    GLint64 block_bytes = 0;
    glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &block_bytes);
    double room = fmin((double)block_bytes / 4.0, 2147483647.0) - 4.0;
    if (cells > room) {
        wb_error("a grid of %.4g cells is too large: this machine has room for %.4g\n"
                 "what to do: choose larger cells or a smaller box",
                 cells, room);
        return false;
    }
    grid->cells = (uint32_t)cells;
    return true;
}

static bool create_buffers(wb_grid *grid)
{
    size_t most = grid->desc.most > 0 ? grid->desc.most : 1, cells = grid->cells;
    const struct {
        wb_buffer *buffer;
        const char *name;
        wb_type type;
        size_t rows, columns;
    } all[] = {
        {&grid->starts, "starts", WB_U32, cells + 1, 0},
        {&grid->ids, "ids", WB_U32, most, 0},
        {&grid->positions, "sorted_positions", WB_F32, most, 4},
        {&grid->velocities, "sorted_velocities", WB_F32, most, 4},
        {&grid->counts, "counts", WB_U32, (cells + 4) / 4 * 4, 0},
        {&grid->places, "places", WB_U32, most, 2},
        {&grid->unordered, "unordered", WB_U32, most, 0},
        {&grid->runs, "runs", WB_U32, most, 0},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (!wb_buffer_create(all[i].buffer,
                              &(wb_buffer_desc){.name = all[i].name,
                                                .type = all[i].type,
                                                .shape = {all[i].rows, all[i].columns}}))
            return false;
    return true;
}

static bool create_programs(wb_grid *grid)
{
    for (int velocities = 0; velocities < 2; velocities++) {
        grid->order_kernels[velocities] =
            wb_program_compute("grid/order.comp", WB_DEFINES({"GRID_HASHED", grid->desc.hashed},
                                                             {"VELOCITIES", velocities}));
        if (grid->order_kernels[velocities] == 0) return false;
    }
    grid->clear_kernel = wb_program_compute("grid/clear.comp", NULL);
    grid->count_kernel =
        wb_program_compute("grid/count.comp", WB_DEFINES({"GRID_HASHED", grid->desc.hashed}));
    grid->scatter_kernel = wb_program_compute("grid/scatter.comp", NULL);
    return grid->clear_kernel != 0 && grid->count_kernel != 0 && grid->scatter_kernel != 0;
}

bool wb_grid_create(wb_grid *grid, const wb_grid_desc *desc)
{
    *grid = (wb_grid){.desc = *desc};
    return check_desc(desc) && size_up(grid) && create_buffers(grid) && create_programs(grid) &&
           wb_scan_create(&grid->scan, grid->cells + 1, WB_SCAN_SINGLE_PASS);
}

void wb_grid_delete(wb_grid *grid)
{
    wb_buffer *const buffers[] = {&grid->starts, &grid->ids,    &grid->positions, &grid->velocities,
                                  &grid->counts, &grid->places, &grid->unordered, &grid->runs};
    for (size_t i = 0; i < sizeof buffers / sizeof buffers[0]; i++) wb_buffer_delete(buffers[i]);
    wb_scan_delete(&grid->scan);
    glDeleteProgram(grid->clear_kernel);
    glDeleteProgram(grid->count_kernel);
    glDeleteProgram(grid->scatter_kernel);
    glDeleteProgram(grid->order_kernels[0]);
    glDeleteProgram(grid->order_kernels[1]);
    *grid = (wb_grid){0};
}

/* ---- The build ---- */

void wb_grid_set_uniforms(const wb_grid *grid)
{
    glUniform3fv(GRID_LOW, 1, grid->desc.low);
    glUniform3f(GRID_INVERSE, inverse_size(&grid->desc, 0), inverse_size(&grid->desc, 1),
                inverse_size(&grid->desc, 2));
    glUniform3i(GRID_SIZE, (GLint)grid->size[0], (GLint)grid->size[1], (GLint)grid->size[2]);
}

void wb_grid_clear(wb_grid *grid)
{
    uint32_t vectors = (uint32_t)(grid->counts.size_bytes / 16);
    wb_pass_begin("grid clear");
    glUseProgram(grid->clear_kernel);
    glUniform1ui(GRID_VECTORS, vectors);
    bind(GRID_COUNTS, grid->counts.id);
    glDispatchCompute(groups(vectors, GRID_GROUP), 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // the next pass counts on from zero
    wb_pass_end();
}

void wb_grid_count(wb_grid *grid, GLuint positions, uint32_t count)
{
    wb_pass_begin("grid count");
    glUseProgram(grid->count_kernel);
    glUniform1ui(GRID_PARTICLES, count);
    wb_grid_set_uniforms(grid);
    bind(GRID_POSITIONS, positions);
    bind(GRID_COUNTS, grid->counts.id);
    bind(GRID_PLACES, grid->places.id);
    glDispatchCompute(groups(count, GRID_GROUP), 1, 1);
    // The scan reads `counts`, and the scatter `places`.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

// Each cell starts where those before it end: the sum of their counts. One more than there are
// cells, so that the last one has an end too.
void wb_grid_scan(wb_grid *grid)
{
    wb_scan_exclusive(&grid->scan, grid->counts.id, grid->starts.id, grid->cells + 1);
}

void wb_grid_scatter(wb_grid *grid, uint32_t count)
{
    wb_pass_begin("grid scatter");
    glUseProgram(grid->scatter_kernel);
    glUniform1ui(GRID_PARTICLES, count);
    bind(GRID_PLACES, grid->places.id);
    bind(GRID_STARTS, grid->starts.id);
    bind(GRID_COUNTS, grid->counts.id);
    bind(GRID_UNORDERED, grid->unordered.id);
    bind(GRID_RUNS, grid->runs.id);
    glDispatchCompute(groups(count, GRID_SCATTER_GROUP), 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // the next pass reads `unordered` and `runs`
    wb_pass_end();
}

void wb_grid_order(wb_grid *grid, GLuint positions, GLuint velocities, uint32_t count)
{
    wb_pass_begin("grid order");
    glUseProgram(grid->order_kernels[velocities != 0]);
    glUniform1ui(GRID_PARTICLES, count);
    wb_grid_set_uniforms(grid);
    bind(GRID_STARTS, grid->starts.id);
    bind(GRID_UNORDERED, grid->unordered.id);
    bind(GRID_RUNS, grid->runs.id);
    bind(GRID_POSITIONS, positions);
    bind(GRID_IDS, grid->ids.id);
    bind(GRID_SORTED_POSITIONS, grid->positions.id);
    if (velocities != 0) {
        bind(GRID_VELOCITIES, velocities);
        bind(GRID_SORTED_VELOCITIES, grid->velocities.id);
    }
    glDispatchCompute(groups(count, GRID_GROUP), 1, 1);
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // searches read `ids` and the copies
    wb_pass_end();
}

bool wb_grid_build(wb_grid *grid, GLuint positions, GLuint velocities, uint32_t count)
{
    if (count > grid->desc.most) {
        wb_error("a grid for %u particles cannot take %u", grid->desc.most, count);
        return false;
    }
    wb_grid_clear(grid);
    wb_grid_count(grid, positions, count);
    wb_grid_scan(grid);
    wb_grid_scatter(grid, count);
    wb_grid_order(grid, positions, velocities, count);
    return true;
}

/* ---- The same on the CPU ---- */

uint32_t wb_grid_cell(const wb_grid *grid, const float point[3])
{
    static const uint32_t primes[3] = {73856093u, 19349663u, 83492791u};
    int cell[3];
    for (int i = 0; i < 3; i++) {
        float place = floorf((point[i] - grid->desc.low[i]) * inverse_size(&grid->desc, i));
        float first = grid->desc.hashed ? -GRID_FAR : 0.0f;
        float last = grid->desc.hashed ? GRID_FAR : (float)(grid->size[i] - 1);
        cell[i] = (int)(place >= first ? fminf(place, last) : first);
    }
    if (!grid->desc.hashed)
        return ((uint32_t)cell[2] * grid->size[1] + (uint32_t)cell[1]) * grid->size[0] +
               (uint32_t)cell[0];
    uint32_t mixed = 0;
    for (int i = 0; i < 3; i++) mixed ^= (uint32_t)cell[i] * primes[i];
    return mixed & (grid->size[0] - 1);
}
