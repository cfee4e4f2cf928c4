// Particles that drift through a box, and how many are in each of its cells.
#include "atomics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS_A_SIDE = 1 }; // uniform location
enum { PLACES = MORE };    // storage block binding
enum { BRIGHTEST = 2 };    // for the picture

typedef struct particle {
    uint32_t x, y, velocity_x, velocity_y; // fractions of the box, in steps of 2^-32; a frame
} particle;
_Static_assert(sizeof(particle) == 16, "uvec4 in the kernels");

/* ---- Start ---- */

static uint32_t fraction(double x)
{
    return (uint32_t)(int64_t)floor(
        x * 4294967296.0); // the box is a torus: what is whole does not count
}

// Rings of particles around the middle, thrown outwards, each ring faster than the one before.
static particle start_particle(wb_random *random)
{
    double angle = 2.0 * M_PI * wb_random_float(random);
    int ring = (int)wb_random_below(random, 5);
    double out = 0.1 * atomics.spread * wb_random_float(random);
    double speed = (0.0008 + 0.0006 * ring) * atomics.spread *
                   (1.0 + 0.25 * sin(5.0 * angle + ring) + 0.04 * wb_random_float(random));
    return (particle){
        .x = fraction(0.5 + out * cos(angle)),
        .y = fraction(0.5 + out * sin(angle)),
        .velocity_x = fraction(speed * cos(angle)),
        .velocity_y = fraction(speed * sin(angle)),
    };
}

static bool init(void)
{
    size_t count = atomics.count > 0 ? (size_t)atomics.count : 1, cells = (size_t)atomics.cells;
    particle *start = calloc(count, sizeof *start);
    uint32_t *zeros = calloc(cells * cells, sizeof *zeros);
    wb_random random = wb_random_seed(wb_seed());
    for (int i = 0; start != NULL && i < atomics.count; i++) start[i] = start_particle(&random);
    bool good = start != NULL && zeros != NULL;
    if (!good) wb_error("there is no memory for %d particles", atomics.count);
    good = good &&
           wb_buffer_create(&atomics.particles, &(wb_buffer_desc){.name = "particles",
                                                                  .type = WB_U32,
                                                                  .shape = {count, 4},
                                                                  .data = start,
                                                                  .state = true}) &&
           wb_buffer_create(&atomics.counts, &(wb_buffer_desc){.name = "counts",
                                                               .type = WB_U32,
                                                               .shape = {cells, cells},
                                                               .data = zeros,
                                                               .state = true}) &&
           wb_buffer_create(&atomics.places,
                            &(wb_buffer_desc){.name = "places", .type = WB_U32, .shape = {count}});
    free(start);
    free(zeros);
    return good;
}

/* ---- The versions ---- */

static void move_and_count(void)
{
    extent groups = groups_for(atomics.count, 1);
    wb_pass_begin("move and count");
    glUseProgram(atomics.kernel);
    glUniform1ui(COUNT, (GLuint)atomics.count);
    glUniform1ui(CELLS_A_SIDE, (GLuint)atomics.cells);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, IN, atomics.particles.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OUT, atomics.counts.id);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, PLACES, atomics.places.id);
    glDispatchCompute(groups.x, groups.y, 1);
    // The picture reads the counts; the next frame moves the particles, and clears the counts.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
    wb_pass_end();
}

void step_cells(void)
{
    clear_words(&atomics.counts, 0, atomics.cells * atomics.cells);
    move_and_count();
}

void step_cells_no_reset(void)
{
    move_and_count(); // BROKEN: on top of what the frame before has counted
}

/* ---- The picture ---- */

