#include "compute/surface.h"

#include "base/message.h"
#include "compute/groups.h"
#include "gl/pass.h"
#include "gl/program.h"
#include "surface/slots.h"

#include <math.h>

enum { GROUP = 128 }; // invocations of a work group, where it is not a block's
enum { COMMAND_WORDS = sizeof(wb_surface_commands) / 4 };
static const double PI = 3.14159265358979323846;

/* ---- Numbers ---- */

static double radius_of(const wb_surface *surface)
{
    return (double)surface->desc.radius * (double)surface->desc.spacing;
}

wb_surface_numbers wb_surface_get_numbers(const wb_surface *surface)
{
    double radius = radius_of(surface), share = pow((double)surface->desc.radius, -3.0);
    double weight = 315.0 / (64.0 * PI) * share;
    return (wb_surface_numbers){
        .inverse_square = (float)(1.0 / (radius * radius)),
        .colour_scale = (float)ldexp(weight, WB_SURFACE_COLOUR_BITS),
        .slope_scale = (float)ldexp(6.0 * weight / radius, WB_SURFACE_SLOPE_BITS),
        .iso = (uint32_t)lrint(ldexp((double)surface->iso, WB_SURFACE_COLOUR_BITS)),
    };
}

static bool check_desc(const wb_surface_desc *desc)
{
    bool good = isfinite(desc->spacing) && desc->spacing > 0.0f && isfinite(desc->radius) &&
                desc->radius > 0.0f && desc->iso > 0.0f && desc->cells >= 1 &&
                desc->cells <= WB_SURFACE_MOST_CELLS;
    if (!good)
        wb_error("a surface cannot have a spacing of %g, a radius of %g spacings, %d cells in it, "
                 "and a colour of %g",
                 (double)desc->spacing, (double)desc->radius, desc->cells, (double)desc->iso);
    return good;
}

// A border of K + 1 empty cells keeps all candidates away from the grid's end; and whole blocks.
static wb_grid_desc grid_desc(const wb_surface *surface)
{
    const wb_surface_desc *desc = &surface->desc;
    double size = (double)surface->cell_size, border = desc->cells + 1;
    wb_grid_desc grid = {.cell_size = surface->cell_size, .most = desc->most};
    for (int i = 0; i < 3; i++) {
        grid.low[i] = (float)((double)desc->low[i] - border * size);
        double end = (double)desc->high[i] + border * size;
        double blocks = ceil((end - (double)grid.low[i]) / (WB_SURFACE_SIDE * size));
        double cells = WB_SURFACE_SIDE * fmax(blocks, 1.0);
        // Half a cell less: the grid rounds up to whole cells.
        grid.high[i] = (float)((double)grid.low[i] + (cells - 0.5) * size);
    }
    return grid;
}

// What is asked for, or else what is usual; not more than there can be.
static uint32_t room_for(uint32_t asked, double usual, double possible)
{
    return (uint32_t)fmin(fmin(asked > 0 ? asked : usual, possible), 4294967295.0);
}

// Moving water of one particle in a cell has about three corners of candidates for each of them.
static void make_room(wb_surface *surface)
{
    const wb_surface_desc *desc = &surface->desc;
    double cells = surface->grid.cells, some = desc->most + 16384.0;
    surface->most_corners = room_for(desc->most_corners, 8.0 * some, cells);
    surface->most_vertices = room_for(desc->most_vertices, 2.0 * some, 3.0 * cells);
    surface->most_triangles =
        room_for(desc->most_triangles, 4.0 * some, WB_SURFACE_MOST_TRIANGLES * cells);
    if (desc->soup) surface->most_vertices = 3 * surface->most_triangles;
}

// Half of the particles that a cell has in calm water.
static uint32_t particles_of_full_cell(const wb_surface_desc *desc)
{
    double half = 0.5 * pow((double)desc->radius / desc->cells, 3.0);
    return (uint32_t)fmax(floor(half + 0.5), 1.0);
}

