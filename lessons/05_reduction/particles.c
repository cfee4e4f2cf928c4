#include "particles.h"

#include "oracle.h"

#include <math.h>
#include <stdlib.h>

enum { GROUP = 128, GROUPS = 512 };               // of the first level; the second is one group
enum { PARTICLES = 0, PARTIALS = 1, RESULT = 2 }; // storage block bindings
enum { COUNT = 0 };                               // uniform location of both kernels

static GLuint group_count(const particles_part *part)
{
    int groups = (part->count + GROUP - 1) / GROUP;
    return (GLuint)(groups < GROUPS ? groups : GROUPS);
}

/* ---- The cloud ---- */

// About normal: mean 0, spread 1.
static float random_normal(wb_random *random)
{
    float sum = -6.0f;
    for (int i = 0; i < 12; i++) sum += wb_random_float(random);
    return sum;
}

// Two arms that wind up around a middle; the heavier particles further in.
static void place_particle(wb_random *random, float *particle)
{
    float along = wb_random_float(random);
    float radius = 2.2f * sqrtf(along);
    float turn = 2.2f * radius + (wb_random_u32(random) % 2 ? 3.14159265f : 0.0f);
    float spread = 0.16f + 0.10f * along;
    particle[0] = radius * cosf(turn) + spread * random_normal(random) + 0.35f;
    particle[1] = 0.8f * spread * random_normal(random) + 0.2f * radius * sinf(turn);
    particle[2] = radius * sinf(turn) + spread * random_normal(random);
    particle[3] = 0.2f + (1.0f - along) * wb_random_float(random);
}

static float *place_particles(size_t count, uint64_t seed)
{
    float *particles = malloc(count * 4 * sizeof *particles);
    wb_random random = wb_random_seed(seed);
    for (size_t i = 0; particles != NULL && i < count; i++)
        place_particle(&random, particles + 4 * i);
    if (particles == NULL) wb_error("there is no memory for %zu particles", count);
    return particles;
}

/* ---- Start and end ---- */

static bool take_shape_of_file(int *count)
{
    bool given;
    wb_array shape = {.type = WB_F32};
    if (!wb_load_shape("particles", &shape, &given)) return !given;
    if (shape.type == WB_F32 && shape.dimensions == 2 && shape.shape[1] == 4 &&
        shape.shape[0] > 0 && shape.shape[0] <= 1 << 26) {
        *count = (int)shape.shape[0];
        return true;
    }
    wb_error("--load particles: the file has to hold float32 of shape n x 4: x, y, z and mass, n "
             "from 1 to %d",
             1 << 26);
    return false;
}

bool particles_create(particles_part *part, int *count, uint64_t seed)
{
    if (!take_shape_of_file(count)) return false;
    part->count = *count;
    float *start = place_particles((size_t)*count, seed);
    bool good =
        start != NULL &&
        wb_buffer_create(&part->particles, &(wb_buffer_desc){.name = "particles",
                                                             .type = WB_F32,
                                                             .shape = {(size_t)*count, 4},
                                                             .data = start,
                                                             .state = true}) &&
        wb_buffer_create(&part->partials, &(wb_buffer_desc){.name = "partials",
                                                            .type = WB_F32,
                                                            .shape = {group_count(part), 12}}) &&
        wb_buffer_create(
            &part->extent,
            &(wb_buffer_desc){.name = "extent", .type = WB_F32, .shape = {3, 4}, .state = true});
    free(start);
    const wb_define *constants = WB_DEFINES({"GROUP", GROUP});
    if (good) part->first_level = wb_program_compute("05_reduction/particles.comp", constants);
    if (good)
        part->last_level = wb_program_compute("05_reduction/particles_finish.comp", constants);
    if (good)
        part->points =
            wb_program_draw("05_reduction/particles.vert", "05_reduction/particles.frag", NULL);
    glGenVertexArrays(1, &part->corners);
    return part->first_level != 0 && part->last_level != 0 && part->points != 0;
}

void particles_delete(particles_part *part)
{
    wb_buffer_delete(&part->particles);
    wb_buffer_delete(&part->partials);
    wb_buffer_delete(&part->extent);
    glDeleteProgram(part->first_level);
    glDeleteProgram(part->last_level);
    glDeleteProgram(part->points);
    glDeleteVertexArrays(1, &part->corners);
    *part = (particles_part){0};
}

/* ---- The two levels ---- */

