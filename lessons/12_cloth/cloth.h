/* The cloth's numbers, as C and GLSL both see them; and which links there are. SI units throughout.
 *
 * Particles lie in rows and columns, `spacing` apart at rest. A link keeps two of them at their
 * distance at rest: across and down (the threads), and along both diagonals (shear). The method is
 * XPBD with one sweep a substep (Macklin, Storey, Lu, Terdiman, Chentanez, Jeschke, Mueller: "Small
 * Steps in Physics Simulation", 2019):
 *     v += g dt,  q = x,  x += v dt
 *     of each link, in the order of its colours:  d = x_b - x_a,
 *         c = (|d| - L) / (|d| (w_a + w_b + alpha / dt^2)),  x_a += w_a c d,  x_b -= w_b c d
 *     |x - pin| <= distance at rest (tethers: Kim, Chentanez, Mueller 2012);  ball and floor
 *     v = (x - q) / dt (1 - damping dt); how it is computed: shaders/12_cloth/motion.glsl */
#ifndef CLOTH_CLOTH_H
#define CLOTH_CLOTH_H

#include "12_cloth/slots.h"

#include <stddef.h>
#include <stdint.h>

enum { PINS_COUNT = PINS_FOUR + 1 };
enum { UPRIGHT, FLAT };
enum { DIRECTIONS = 4, COLOURS = 2 * DIRECTIONS }; // colours: two for each direction, even and odd
enum { BEND_COLOURS = 4 };                         // and those of the task

/* The uniform block of shaders/12_cloth/cloth.glsl, in std140 layout. */
typedef struct cloth {
    int32_t columns, rows;   // of particles
    float spacing, diagonal; // lengths of links at rest, m
    float time_step;         // of a substep, s
    float per_step;          // 1 / time_step
    float softness;          // alpha / dt^2, 1/kg
    float keep;              // of the velocity, in a substep
    float fall;              // g dt, m/s
    float drag;              // of air, times dt, 1/m; 0: none
    float tear;              // a link breaks at this share of its length more; 0: never
    int32_t pins;            // PINS_NONE and so on, of shaders/12_cloth/slots.h
    int32_t tethers;         // for each particle: 0, 1, 2 or 4
    float time;              // at the start of the frame, s
    float wind;              // m/s
    uint32_t seed;           // of the wind
    float ball[4];           // where it is at the start of the frame, m; its radius, 0: none
    float ball_step[3];      // how far it moves in a substep, m
    float floor;             // its height, m
} cloth;

_Static_assert(offsetof(cloth, softness) == 24, "std140");
_Static_assert(offsetof(cloth, ball) == 64, "std140");
_Static_assert(sizeof(cloth) == 96, "std140");

#define CLOTH_SIDE_M 2.0     // of the longer side
#define CLOTH_DENSITY 0.2    // kg/m2: a light cotton
#define AIR_DRAG 3.0         // 1/m: half the density of air, 1.2 kg/m3, over that of the cloth
#define TOP_M 1.0            // height of the upper edge; a cloth that lies flat is at 0
#define FLOOR_M (-2.1f)      // all near 0, where a float32 has most digits after the point
#define FRAME_S (1.0 / 60.0) // the time that passes in a frame

/* A link: particles a and b, its direction (0 across, 1 down, 2 and 3 the diagonals), and the cell
 * that owns it, which is its upper left particle. As shaders/12_cloth/colour_list.comp has it. */
typedef struct cloth_link {
    uint32_t a, b, direction, cell;
} cloth_link;

/* Writes all links in the order of their colours, and where each colour begins; starts[COLOURS] is
 * how many there are. `links` may be NULL. */
void cloth_links(int columns, int rows, cloth_link *links, uint32_t starts[COLOURS + 1]);

/* Whether a particle is pinned, and where its t-th tether is tied. */
int cloth_is_pinned(int pins, int columns, int rows, int x, int y);
uint32_t cloth_pin(const cloth *c, int x, int y, int t);

#endif
