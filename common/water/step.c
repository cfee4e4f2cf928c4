#include "water/step.h"

#include "base/message.h"
#include "compute/groups.h"
#include "gl/pass.h"
#include "gl/program.h"
#include "hand/slots.h"
#include "water/slots.h"

#include <string.h>

enum { MANY = 200000 };                 // particles, which keep a GPU busy alone
static const float CELL_SLACK = 1.001f; // see compute/grid.h on rounding

/* ---- Work groups ---- */

int wb_water_lanes(int lanes, int count)
{
    if (lanes > 0) return lanes;
    return count < MANY ? 2 : 1;
}

int wb_water_teams(int group, int lanes)
{
    return group > lanes ? group / lanes : 1;
}

static bool fits_dispatch(const wb_water *water)
{
    GLint most = 0;
    glGetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_COUNT, 0, &most);
    if (water->groups <= (GLuint)most) return true;
    wb_error("%d particles need %u work groups; this driver dispatches at most %d", water->count,
             water->groups, most);
    return false;
}

/* ---- Buffers ---- */

static bool create_bodies(wb_water *water)
{
    wb_buffer_desc desc = {.type = WB_F32, .shape = {(size_t)water->count, 4}};
    desc.name = "bodies";
    bool good = wb_buffer_create(&water->bodies, &desc);
    desc.name = "motions";
    return good && wb_buffer_create(&water->motions, &desc);
}

// The ball touches at most 2 * division + 1 layers of cells along an axis, and as rows, which the
// lanes share, that number squared. One entry more ends the list.
static int list_entries(const wb_water_desc *desc)
{
    int layers = 2 * desc->division + 1;
    return (layers * layers + desc->lanes - 1) / desc->lanes + 1;
}

static bool create_lists(wb_water *water)
{
    const wb_water_desc *d = &water->desc;
    size_t places = (size_t)list_entries(d) * (size_t)d->lanes * (size_t)water->count;
    wb_buffer_desc desc = {.type = WB_U32, .shape = {places}};
    desc.name = "notes";
    bool good = wb_buffer_create(&water->notes, &desc);
    desc.name = "lasts";
    return good && wb_buffer_create(&water->lasts, &desc);
}

bool wb_water_grid_create(wb_grid *grid, const wb_water_numbers *p, int division, int x_division)
{
    wb_grid_desc desc = {.cell_size = CELL_SLACK * p->reach / (float)division,
                         .x_division = x_division,
                         .most = (uint32_t)p->count};
    for (int axis = 0; axis < 3; axis++) desc.high[axis] = p->box[axis];
    return wb_grid_create(grid, &desc);
}

/* ---- Start and end ---- */

static bool create_programs(wb_water *water)
{
    const wb_water_desc *d = &water->desc;
    const wb_define *constants =
        WB_DEFINES({"GRID_HASHED", 0}, {"TEAMS", wb_water_teams(d->group, d->lanes)},
                   {"LANES", d->lanes}, {"LIST_ENTRIES", list_entries(d)});
    water->density = wb_program_compute("water/density_list.comp", constants);
    water->force = wb_program_compute("water/force_list.comp", constants);
    return water->density != 0 && water->force != 0;
}

bool wb_water_create(wb_water *water, const wb_water_desc *desc)
{
    wb_water_desc *d = &water->desc;
    *d = *desc;
    water->count = d->numbers->count;
    if (d->group == 0) d->group = 256;
    if (d->division == 0) d->division = 2;
    d->lanes = wb_water_lanes(d->lanes, water->count);
    water->groups = wb_groups_for(water->count, wb_water_teams(d->group, d->lanes));
    return wb_water_grid_create(&water->grid, d->numbers, d->division, WB_WATER_X_DIVISION) &&
           fits_dispatch(water) && create_bodies(water) && create_lists(water) &&
           create_programs(water);
}

void wb_water_delete(wb_water *water)
{
    wb_grid_delete(&water->grid);
    wb_buffer_delete(&water->bodies);
    wb_buffer_delete(&water->motions);
    wb_buffer_delete(&water->notes);
    wb_buffer_delete(&water->lasts);
    glDeleteProgram(water->density);
    glDeleteProgram(water->force);
    memset(water, 0, sizeof *water);
}

/* ---- The passes ---- */

static void bind(const wb_water *water)
{
    glBindBufferBase(GL_UNIFORM_BUFFER, WATER_NUMBERS, water->desc.block);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_IDS, water->grid.ids.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_BODIES, water->bodies.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_MOTIONS, water->motions.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_NOTES, water->notes.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_LASTS, water->lasts.id);
}

// Lesson 07's five: clear, count, scan, scatter, order. No velocities in the order of the cells:
// the density pass fetches each particle's, and packs it.
void wb_water_find(wb_water *water, GLuint positions, GLuint velocities)
{
    wb_grid_build(&water->grid, positions, 0, (uint32_t)water->count);
    wb_pass_begin("density");
    glUseProgram(water->density);
    bind(water);
    wb_grid_set_uniforms(&water->grid);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_STARTS, water->grid.starts.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_POSITIONS, water->grid.positions.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_VELOCITIES, velocities);
    glDispatchCompute(water->groups, 1, 1);
    // The next pass reads what this one has packed, and its lists.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

// From the lists that the density pass has left: no grid is searched.
void wb_water_push_by(GLuint program, wb_water *water, GLuint positions, GLuint velocities)
{
    wb_pass_begin("force and integrate");
    glUseProgram(program);
    bind(water);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_POSITIONS, positions);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_VELOCITIES, velocities);
    glDispatchCompute(water->groups, 1, 1);
    // The next step, or the pass that measures, reads positions and velocities.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

void wb_water_push(wb_water *water, GLuint positions, GLuint velocities)
{
    wb_water_push_by(water->force, water, positions, velocities);
}

void wb_water_step(wb_water *water, GLuint positions, GLuint velocities)
{
    wb_water_find(water, positions, velocities);
    wb_water_push(water, positions, velocities);
}

// [hand]
void wb_water_take_hand(GLuint program, const wb_hand *hand, const wb_water_numbers *numbers,
                        GLuint block, GLuint positions, GLuint velocities)
{
    if (!hand->holds) return;
    wb_pass_begin("hand");
    glUseProgram(program);
    wb_hand_set_uniforms(hand);
    glBindBufferBase(GL_UNIFORM_BUFFER, WATER_NUMBERS, block);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_POSITIONS, positions);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_VELOCITIES, velocities);
    // The last frame's `measure` has read the velocities that this one overwrites.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    glDispatchCompute(wb_groups_for(numbers->count, HAND_GROUP), 1, 1);
    // No barrier: the grid's passes, or that of the densities, have theirs before velocities are
    // read.
    wb_pass_end();
}
// [/hand]
