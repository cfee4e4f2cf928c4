// The dispatches of a frame: what each pass reads and writes, and which barrier follows; then the
// versions, which put the passes together.
#include "steps.h"
#include "state.h"

#include "09_sph/slots.h"
#include "water/slots.h"

/* ---- What the passes share ---- */

// The physics, and the grid that the kernel in use searches.
static void bind_search(void)
{
    glBindBufferBase(GL_UNIFORM_BUFFER, WATER_NUMBERS, lesson.block);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_STARTS, lesson.grid.starts.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_IDS, lesson.grid.ids.id);
    wb_grid_set_uniforms(&lesson.grid);
}

// What the neighbours are read from: the state, or its copies in the order of the cells.
static void bind_particles(void)
{
    const wb_grid *grid = &lesson.grid;
    bool sorted = traits()->version >= SORTED;
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_POSITIONS,
                     sorted ? grid->positions.id : lesson.positions.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_VELOCITIES,
                     sorted ? grid->velocities.id : lesson.velocities.id);
}

/* ---- The passes ---- */

// Lesson 07's five: clear, count, scan, scatter, order. The packed versions need no velocities in
// the order of the cells: their density pass fetches each particle's, and packs it.
static void build_grid(void)
{
    bool packs = traits()->version >= ROWS;
    wb_grid_build(&lesson.grid, lesson.positions.id, packs ? 0 : lesson.velocities.id,
                  (uint32_t)lesson.p.count);
}

// The simulation in its plainest form: two passes, and no grid.
static void compute_plain_density(void)
{
    wb_pass_begin("density");
    glUseProgram(lesson.density);
    glBindBufferBase(GL_UNIFORM_BUFFER, WATER_NUMBERS, lesson.block);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_POSITIONS, lesson.positions.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, DENSITIES, lesson.densities.id);
    glDispatchCompute(particle_groups(), 1, 1);
    // The next pass reads the densities of neighbours.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

static void compute_plain_step(void)
{
    wb_pass_begin("force and step");
    glUseProgram(lesson.force);
    glBindBufferBase(GL_UNIFORM_BUFFER, WATER_NUMBERS, lesson.block);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_POSITIONS, lesson.positions.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_VELOCITIES, lesson.velocities.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, DENSITIES, lesson.densities.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NEXT_POSITIONS, lesson.next_positions.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, NEXT_VELOCITIES, lesson.next_velocities.id);
    glDispatchCompute(particle_groups(), 1, 1);
    // The next step, or the pass that measures, reads the new positions and velocities, and the
    // step after that overwrites those that this one has read.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_buffer_swap(&lesson.positions, &lesson.next_positions);
    wb_buffer_swap(&lesson.velocities, &lesson.next_velocities);
    wb_pass_end();
}

static void compute_density(void)
{
    wb_pass_begin("density");
    glUseProgram(lesson.density);
    bind_search();
    bind_particles();
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, DENSITIES, lesson.densities.id);
    glDispatchCompute(particle_groups(), 1, 1);
    // The next pass reads the densities of neighbours.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

static void compute_force(void)
{
    wb_pass_begin("force");
    glUseProgram(lesson.force);
    bind_search();
    bind_particles();
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, DENSITIES, lesson.densities.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, ACCELERATIONS, lesson.accelerations.id);
    glDispatchCompute(particle_groups(), 1, 1);
    // The next pass reads the accelerations, and overwrites positions that this one reads.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

static void integrate(void)
{
    wb_pass_begin("integrate");
    glUseProgram(lesson.integrate);
    glBindBufferBase(GL_UNIFORM_BUFFER, WATER_NUMBERS, lesson.block);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_IDS, lesson.grid.ids.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, DENSITIES, lesson.densities.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, ACCELERATIONS, lesson.accelerations.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_POSITIONS, lesson.positions.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_VELOCITIES, lesson.velocities.id);
    glDispatchCompute(particle_groups(), 1, 1);
    // The next step, or the pass that measures, reads positions and velocities.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

static void compute_density_packed(void)
{
    wb_pass_begin("density");
    glUseProgram(lesson.density);
    bind_search();
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_POSITIONS, lesson.grid.positions.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_VELOCITIES, lesson.velocities.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_BODIES, lesson.bodies.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_MOTIONS, lesson.motions.id);
    glDispatchCompute(particle_groups(), 1, 1);
    // The next pass reads what this one has packed.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

static void compute_force_and_integrate(void)
{
    wb_pass_begin("force and integrate");
    glUseProgram(lesson.force);
    bind_search();
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_BODIES, lesson.bodies.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_MOTIONS, lesson.motions.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_POSITIONS, lesson.positions.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, WATER_VELOCITIES, lesson.velocities.id);
    glDispatchCompute(particle_groups(), 1, 1);
    // The next step, or the pass that measures, reads positions and velocities.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

// At the end of a frame: energies and largest density, for the plot.
static void measure(void)
{
    wb_water_measure(&lesson.history, lesson.frame + 1, lesson.block, lesson.positions.id,
                     lesson.velocities.id);
}

static void begin_frame(void)
{
    wb_hand hand = wb_hand_now();
    update_physics();
    wb_water_take_hand(lesson.hand, &hand, &lesson.p, lesson.block, lesson.positions.id,
                       lesson.velocities.id);
}

static void end_frame(void)
{
    lesson.past[lesson.frame % WATER_FRAMES].time_step = lesson.p.time_step;
    lesson.past[lesson.frame % WATER_FRAMES].steps = substeps();
    lesson.frame++;
    lesson.time_s += substeps() * (double)lesson.p.time_step;
}

/* ---- The versions ---- */

void step_all_pairs(void)
{
    begin_frame();
    for (int i = 0; i < substeps(); i++) {
        compute_plain_density();
        compute_plain_step();
    }
    measure();
    end_frame();
}

void step_grid(void)
{
    begin_frame();
    for (int i = 0; i < substeps(); i++) {
        build_grid();
        compute_density();
        compute_force();
        integrate();
    }
    measure();
    end_frame();
}

void step_packed(void)
{
    begin_frame();
    for (int i = 0; i < substeps(); i++) {
        build_grid();
        compute_density_packed();
        compute_force_and_integrate();
    }
    measure();
    end_frame();
}

// The default, in common/water/step.c: the grid and the density pass, which notes the neighbours;
// and force and step.
void step_list(void)
{
    GLuint positions = lesson.positions.id, velocities = lesson.velocities.id;
    begin_frame();
    for (int i = 0; i < substeps(); i++) {
        wb_water_find(&lesson.water, positions, velocities);
        wb_water_push(&lesson.water, positions, velocities);
    }
    measure();
    end_frame();
}

/* ---- The broken variants ---- */

void step_no_clear(void)
{
    begin_frame();
    for (int i = 0; i < substeps(); i++) {
        uint32_t count = (uint32_t)lesson.p.count;
        if (lesson.frame == 0 && i == 0)
            wb_grid_clear(&lesson.grid); // BROKEN: belongs to every step
        wb_grid_count(&lesson.grid, lesson.positions.id, count);
        wb_grid_scan(&lesson.grid);
        wb_grid_scatter(&lesson.grid, count);
        wb_grid_order(&lesson.grid, lesson.positions.id, lesson.velocities.id, count);
        compute_density();
        compute_force();
        integrate();
    }
    measure();
    end_frame();
}

void step_one_pass(void)
{
    begin_frame();
    for (int i = 0; i < substeps(); i++) {
        build_grid();
        compute_force(); // BROKEN: the kernel sums up the densities as well
        integrate();
    }
    measure();
    end_frame();
}
