#include "mesh.h"
#include "state.h"

#include "14_galaxy/slots.h"

#include <math.h>
#include <stdlib.h>

/* ---- On the GPU ---- */

static bool create_programs(void)
{
    const wb_define *along =
        WB_DEFINES({"LENGTH", lesson.fft.length}, {"GROUP", lesson.fft.along_group});
    const wb_define *across =
        WB_DEFINES({"LENGTH", lesson.fft.length}, {"GROUP", lesson.fft.across_group});
    const wb_define *constants =
        WB_DEFINES({"GROUP", GROUP}, {"BITS", lesson.bits}, {"NEAREST", traits()->nearest},
                   {"KEPLER", traits()->kepler});
    lesson.deposit = wb_program_compute("14_galaxy/deposit.comp", constants);
    lesson.masses_x = wb_program_compute("14_galaxy/masses.comp", along);
    lesson.convolve = wb_program_compute("14_galaxy/convolve.comp", across);
    lesson.potential_x = wb_program_compute("14_galaxy/potential.comp", along);
    lesson.gradient = wb_program_compute("14_galaxy/gradient.comp", constants);
    lesson.start = wb_program_compute("14_galaxy/start.comp", constants);
    return lesson.start != 0 && lesson.deposit != 0 && lesson.masses_x != 0 &&
           lesson.convolve != 0 && lesson.potential_x != 0 && lesson.gradient != 0;
}

// [green]
// The potential of one unit of mass in node (0, 0, 0), for G = 1 and cells as the unit of length,
// and its transform. In the padded mesh the nodes before it stand at the other end, -1 at length -
// 1; so it is even along each axis. An even line's transform is even, too, without an imaginary
// part:
//     X[k] = x[0] + 2 sum over 0 < i < n/2 of x[i] cos(2 pi i k / n) + (-1)^k x[n/2]
// so an octant with n/2 + 1 nodes along each axis is enough.
typedef struct octant {
    int nodes;
    double *values, *cosines; // nodes^3; of 2 pi i / n, n = 2 (nodes - 1)
} octant;

static void transform_even_line(const octant *o, double *line, ptrdiff_t stride, double *copy)
{
    int last = o->nodes - 1, n = 2 * last;
    for (int i = 0; i <= last; i++) copy[i] = line[i * stride];
    for (int k = 0; k <= last; k++) {
        double sum = copy[0] + (k % 2 == 0 ? copy[last] : -copy[last]);
        for (int i = 1; i < last; i++) sum += 2.0 * copy[i] * o->cosines[i * k % n];
        line[k * stride] = sum;
    }
}

static void transform_octant(const octant *o, double *copy)
{
    ptrdiff_t n = o->nodes, strides[3] = {1, n, n * n};
    for (int axis = 0; axis < 3; axis++)
        for (ptrdiff_t a = 0; a < n; a++)
            for (ptrdiff_t b = 0; b < n; b++)
                transform_even_line(
                    o, o->values + a * strides[(axis + 1) % 3] + b * strides[(axis + 2) % 3],
                    strides[axis], copy);
}

static void fill_octant(octant *o)
{
    double softened = (double)lesson.softening, *value = o->values;
    for (int z = 0; z < o->nodes; z++)
        for (int y = 0; y < o->nodes; y++)
            for (int x = 0; x < o->nodes; x++)
                *value++ = -1.0 / sqrt(x * x + y * y + z * z + softened * softened);
    for (int i = 0; i < 2 * (o->nodes - 1); i++)
        o->cosines[i] = cos(3.14159265358979323846 * i / (o->nodes - 1));
}
// [/green]

static void unfold(const octant *o, float *green)
{
    int n = padded_length();
    for (int z = 0; z < n; z++)
        for (int y = 0; y < n; y++)
            for (int x = 0; x < n; x++) {
                ptrdiff_t a = x <= n / 2 ? x : n - x, b = y <= n / 2 ? y : n - y;
                ptrdiff_t c = z <= n / 2 ? z : n - z;
                *green++ = (float)o->values[(c * o->nodes + b) * o->nodes + a];
            }
}

bool mesh_make_green(void)
{
    octant o = {.nodes = padded_length() / 2 + 1};
    size_t nodes = (size_t)o.nodes, count = nodes * nodes * nodes;
    o.values = malloc(count * sizeof *o.values);
    o.cosines = malloc(3 * nodes * sizeof *o.cosines); // and room for a line behind them
    float *green = malloc((size_t)lesson.green.size_bytes);
    bool good = o.values != NULL && o.cosines != NULL && green != NULL;
    if (good) {
        fill_octant(&o);
        transform_octant(&o, o.cosines + 2 * nodes);
        unfold(&o, green);
        glBindBuffer(GL_COPY_WRITE_BUFFER, lesson.green.id);
        glBufferSubData(GL_COPY_WRITE_BUFFER, 0, lesson.green.size_bytes, green);
    } else {
        wb_error("there is no memory for a mesh of %d nodes along each axis", lesson.grid);
    }
    free(o.values);
    free(o.cosines);
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
    GLuint *programs[] = {&lesson.deposit,     &lesson.masses_x, &lesson.convolve,
                          &lesson.potential_x, &lesson.gradient, &lesson.start};
    for (int i = 0; i < 6; i++) {
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