static void draw(const wb_view *view)
{
    // White is a cell with six times its share of the particles.
    double share = (double)atomics.count / ((double)atomics.cells * atomics.cells);
    float brightest = (float)fmax(6.0 * share, 1.0);
    glProgramUniform1f(atomics.canvas, BRIGHTEST, brightest);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, OUT, atomics.counts.id);
    draw_grid(view, atomics.canvas, atomics.cells, atomics.cells, 520.0f, 40.0f, 720.0f, 720.0f);

    draw_heading(view, "Particles per cell", "");
    draw_note(view, 40.0f, 80.0f, 18.0f, FAINT, "%d particles drift through", atomics.count);
    draw_note(view, 40.0f, 104.0f, 18.0f, FAINT, "a box of %d x %d cells.", atomics.cells,
              atomics.cells);
    draw_note(view, 40.0f, 144.0f, 18.0f, FAINT, "In each frame, every particle adds one");
    draw_note(view, 40.0f, 168.0f, 18.0f, FAINT, "to the counter of its cell. What was in");
    draw_note(view, 40.0f, 192.0f, 18.0f, FAINT, "the counter before is its place there.");
    draw_panel(view, atomics.curves, 40.0f, 712.0f, 400, 20);
    draw_note(view, 40.0f, 738.0f, 15.0f, FAINT, "0");
    draw_note(view, 396.0f, 738.0f, 15.0f, FAINT, "%5.0f", (double)brightest);
    // The next frame clears the counts that the picture reads.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);
}

/* ---- The oracle ---- */

static uint32_t cell_of(const particle *p)
{
    uint32_t cells = (uint32_t)atomics.cells;
    return ((p->y >> 16) * cells >> 16) * cells + ((p->x >> 16) * cells >> 16);
}

static bool expect(const char *buffer, int64_t steps, void *expected)
{
    const particle *start = wb_start_state("particles");
    bool counts = strcmp(buffer, "counts") == 0;
    if (start == NULL || (!counts && strcmp(buffer, "particles") != 0)) return false;
    size_t bytes = (size_t)(counts ? atomics.counts : atomics.particles).size_bytes;
    memset(expected, 0, bytes);
    uint32_t time = (uint32_t)steps; // positions are kept modulo 2^32, and so is their way
    for (int i = 0; i < atomics.count; i++) {
        particle p = start[i];
        p.x += time * p.velocity_x;
        p.y += time * p.velocity_y;
        if (!counts)
            ((particle *)expected)[i] = p;
        else if (steps > 0)
            ((uint32_t *)expected)[cell_of(&p)]++;
    }
    return true;
}

// In each cell the places are 0, 1, 2 and so on, each of them once, whoever got which.
static bool compare_places(const particle *particles, const uint32_t *places, uint32_t *first,
                           uint8_t *taken)
{
    for (int i = 0; i < atomics.count; i++) first[cell_of(&particles[i]) + 1]++;
    for (int c = 0; c < atomics.cells * atomics.cells; c++) first[c + 1] += first[c];
    for (int i = 0; i < atomics.count; i++) {
        uint32_t cell = cell_of(&particles[i]), size = first[cell + 1] - first[cell];
        if (places[i] < size && !taken[first[cell] + places[i]]++) continue;
        wb_error("places[%d]: got %u, %s; the particle's cell has %u", i, places[i],
                 places[i] < size ? "which another particle has" : "which is too large", size);
        return false;
    }
    return true;
}

static bool verify(void)
{
    size_t cells = (size_t)atomics.cells * (size_t)atomics.cells;
    particle *particles = copy_of(&atomics.particles);
    uint32_t *places = copy_of(&atomics.places), *first = calloc(cells + 1, sizeof *first);
    uint8_t *taken = calloc((size_t)atomics.count + 1, 1);
    bool good = particles != NULL && places != NULL && first != NULL && taken != NULL &&
                compare_places(particles, places, first, taken);
    free(particles);
    free(places);
    free(first);
    free(taken);
    return good;
}

static wb_cost cost(void)
{
    double cells = (double)atomics.cells * atomics.cells;
    return (wb_cost){.read_bytes = 16.0 * atomics.count,
                     .written_bytes = (8.0 + 4.0) * atomics.count + 4.0 * cells,
                     .items = atomics.count,
                     .item = "particles"};
}

const lesson_part cells_part = {
    .name = "cells",
    .init = init,
    .canvas = "03_atomics/counts.frag",
    .curves = "03_atomics/heat_scale.frag",
    .draw = draw,
    .expect = expect,
    .verify = verify,
    .cost = cost,
};
