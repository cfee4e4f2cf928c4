#include "mesh.h"
#include "state.h"

#include <math.h>
#include <stdlib.h>

/* ---- On the GPU ---- */

static bool create_programs(void)
{
    const wb_define *constants = WB_DEFINES(
        {"GROUP", GROUP}, {"LENGTH", padded_length()}, {"TWIDDLES", WB_FFT_TWIDDLES},
        {"BITS", lesson.bits}, {"POSITIONS", POSITIONS}, {"NODES", NODES}, {"FIELD", FIELD},
        {"GREEN", GREEN}, {"MASSES", MASSES}, {"POTENTIAL", POTENTIAL});
    lesson.deposit = wb_program_compute("14_galaxy/deposit.comp", constants);
    lesson.masses_x = wb_program_compute("14_galaxy/masses.comp", constants);
    lesson.convolve = wb_program_compute("14_galaxy/convolve.comp", constants);
    lesson.potential_x = wb_program_compute("14_galaxy/potential.comp", constants);
    lesson.gradient = wb_program_compute("14_galaxy/gradient.comp", constants);
    return lesson.deposit != 0 && lesson.masses_x != 0 && lesson.convolve != 0 &&
           lesson.potential_x != 0 && lesson.gradient != 0;
}

// The potential of one unit of mass in node (0, 0, 0), for G = 1 and cells as the unit of length.
// In the padded mesh the other half of each axis are the nodes before it: -1 stands at length - 1.
static void fill_green(float (*values)[2])
{
    int n = padded_length();
    double softened = softening() / cell_size();
    for (int z = 0; z < n; z++)
        for (int y = 0; y < n; y++)
            for (int x = 0; x < n; x++, values++) {
                double a = x < n / 2 ? x : n - x, b = y < n / 2 ? y : n - y,
                       c = z < n / 2 ? z : n - z;
                (*values)[0] = (float)(-1.0 / sqrt(a * a + b * b + c * c + softened * softened));
                (*values)[1] = 0.0f;
            }
}

// It is even along each axis, so its transform has no imaginary part but for rounding.
static void keep_real_parts(const float (*values)[2], float *green, size_t count)
{
    for (size_t i = 0; i < count; i++) green[i] = values[i][0];
}

static void transform_green(void)
{
    uint32_t n = (uint32_t)padded_length();
    GLuint field = lesson.field.id;
    wb_fft_forward(&lesson.fft, "green x", field,
                   &(wb_fft_lines){.counts = {n, n}, .steps = {n, n * n}, .stride = 1});
    wb_fft_forward(&lesson.fft, "green y", field,
                   &(wb_fft_lines){.counts = {n, n}, .steps = {1, n * n}, .stride = n});
    wb_fft_forward(&lesson.fft, "green z", field,
                   &(wb_fft_lines){.counts = {n, n}, .steps = {1, n}, .stride = n * n});
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // for wb_buffer_read()
}

bool mesh_make_green(void)
{
    size_t count = (size_t)padded_length() * (size_t)padded_length() * (size_t)padded_length();
    float(*values)[2] = malloc(count * sizeof *values), *green = malloc(count * sizeof *green);
    bool good = values != NULL && green != NULL;
    if (good) {
        fill_green(values);
        glBindBuffer(GL_COPY_WRITE_BUFFER, lesson.field.id);
        glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT); // the upload overwrites what a step has read
        glBufferSubData(GL_COPY_WRITE_BUFFER, 0, lesson.field.size_bytes, values);
        transform_green();
        good = wb_buffer_read(&lesson.field, values);
        keep_real_parts((const float(*)[2])values, green, count);
        glBindBuffer(GL_COPY_WRITE_BUFFER, lesson.green.id);
        glBufferSubData(GL_COPY_WRITE_BUFFER, 0, lesson.green.size_bytes, green);
    } else {
        wb_error("there is no memory for a mesh of %d nodes along each axis", lesson.grid);
    }
    free(values);
    free(green);
    return good;
}

static bool create_buffer(wb_buffer *buffer, const char *name, wb_type type, size_t count,
                          size_t width)
{
    return wb_buffer_create(buffer,
                            &(wb_buffer_desc){.name = name, .type = type, .shape = {count, width}});
}