static bool size_up(wb_surface *surface)
{
    surface->full = particles_of_full_cell(&surface->desc);
    surface->cell_size = (float)(radius_of(surface) / surface->desc.cells);
    wb_grid_desc grid = grid_desc(surface);
    if (!wb_grid_create(&surface->grid, &grid)) return false;
    for (int i = 0; i < 3; i++) surface->size[i] = surface->grid.size[i] / WB_SURFACE_SIDE;
    surface->blocks = surface->grid.cells / WB_SURFACE_BLOCK;
    make_room(surface);
    return true;
}

/* ---- Start and end ---- */

static bool create(wb_buffer *buffer, const char *name, wb_type type, size_t rows, size_t columns)
{
    return wb_buffer_create(
        buffer, &(wb_buffer_desc){.name = name,
                                  .type = type,
                                  .shape = {rows, columns},
                                  .internal = true}); // one number is another one's place
}

static bool create_block_buffers(wb_surface *s)
{
    size_t n = s->blocks;
    return create(&s->occupied, "surface_occupied", WB_U32, n, 4) &&
           create(&s->flags, "surface_flags", WB_U32, n, 0) &&
           create(&s->places, "surface_places", WB_U32, n, 0) &&
           create(&s->masks, "surface_masks", WB_U32, n, (size_t)WB_SURFACE_MASKS * 2) &&
           create(&s->corner_counts, "surface_corner_counts", WB_U32, n, 0) &&
           create(&s->corner_starts, "surface_corner_starts", WB_U32, n, 0) &&
           create(&s->mesh_counts, "surface_mesh_counts", WB_U32, 2 * n + 1, 0) &&
           create(&s->mesh_starts, "surface_mesh_starts", WB_U32, 2 * n + 1, 0) &&
           create(&s->list, "surface_list", WB_U32, n, 0);
}

static bool create_mesh_buffers(wb_surface *s)
{
    return create(&s->corner_list, "surface_corner_list", WB_U32, s->most_corners, 0) &&
           create(&s->colours, "surface_colours", WB_U32, s->most_corners, 0) &&
           create(&s->slopes, "surface_slopes", WB_I32, s->most_corners, 4) &&
           create(&s->positions, "surface_positions", WB_F32, s->most_vertices, 4) &&
           create(&s->normals, "surface_normals", WB_F32, s->most_vertices, 4) &&
           create(&s->indices, "surface_indices", WB_U32, s->most_triangles, 3);
}

// Before the first build there is nothing to draw.
static bool create_commands(wb_surface *surface)
{
    static const uint32_t nothing[COMMAND_WORDS];
    return wb_buffer_create(&surface->commands, &(wb_buffer_desc){.name = "surface_commands",
                                                                  .type = WB_U32,
                                                                  .shape = {COMMAND_WORDS},
                                                                  .data = nothing,
                                                                  .internal = true});
}

static bool create_table(wb_surface *surface)
{
    uint32_t words[WB_SURFACE_CASES][2];
    wb_surface_table_make(surface->desc.rule, words);
    return wb_buffer_create(&surface->table, &(wb_buffer_desc){.name = "surface_table",
                                                               .type = WB_U32,
                                                               .shape = {WB_SURFACE_CASES, 2},
                                                               .data = words,
                                                               .internal = true});
}

const wb_define *wb_surface_constants(const wb_surface *surface)
{
    static wb_define constants[16];
    const wb_define *made =
        WB_DEFINES({"GROUP", GROUP}, {"SIDE", WB_SURFACE_SIDE}, {"BLOCK", WB_SURFACE_BLOCK},
                   {"CELLS", surface->desc.cells}, {"FULL", (int)surface->full},
                   {"DENSE", surface->desc.dense}, {"MOST_COLOUR", WB_SURFACE_MOST_COLOUR},
                   {"MASKS", WB_SURFACE_MASKS}, {"CANDIDATES", WB_SURFACE_CANDIDATES},
                   {"CORNERS", WB_SURFACE_CORNERS}, {"INSIDE", WB_SURFACE_INSIDE},
                   {"EDGES", WB_SURFACE_CUT_EDGES}, {"GRID_HASHED", false},
                   {"ROW", surface->desc.row > 0 ? surface->desc.row : 65535});
    int count = 0;
    do constants[count] = made[count];
    while (made[count++].name != NULL);
    return constants;
}

static GLuint program(const wb_surface *surface, const char *own, const char *other)
{
    return wb_program_compute(other != NULL ? other : own, wb_surface_constants(surface));
}

