// The dispatches of a frame: what each pass reads and writes, and which barrier follows; then the
// versions, which put the passes together. Those of `scan` stand in common/compute/surface.c, in
// the same style.
#include "steps.h"
#include "state.h"
#include "water.h"

#include "15_surface/slots.h"

enum { GROUP = 128 };

static void bind_storage(GLuint binding, const wb_buffer *buffer)
{
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, buffer->id);
}

static void begin(const char *pass, GLuint kernel)
{
    wb_pass_begin(pass);
    glUseProgram(kernel);
    wb_surface_set_uniforms(&lesson.surface);
}

// An invocation for each cell that there is.
static GLuint cell_groups(void)
{
    return wb_groups_for(lesson.surface.grid.cells, GROUP);
}

static void for_listed_blocks(void)
{
    glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, lesson.surface.commands.id);
    glDispatchComputeIndirect(WB_SURFACE_BLOCK_COMMAND);
}

/* ---- The plain passes ---- */

// [clear]
static void clear(void)
{
    begin("clear", lesson.clear);
    bind_storage(BLOCK_COUNTS, &lesson.block_counts);
    bind_storage(MARKS, &lesson.marks);
    bind_storage(CELL_LIST, &lesson.cell_list);
    bind_storage(COMMANDS, &lesson.surface.commands);
    glDispatchCompute(cell_groups(), 1, 1);
    // No barrier: the scan that follows has one, before the counting from zero.
    wb_pass_end();
}
// [/clear]