bool mesh_create(void)
{
    size_t padded = (size_t)padded_length() * (size_t)padded_length() * (size_t)padded_length();
    return create_buffer(&lesson.masses, "masses", WB_U32, node_count(), 0) &&
           create_buffer(&lesson.field, "field", WB_F32, padded, 2) &&
           create_buffer(&lesson.green, "green", WB_F32, padded, 0) &&
           create_buffer(&lesson.potential, "potential", WB_F32, node_count(), 0) &&
           create_buffer(&lesson.nodes, "nodes", WB_F32, node_count(), 4) &&
           wb_fft_create(&lesson.fft, padded_length()) && create_programs() && mesh_make_green();
}

void mesh_delete(void)
{
    wb_buffer_delete(&lesson.masses);
    wb_buffer_delete(&lesson.field);
    wb_buffer_delete(&lesson.green);
    wb_buffer_delete(&lesson.potential);
    wb_buffer_delete(&lesson.nodes);
    wb_fft_delete(&lesson.fft);
    GLuint *programs[] = {&lesson.deposit, &lesson.masses_x, &lesson.convolve, &lesson.potential_x,
                          &lesson.gradient};
    for (int i = 0; i < 5; i++) {
        glDeleteProgram(*programs[i]);
        *programs[i] = 0;
    }
}

/* ---- On the CPU ---- */

mesh_cloud mesh_cloud_of(const float place[3])
{
    mesh_cloud cloud = {.inside = true};
    float cells_per_kpc = (float)(1.0 / cell_size()), middle = 0.5f * (float)lesson.grid - 0.5f;
    float most = (float)(lesson.grid - 2);
    for (int k = 0; k < 3; k++) {
        float at = place[k] * cells_per_kpc + middle, low = floorf(at);
        if (!(low >= 1.0f && low < most)) cloud.inside = false;
        cloud.share[k] = at - low;
        cloud.low[k] = low >= 1.0f && low < most ? (int)low : 1;
    }
    return cloud;
}

int64_t mesh_node(const mesh_cloud *cloud, int corner)
{
    int x = cloud->low[0] + (corner & 1), y = cloud->low[1] + (corner >> 1 & 1);
    int z = cloud->low[2] + (corner >> 2);
    return ((int64_t)z * lesson.grid + y) * lesson.grid + x;
}

float mesh_share(const mesh_cloud *cloud, int corner)
{
    float x = corner & 1 ? cloud->share[0] : 1.0f - cloud->share[0];
    float y = corner >> 1 & 1 ? cloud->share[1] : 1.0f - cloud->share[1];
    float z = corner >> 2 ? cloud->share[2] : 1.0f - cloud->share[2];
    return x * y * z;
}

void mesh_pull(const float (*nodes)[4], const float place[3], double pull[4])
{
    mesh_cloud cloud = mesh_cloud_of(place);
    double square = 0.0;
    for (int k = 0; k < 3; k++) square += (double)place[k] * (double)place[k];
    for (int k = 0; k < 4; k++) {
        pull[k] = 0.0;
        for (int corner = 0; corner < 8 && cloud.inside; corner++)
            pull[k] +=
                (double)mesh_share(&cloud, corner) * (double)nodes[mesh_node(&cloud, corner)][k];
    }
    if (cloud.inside) return;
    for (int k = 0; k < 3; k++)
        pull[k] = -lesson.weight * (double)place[k] / (square * sqrt(square));
    pull[3] = -lesson.weight / sqrt(square);
}

void halo_pull(const float place[3], double pull[4])
{
    double square = HALO_CORE * HALO_CORE, strength = halo_speed() * halo_speed();
    for (int k = 0; k < 3; k++) square += (double)place[k] * (double)place[k];
    for (int k = 0; k < 3; k++) pull[k] = -strength * (double)place[k] / square;
    pull[3] = 0.5 * strength * log(square);
}

void hole_pull(const float place[3], double pull[4])
{
    double square = HOLE_CORE * HOLE_CORE;
    for (int k = 0; k < 3; k++) square += (double)place[k] * (double)place[k];
    for (int k = 0; k < 3; k++) pull[k] = -hole_gm() * (double)place[k] / (square * sqrt(square));
    pull[3] = -hole_gm() / sqrt(square);
}