static bool create_programs(wb_surface *s)
{
    const wb_surface_desc *desc = &s->desc;
    const struct {
        GLuint *kernel;
        const char *own, *other;
    } all[] = {
        {&s->occupied_kernel, "surface/occupied.comp", desc->occupied_kernel},
        {&s->blocks_kernel, "surface/blocks.comp", NULL},
        {&s->list_kernel, "surface/list.comp", NULL},
        {&s->cells_kernel, "surface/cells.comp", desc->cells_kernel},
        {&s->corners_kernel, "surface/corners.comp", NULL},
        {&s->colour_kernel, "surface/colour.comp", desc->colour_kernel},
        {&s->classify_kernel, "surface/classify.comp", NULL},
        {&s->vertices_kernel, "surface/vertices.comp", desc->vertices_kernel},
        {&s->triangles_kernel, "surface/triangles.comp", NULL},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if ((*all[i].kernel = program(s, all[i].own, all[i].other)) == 0) return false;
    return true;
}

// A lesson that has a grid or a scan besides has buffers of the same names.
static void rename_buffers(wb_surface *s)
{
    const struct {
        wb_buffer *buffer;
        const char *name;
    } all[] = {
        {&s->grid.starts, "surface_starts"},
        {&s->grid.ids, "surface_ids"},
        {&s->grid.positions, "surface_particles"},
        {&s->grid.counts, "surface_counts"},
        {&s->grid.places, "surface_cell_places"},
        {&s->grid.unordered, "surface_unordered"},
        {&s->grid.runs, "surface_runs"},
        {&s->grid.velocities, "surface_velocities"},
        {&s->scan.look_back, "surface_look_back"},
        {&s->grid.scan.look_back, "surface_grid_look_back"},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        all[i].buffer->name = all[i].name;
        glObjectLabel(GL_BUFFER, all[i].buffer->id, -1, all[i].name);
    }
}

bool wb_surface_create(wb_surface *surface, const wb_surface_desc *desc)
{
    *surface = (wb_surface){.desc = *desc};
    if (desc->radius == 0.0f) surface->desc.radius = 2.0f;
    if (desc->iso == 0.0f) surface->desc.iso = 0.45f;
    surface->iso = surface->desc.iso;
    bool good = check_desc(&surface->desc) && size_up(surface) && create_block_buffers(surface) &&
                create_mesh_buffers(surface) && create_commands(surface) && create_table(surface) &&
                create_programs(surface) &&
                wb_scan_create(&surface->scan, 2 * surface->blocks + 1, WB_SCAN_SINGLE_PASS);
    if (good) rename_buffers(surface);
    return good;
}

void wb_surface_delete(wb_surface *s)
{
    wb_buffer *const buffers[] = {
        &s->positions,   &s->normals,     &s->indices, &s->commands,      &s->occupied,
        &s->flags,       &s->places,      &s->masks,   &s->corner_counts, &s->corner_starts,
        &s->mesh_counts, &s->mesh_starts, &s->list,    &s->corner_list,   &s->colours,
        &s->slopes,      &s->table};
    const GLuint kernels[] = {s->occupied_kernel, s->blocks_kernel,   s->list_kernel,
                              s->cells_kernel,    s->corners_kernel,  s->colour_kernel,
                              s->classify_kernel, s->vertices_kernel, s->triangles_kernel};
    for (size_t i = 0; i < sizeof buffers / sizeof buffers[0]; i++) wb_buffer_delete(buffers[i]);
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++) glDeleteProgram(kernels[i]);
    wb_scan_delete(&s->scan);
    wb_grid_delete(&s->grid);
    *s = (wb_surface){0};
}

/* ---- The build ---- */

static void bind(GLuint binding, const wb_buffer *buffer)
{
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, buffer->id);
}

void wb_surface_set_uniforms(const wb_surface *surface)
{
    wb_surface_numbers numbers = wb_surface_get_numbers(surface);
    wb_grid_set_uniforms(&surface->grid);
    glUniform1f(SURFACE_CELL_SIZE, surface->cell_size);
    glUniform1ui(SURFACE_ISO, numbers.iso);
    glUniform3f(SURFACE_CONTRIBUTION, numbers.inverse_square, numbers.colour_scale,
                numbers.slope_scale);
    glUniform3ui(SURFACE_ROOM, surface->most_corners, surface->most_vertices,
                 surface->most_triangles);
}