void particles_step(particles_part *part)
{
    wb_pass_begin("particles level 1");
    glUseProgram(part->first_level);
    glUniform1ui(COUNT, (GLuint)part->count);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, PARTICLES, part->particles.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, PARTIALS, part->partials.id);
    glDispatchCompute(group_count(part), 1, 1);
    // The second level reads what the groups have found.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();

    wb_pass_begin("particles level 2");
    glUseProgram(part->last_level);
    glUniform1ui(COUNT, group_count(part));
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, RESULT, part->extent.id);
    glDispatchCompute(1, 1, 1);
    // The next frame overwrites `partials`, which this dispatch reads; the picture and the check
    // read `extent` by glGetBufferSubData.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
    wb_pass_end();
}

/* ---- The check ---- */

// How far a float32 result may be off, in units of its scale (see oracle_extent()). Each particle's
// share goes through one multiplication and as many additions as one invocation makes on both
// levels, and the rounds of two trees; each of these rounds by 2^-24 at most. Dividing by the mass,
// which is as much off, doubles it; the last 3 are for the division and for products of errors.
static double tolerance(const particles_part *part)
{
    int share = GROUP * (int)group_count(part);
    int steps = 1 + (part->count + share - 1) / share + 7 + (GROUPS + GROUP - 1) / GROUP + 7;
    return (2 * steps + 3) * 0x1p-24;
}

bool particles_verify(const particles_part *part)
{
    float got[3][4], low[4], high[4];
    double centre[4], scale[4];
    const float *particles = wb_start_state("particles");
    wb_buffer_read(&part->extent, got);
    oracle_extent(particles, (size_t)part->count, low, high, centre, scale);
    wb_array four = {.type = WB_F32, .dimensions = 1, .shape = {4}};
    four.data = got[0];
    bool good = wb_check_equal("smallest", &four, low);
    four.data = got[1];
    good = wb_check_equal("largest", &four, high) && good;
    for (int k = 0; k < 4; k++) {
        wb_array one = {.type = WB_F32, .data = &got[2][k]};
        good = wb_check_close(k < 3 ? "centre of mass" : "mass", &one, &centre[k],
                              tolerance(part) * scale[k], 0.0) &&
               good;
    }
    return good;
}

/* ---- The picture ---- */

enum { VIEW = 0, PROJECTION = 1, POINT_SIZE = 2 }; // uniform locations

static void draw_points(const particles_part *part, const wb_view *view)
{
    float size = 2.2f + 40.0f / sqrtf((float)part->count);
    glUseProgram(part->points);
    glUniformMatrix4fv(VIEW, 1, GL_FALSE, view->eye.view[0]);
    glUniformMatrix4fv(PROJECTION, 1, GL_FALSE, view->eye.projection[0]);
    glUniform2f(POINT_SIZE, size / (float)view->width, size / (float)view->height);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, PARTICLES, part->particles.id);
    glBindVertexArray(part->corners);
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE); // light adds up, in whatever order
    glDrawArrays(GL_TRIANGLES, 0, 6 * (part->count < 1 << 20 ? part->count : 1 << 20));
    glDisable(GL_BLEND);
}

// From the centre of mass to the sides of the box.
static void draw_centre(const wb_view *view, float extent[3][4])
{
    float lines[6][3];
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 3; k++) lines[i][k] = k == i / 2 ? extent[i % 2][k] : extent[2][k];
    wb_draw_lines(&view->eye, (const float(*)[3])lines, 6, (wb_colour){1.0f, 0.78f, 0.30f, 0.9f});
}

void particles_draw(const particles_part *part, const wb_view *view)
{
    float extent[3][4];
    wb_buffer_read(&part->extent, extent);
    draw_points(part, view);
    const wb_colour grey = {0.66f, 0.68f, 0.72f, 1.0f}, faint = {0.35f, 0.55f, 0.80f, 0.8f};
    wb_draw_text(40, 26, 28, (wb_colour){0.92f, 0.93f, 0.95f, 1}, "%d particles", part->count);
    if (!isfinite(extent[2][3]) || extent[2][3] < 0) return; // nothing has been written yet
    wb_draw_box(&view->eye, extent[0], extent[1], faint);
    draw_centre(view, extent);
    const char axes[] = "xyz";
    for (int k = 0; k < 3; k++)
        wb_draw_text(40, 78 + 26 * (float)k, 18, grey, "%c  from %.4f to %.4f, centre of mass %.4f",
                     axes[k], (double)extent[0][k], (double)extent[1][k], (double)extent[2][k]);
    wb_draw_text(40, 78 + 26 * 3, 18, grey, "mass  from %.4f to %.4f, in all %.2f",
                 (double)extent[0][3], (double)extent[1][3], (double)extent[2][3]);
}
