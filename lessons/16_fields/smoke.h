/* Smoke: warm air that rises in a box of width x height x depth cells, around a ball.
 *
 * y points up. Cell (x, y, z) fills the unit cube between (x, y, z) and (x + 1, y + 1, z + 1): all
 * lengths are in cells, all times in steps. Walls on four sides and the floor are closed; the
 * ceiling is open, and above it the pressure is 0.
 *
 * The velocity is staggered (a MAC grid): each texture has one component, in the middle of the
 * faces that it crosses. So the divergence of a cell is the sum over its own six faces, pressure
 * can make it 0 to the last digit that the solver reaches, and a closed face is a face with 0. With
 * all three in the middle of the cells, a chess board of pressures would push nothing.
 *
 * A picture may read, after the step and behind GL_TEXTURE_FETCH_BARRIER_BIT, through its sampler
 * (linear, clamped to the edge) or by texelFetch():
 *
 *   lesson.smoke.smoke       density, 0 to about 1        GL_R32F, width x height x depth, in the
 *                                                         middle of cells
 *   lesson.smoke.heat        temperature over that of     the same
 *                            the surroundings, 0 to 1
 *   lesson.smoke.velocity[0] x, in cells a step           GL_R32F, (width + 1) x height x depth;
 *                                                         texel (x, y, z) is the face between cells
 *                                                         x - 1 and x: place (x, y + .5, z + .5)
 *   lesson.smoke.velocity[1] y                            width x (height + 1) x depth
 *   lesson.smoke.velocity[2] z                            width x height x (depth + 1)
 *   lesson.smoke.size        width, height, depth
 *   lesson.smoke.ball        the obstacle: x, y, z of its middle and its radius, in cells; a cell
 *                            is solid if its middle is inside; no ball: radius 0
 *
 * smoke_draw() in smoke_picture.c is the picture. */
#ifndef FIELDS_SMOKE_H
#define FIELDS_SMOKE_H

#include "16_fields/smoke/slots.h"
#include "gl/texture.h"
#include "lesson/lesson.h"

typedef enum smoke_solver { JACOBI, RED_BLACK, MULTIGRID } smoke_solver;

/* How often a step sweeps, or cycles, if the parameter does not say; how far beyond the solution
 * the sweeps of a cycle go, and those of its smallest level. */
enum { JACOBI_SWEEPS = 40, RED_BLACK_SWEEPS = 20, CYCLES = 2, SMOKE_MOST_LEVELS = 14 };
#define CYCLE_OMEGA 1.15f
#define BOTTOM_OMEGA 1.7f

/* A level of the multigrid solver; level 0 is the box itself, and has none of this. */
typedef struct smoke_level {
    int size[3];
    wb_buffer stencils;        // 8 floats a cell: its equation, see stencils.glsl
    wb_buffer right, pressure; // a float a cell
    char names[3][16];
} smoke_level;

typedef struct smoke_state {
    int depth;                       // parameter; 0: as wide
    int sweeps;                      // parameter: of the pressure solver, a step; 0: as suits
    float omega;                     // parameter: how far beyond the solution red_black goes
    float buoyancy, source, flicker; // parameters
    float fade, obstacle, swirl;     // parameters
    float thickness, lamp, flame;    // parameters of the picture
    int size[3];                     // cells: width, height, depth
    float ball[4];                   // the obstacle: its middle, and its radius
    float origin[4];                 // where smoke comes from: the same
    wb_buffer smoke, smoke_next;     // textures of width x height x depth
    wb_buffer heat, heat_next;       // the same
    wb_buffer velocity[3], velocity_next[3]; // textures, one longer along their own axis
    wb_buffer smoke_mended, heat_mended, velocity_mended[3]; // of maccormack
    wb_buffer turning, curl, push; // textures: how fast each cell turns, around what, and its push
    wb_buffer openings;            // uint a cell: its open faces, see slots.h
    wb_buffer divergence;          // float a cell
    wb_buffer pressure, pressure_next;     // float a cell
    smoke_level levels[SMOKE_MOST_LEVELS]; // of multigrid
    int level_count;
    GLuint relax[2], restriction[2], prolongation[2], bottom; // of the finest level, of the others
    GLuint mend_smoke, mend_velocity, find_curl, find_push;
    GLuint move_smoke, move_velocity, forces, diverge, solve, project; // programs
} smoke_state;

/* wb_part's functions. */
bool smoke_init(void);
void smoke_draw(const wb_view *view);
void smoke_quit(void);
wb_cost smoke_cost(void);
wb_answer smoke_expect(const char *buffer, int64_t steps, void *expected);
wb_result smoke_verify(void);
void smoke_status(char *text, size_t size);

/* Makes what the picture needs: programs, and the named textures "light" and "blocks", which
 * smoke_draw() fills. False, with a message, if it cannot; smoke_picture_delete() in any case. */
bool smoke_picture_create(void);
void smoke_picture_delete(void);

/* Whether a picture has been drawn of the smoke as it is: its passes have had all barriers. */
bool smoke_is_drawn(void);

/* The variants' step functions. */
void step_jacobi(void);
void step_red_black(void);
void step_smoke_tiles(void);
void step_multigrid(void);
void step_maccormack(void);
void step_over_itself(void);
void step_in_place(void);

size_t smoke_cells(void);

/* Makes the levels below the box from its openings; false, with a message, on failure. */
bool smoke_create_levels(const uint32_t *openings);
void smoke_delete_levels(void);

/* The parameter `sweeps`, or as many as suit the variant. */
int smoke_sweeps(void);

/* Solves on the CPU as the variant does on the GPU, from the pressure that stands there; false if
 * there is no memory. */
bool smoke_solve(const uint32_t *openings, const float *divergence, float *pressure);

/* How much further a texture of velocities reaches: sizes of component `axis`. */
void smoke_face_sizes(int axis, int sizes[3]);

#endif