static void begin(const wb_surface *surface, const char *pass, GLuint kernel)
{
    wb_pass_begin(pass);
    glUseProgram(kernel);
    wb_surface_set_uniforms(surface);
}

void wb_surface_count(wb_surface *s, GLuint positions, uint32_t count)
{
    wb_grid_clear(&s->grid);
    wb_grid_count(&s->grid, positions, count);
    wb_grid_scan(&s->grid);
}

void wb_surface_sort(wb_surface *s, GLuint positions, uint32_t count)
{
    if (count == 0) { // nothing to sort, but the barrier that sorting has
        wb_pass_begin("grid order");
        glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT); // the next pass reads the list of corners
        wb_pass_end();
        return;
    }
    wb_grid_scatter(&s->grid, count);
    wb_grid_order(&s->grid, positions, 0, count);
}

void wb_surface_occupied(wb_surface *s)
{
    begin(s, "occupied", s->occupied_kernel);
    bind(SURFACE_STARTS, &s->grid.starts);
    bind(SURFACE_OCCUPIED, &s->occupied);
    glDispatchCompute(wb_groups_for(2 * (int64_t)s->blocks, GROUP), 1, 1);
    // The next pass reads the masks of all blocks around.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

void wb_surface_blocks(wb_surface *s)
{
    begin(s, "blocks", s->blocks_kernel);
    bind(SURFACE_OCCUPIED, &s->occupied);
    bind(SURFACE_FLAGS, &s->flags);
    glDispatchCompute(wb_groups_for(s->blocks, GROUP), 1, 1);
    // The scan reads the flags, and so does the list.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

void wb_surface_list(wb_surface *s)
{
    wb_scan_exclusive(&s->scan, s->flags.id, s->places.id, s->blocks);
    begin(s, "list", s->list_kernel);
    bind(SURFACE_FLAGS, &s->flags);
    bind(SURFACE_PLACES, &s->places);
    bind(SURFACE_LIST, &s->list);
    bind(SURFACE_MASKS, &s->masks);
    bind(SURFACE_CORNER_COUNTS, &s->corner_counts);
    bind(SURFACE_MESH_COUNTS, &s->mesh_counts);
    bind(SURFACE_COMMANDS, &s->commands);
    glDispatchCompute(wb_groups_for(s->blocks, GROUP), 1, 1);
    // The next passes read the list, and have as many work groups as the commands say.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_COMMAND_BARRIER_BIT);
    wb_pass_end();
}

// A work group for each listed block.
static void for_listed_blocks(const wb_surface *s)
{
    glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, s->commands.id);
    glDispatchComputeIndirect(WB_SURFACE_BLOCK_COMMAND);
}

void wb_surface_cells(wb_surface *s)
{
    begin(s, "cells", s->cells_kernel);
    bind(SURFACE_OCCUPIED, &s->occupied);
    bind(SURFACE_LIST, &s->list);
    bind(SURFACE_MASKS, &s->masks);
    bind(SURFACE_CORNER_COUNTS, &s->corner_counts);
    bind(SURFACE_COMMANDS, &s->commands);
    for_listed_blocks(s);
    // The scan reads the counts, the pass after it the masks.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

void wb_surface_corners(wb_surface *s)
{
    wb_scan_exclusive(&s->scan, s->corner_counts.id, s->corner_starts.id, s->blocks);
    begin(s, "corners", s->corners_kernel);
    bind(SURFACE_MASKS, &s->masks);
    bind(SURFACE_CORNER_STARTS, &s->corner_starts);
    bind(SURFACE_CORNER_LIST, &s->corner_list);
    bind(SURFACE_COMMANDS, &s->commands);
    glDispatchCompute(wb_groups_for(2 * (int64_t)s->blocks, GROUP), 1, 1);
    // The colour's pass has as many work groups as the command says. It reads the list, too; but
    // sorting comes first, and has barriers for that.
    glMemoryBarrier(GL_COMMAND_BARRIER_BIT);
    wb_pass_end();
}

void wb_surface_colour(wb_surface *s)
{
    begin(s, "colour", s->colour_kernel);
    bind(SURFACE_STARTS, &s->grid.starts);
    bind(SURFACE_SORTED_POSITIONS, &s->grid.positions);
    bind(SURFACE_CORNER_LIST, &s->corner_list);
    bind(SURFACE_COLOURS, &s->colours);
    bind(SURFACE_SLOPES, &s->slopes);
    bind(SURFACE_COMMANDS, &s->commands);
    glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, s->commands.id);
    glDispatchComputeIndirect(WB_SURFACE_CORNER_COMMAND);
    // The next pass reads the colours, the one that makes vertices the slopes.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

void wb_surface_classify(wb_surface *s)
{
    begin(s, "classify", s->classify_kernel);
    bind(SURFACE_LIST, &s->list);
    bind(SURFACE_MASKS, &s->masks);
    bind(SURFACE_CORNER_STARTS, &s->corner_starts);
    bind(SURFACE_COLOURS, &s->colours);
    bind(SURFACE_MESH_COUNTS, &s->mesh_counts);
    bind(SURFACE_TABLE, &s->table);
    bind(SURFACE_COMMANDS, &s->commands);
    for_listed_blocks(s);
    // The scan reads the counts, the passes after it the masks.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

void wb_surface_vertices(wb_surface *s)
{
    wb_scan_exclusive(&s->scan, s->mesh_counts.id, s->mesh_starts.id, 2 * s->blocks + 1);
    begin(s, "vertices", s->vertices_kernel);
    bind(SURFACE_LIST, &s->list);
    bind(SURFACE_MASKS, &s->masks);
    bind(SURFACE_CORNER_STARTS, &s->corner_starts);
    bind(SURFACE_SLOPES, &s->slopes);
    bind(SURFACE_MESH_STARTS, &s->mesh_starts);
    bind(SURFACE_POSITIONS, &s->positions);
    bind(SURFACE_NORMALS, &s->normals);
    bind(SURFACE_COMMANDS, &s->commands);
    for_listed_blocks(s);
    // The picture's vertex shader reads the vertices from storage blocks, and the next build
    // overwrites them.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

void wb_surface_triangles(wb_surface *s)
{
    begin(s, "triangles", s->triangles_kernel);
    bind(SURFACE_LIST, &s->list);
    bind(SURFACE_MASKS, &s->masks);
    bind(SURFACE_MESH_STARTS, &s->mesh_starts);
    bind(SURFACE_TABLE, &s->table);
    bind(SURFACE_INDICES, &s->indices);
    bind(SURFACE_COMMANDS, &s->commands);
    for_listed_blocks(s);
    // No barrier: who draws or reads back has one, and the next build has several before it
    // overwrites anything of this.
    wb_pass_end();
}

bool wb_surface_build(wb_surface *surface, GLuint positions, uint32_t count)
{
    if (count > surface->desc.most) {
        wb_error("a surface of %u particles cannot be made of %u", surface->desc.most, count);
        return false;
    }
    wb_surface_count(surface, positions, count);
    wb_surface_occupied(surface);
    wb_surface_blocks(surface);
    wb_surface_list(surface);
    wb_surface_cells(surface);
    wb_surface_corners(surface);
    wb_surface_sort(surface, positions, count);
    wb_surface_colour(surface);
    wb_surface_classify(surface);
    wb_surface_vertices(surface);
    wb_surface_triangles(surface);
    return true;
}

/* ---- What came of it ---- */

bool wb_surface_read(const wb_surface *surface, wb_surface_commands *commands)
{
    return wb_buffer_read(&surface->commands, commands);
}

bool wb_surface_fits(const wb_surface *surface)
{
    wb_surface_commands made;
    if (!wb_surface_read(surface, &made)) return false;
    if (made.lacking == 0) return true;
    if (made.corners > surface->most_corners)
        wb_error("the surface has %u corners of candidates, and there is room for %u", made.corners,
                 surface->most_corners);
    else
        wb_error("the surface has %u vertices and %u triangles, and there is room for %u and %u",
                 made.vertices, made.triangles, surface->most_vertices, surface->most_triangles);
    return false;
}