static void occupy(void)
{
    begin("occupied", lesson.occupy);
    bind_storage(STARTS, &lesson.surface.grid.starts);
    bind_storage(BLOCK_COUNTS, &lesson.block_counts);
    const uint32_t *size = lesson.surface.grid.size;
    if (traits()->boxes)
        glDispatchCompute(wb_groups_for(size[0], BOX_X), wb_groups_for(size[1], BOX_Y),
                          wb_groups_for(size[2], BOX_Z));
    else
        glDispatchCompute(cell_groups(), 1, 1);
    // The next pass reads the counts.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

static void list_blocks(void)
{
    begin("blocks", lesson.blocks);
    bind_storage(BLOCK_COUNTS, &lesson.block_counts);
    bind_storage(LIST, &lesson.surface.list);
    bind_storage(COMMANDS, &lesson.surface.commands);
    glDispatchCompute(wb_groups_for(lesson.surface.blocks, GROUP), 1, 1);
    // The next pass reads the list, and has as many work groups as the command says.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_COMMAND_BARRIER_BIT);
    wb_pass_end();
}

static void list_cells(void)
{
    begin("cells", lesson.cell_kernel);
    bind_storage(STARTS, &lesson.surface.grid.starts);
    bind_storage(LIST, &lesson.surface.list);
    bind_storage(CELL_LIST, &lesson.cell_list);
    bind_storage(MARKS, &lesson.marks);
    bind_storage(COMMANDS, &lesson.surface.commands);
    for_listed_blocks();
    // The next pass reads the marks. Its barrier is for the soup's command as well.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

static void compact(void)
{
    begin("corners", lesson.compact);
    bind_storage(MARKS, &lesson.marks);
    bind_storage(CORNER_LIST, &lesson.surface.corner_list);
    bind_storage(COMMANDS, &lesson.surface.commands);
    glDispatchCompute(cell_groups(), 1, 1);
    // As after the corners of the building block: the command, and the list after sorting.
    glMemoryBarrier(GL_COMMAND_BARRIER_BIT);
    wb_pass_end();
}

static void make_soup(void)
{
    begin("triangles", lesson.soup);
    bind_storage(traits()->zero_inside ? SOUP_LIST : CELL_LIST,
                 traits()->zero_inside ? &lesson.surface.list : &lesson.cell_list);
    bind_storage(MARKS, &lesson.marks);
    bind_storage(SLOPES, &lesson.surface.slopes);
    bind_storage(TABLE, &lesson.surface.table);
    bind_storage(POSITIONS, &lesson.surface.positions);
    bind_storage(NORMALS, &lesson.surface.normals);
    bind_storage(INDICES, &lesson.surface.indices);
    bind_storage(COMMANDS, &lesson.surface.commands);
    if (traits()->zero_inside) {
        for_listed_blocks();
    } else {
        glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, lesson.cell_list.id);
        glDispatchComputeIndirect(0);
    }
    // No barrier: drawing and reading back have their own, and the next frame has several before it
    // overwrites anything of this.
    wb_pass_end();
}

/* ---- Other ways to the colour ---- */

static void colour_by_block(void)
{
    const wb_surface *s = &lesson.surface;
    begin("colour", lesson.colour_shared);
    bind_storage(STARTS, &s->grid.starts);
    bind_storage(SORTED_POSITIONS, &s->grid.positions);
    bind_storage(LIST, &s->list);
    bind_storage(BLOCK_MASKS, &s->masks);
    bind_storage(CORNER_STARTS, &s->corner_starts);
    bind_storage(COLOURS, &s->colours);
    bind_storage(SLOPES, &s->slopes);
    bind_storage(COMMANDS, &s->commands);
    for_listed_blocks();
    // The next pass reads the colours, the one that makes vertices the slopes.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

static void colour_by_particle(void)
{
    const wb_surface *s = &lesson.surface;
    begin("colour clear", lesson.splat_clear);
    bind_storage(COLOURS, &s->colours);
    bind_storage(SLOPES, &s->slopes);
    bind_storage(COMMANDS, &s->commands);
    glBindBuffer(GL_DISPATCH_INDIRECT_BUFFER, s->commands.id);
    glDispatchComputeIndirect(WB_SURFACE_CORNER_COMMAND);
    // The next pass adds to the zeros.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();

    if (lesson.chosen.particles == 0) return;
    begin("colour", lesson.splat);
    glUniform1ui(SPLAT_PARTICLES, (GLuint)lesson.chosen.particles);
    bind_storage(POSITIONS, &lesson.positions);
    bind_storage(BLOCK_MASKS, &s->masks);
    bind_storage(CORNER_STARTS, &s->corner_starts);
    bind_storage(COLOURS, &s->colours);
    bind_storage(SLOPES, &s->slopes);
    glDispatchCompute(wb_groups_for(lesson.chosen.particles, GROUP), 1, 1);
    // The next pass reads the colours, the one that makes vertices the slopes.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

/* ---- The versions ---- */

static uint32_t particles(void)
{
    return (uint32_t)lesson.chosen.particles;
}

static void move_particles(void)
{
    if (is_water() && lesson.moves) water_step();
}

// Noise comes from no particles; and particles may add to corners in any order.
static void sort_particles(void)
{
    bool sorts = !is_noise() && traits()->colour != BY_PARTICLE;
    wb_surface_sort(&lesson.surface, lesson.positions.id, sorts ? particles() : 0);
}

// [plain]
void step_plain(void)
{
    wb_surface *s = &lesson.surface;
    move_particles();
    wb_grid_clear(&s->grid);
    wb_grid_count(&s->grid, lesson.positions.id, particles());
    clear();
    wb_grid_scan(&s->grid);
    occupy();
    list_blocks();
    list_cells();
    compact();
    sort_particles();
    wb_surface_colour(s);
    make_soup();
    lesson.frame++;
}
// [/plain]

// [scan]
void step_scan(void)
{
    wb_surface *s = &lesson.surface;
    move_particles();
    wb_surface_count(s, lesson.positions.id, particles());
    wb_surface_occupied(s);
    wb_surface_blocks(s);
    wb_surface_list(s);
    wb_surface_cells(s);
    wb_surface_corners(s);
    sort_particles();
    if (is_noise() || traits()->colour == BY_CORNER)
        wb_surface_colour(s);
    else if (traits()->colour == BY_BLOCK)
        colour_by_block();
    else
        colour_by_particle();
    wb_surface_classify(s);
    wb_surface_vertices(s);
    wb_surface_triangles(s);
    lesson.frame++;
}
// [/scan]
