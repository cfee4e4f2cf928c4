// The mesh's dispatches: the mass of the stars goes to its nodes, two Fourier transforms make a
// potential of it, and its slope is what pulls. And the first velocities, which come from there.
#include "steps_mesh.h"
#include "scene.h"
#include "state.h"
#include "steps.h"

#include "14_galaxy/slots.h"

#include <math.h>

/* ---- What the passes share ---- */

GLuint star_groups(int group)
{
    return wb_groups_for(lesson.stars, group);
}

void bind_storage(GLuint binding, const wb_buffer *buffer)
{
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, buffer->id);
}

void set_cloud(void)
{
    glUniform1ui(STARS, (GLuint)lesson.stars);
    glUniform1i(GRID, lesson.grid);
    glUniform1f(CELLS_PER_KPC, (float)(1.0 / cell_size()));
}

/* ---- The passes ---- */

// [deposit]
void clear(const wb_buffer *buffer)
{
    GLuint words = (GLuint)(buffer->size_bytes / 4);
    wb_pass_begin("clear");
    glUseProgram(lesson.clear);
    glUniform1ui(WORDS, words);
    bind_storage(MASSES, buffer);
    glDispatchCompute(wb_groups_for(words, GROUP), 1, 1);
    // The next pass adds to what this one has set to 0.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

static void deposit(void)
{
    wb_pass_begin("deposit");
    glUseProgram(lesson.deposit);
    set_cloud();
    bind_storage(POSITIONS, &lesson.positions);
    bind_storage(MASSES, &lesson.masses);
    glDispatchCompute(star_groups(GROUP), 1, 1);
    // The transform along x reads the masses.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}
// [/deposit]

// [lines]
// How the lines along x, y and z lie in the field. A lean solver leaves out those that hold nothing
// but padding: the mass fills an eighth of the padded mesh, and no more of the potential
// is needed.
static uint32_t needed(void)
{
    return (uint32_t)(traits()->lean ? lesson.grid : padded_length());
}

static bool needs_half(void)
{
    return needed() < (uint32_t)padded_length();
}

static wb_fft_lines lines_x(void)
{
    uint32_t n = (uint32_t)padded_length();
    return (wb_fft_lines){.counts = {needed(), needed()}, .steps = {n, n * n}, .stride = 1};
}

static wb_fft_lines lines_y(void)
{
    uint32_t n = (uint32_t)padded_length();
    return (wb_fft_lines){.counts = {n, needed()}, .steps = {1, n * n}, .stride = n};
}

static wb_fft_lines lines_z(void)
{
    uint32_t n = (uint32_t)padded_length();
    return (wb_fft_lines){.counts = {n, n},
                          .steps = {1, n},
                          .stride = n * n,
                          .half_in = needs_half(),
                          .half_out = needs_half()};
}
// [/lines]

static void transform_masses(void)
{
    wb_fft_lines lines = lines_x();
    double scale = ldexp(1.0, -lesson.bits) / cell_size();
    scale /= (double)padded_length() *
             padded_length(); // of the ways back along z and x; the one along y has its own
    wb_pass_begin("fft x");
    glUseProgram(lesson.masses_x);
    glUniform1i(FIELD_GRID, lesson.grid);
    glUniform1f(UNIT, (float)scale);
    bind_storage(FIELD, &lesson.field);
    bind_storage(MASSES, &lesson.masses);
    wb_extent groups = wb_fft_set_lines(&lesson.fft, &lines);
    glDispatchCompute(groups.x, groups.y, 1);
    // The transform along y reads the field.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

static void convolve(void)
{
    wb_fft_lines lines = lines_z();
    wb_pass_begin("fft z, times green, back");
    glUseProgram(lesson.convolve);
    bind_storage(FIELD, &lesson.field);
    bind_storage(GREEN, &lesson.green);
    wb_extent groups = wb_fft_set_lines(&lesson.fft, &lines);
    glDispatchCompute(groups.x, groups.y, 1);
    // The way back along y reads the field.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

static void transform_to_potential(void)
{
    wb_fft_lines lines = lines_x();
    wb_pass_begin("fft x, back");
    glUseProgram(lesson.potential_x);
    glUniform1i(FIELD_GRID, lesson.grid);
    bind_storage(FIELD, &lesson.field);
    bind_storage(POTENTIAL, &lesson.potential);
    wb_extent groups = wb_fft_set_lines(&lesson.fft, &lines);
    glDispatchCompute(groups.x, groups.y, 1);
    // The gradient reads the potential; the next step's first transform overwrites the field.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

static void gradient(void)
{
    wb_pass_begin("gradient");
    glUseProgram(lesson.gradient);
    glUniform1i(FIELD_GRID, lesson.grid);
    glUniform1f(UNIT, (float)(1.0 / cell_size()));
    bind_storage(POTENTIAL, &lesson.potential);
    bind_storage(NODES, &lesson.nodes);
    glDispatchCompute(wb_groups_for(node_count(), GROUP), 1, 1);
    // The stars read the pull at their nodes.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

// [solve]
void solve_mesh(void)
{
    wb_fft_lines along_y = lines_y(), back_y = lines_y();
    along_y.half_in = back_y.half_out = needs_half();
    clear(&lesson.masses);
    deposit();
    transform_masses();
    wb_fft_forward(&lesson.fft, "fft y", lesson.field.id, &along_y);
    convolve();
    wb_fft_inverse(&lesson.fft, "fft y, back", lesson.field.id, &back_y);
    transform_to_potential();
    gradient();
}
// [/solve]

void set_mesh_pull(void)
{
    set_cloud();
    glUniform1f(GM, (float)star_gm());
    glUniform1f(WEIGHT, (float)lesson.weight);
    glUniform2f(HALO, (float)halo_speed(), (float)HALO_CORE);
    bind_storage(NODES, &lesson.nodes);
}

void start_stars(void)
{
    float galaxies[2][3][4];
    scene_galaxies(galaxies);
    solve_mesh();
    wb_pass_begin("start");
    glUseProgram(lesson.start);
    set_mesh_pull();
    glUniform4fv(GALAXIES, 6, &galaxies[0][0][0]);
    bind_storage(POSITIONS, &lesson.positions);
    bind_storage(VELOCITIES, &lesson.velocities);
    glDispatchCompute(star_groups(GROUP), 1, 1);
    // The choice of the colours reads the velocities with glGetBufferSubData, and so does a check.
    // The first step has barriers of its own before it reads them.
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    wb_pass_end();
}
