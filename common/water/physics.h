/* The water's numbers, as C and GLSL both see them, and what follows from the few that a person
 * chooses: mass, stiffness, the kernel's factors, the time step that is stable. SI units
 * throughout. (The room: step.h takes a step in time, on the GPU; scene.h has where the water
 * stands at first, history.h what is known of it while it runs, picture.h draws it.)
 *
 * The discrete system, all of it. The energy of the water is
 *     E = sum over i of  m |v_i|^2 / 2  +  m g y_i  +  m e(rho_i),
 *     e(rho) = k / rho0 * max(rho / rho0 - 1, 0)^2 / 2,  k = rho0 c^2,
 *     rho_i = sum over j of m W(|x_i - x_j|) / open(x_i),
 * where W is Wendland's C2 (shaders/water/physics.glsl) and open() what walls leave of its
 * integral (walls.glsl). The force is the gradient of that, and nothing else:
 *     a_i = - sum over j of m (p_i + p_j) grad W  +  p_i rho_i grad open(x_i)  -  g,
 *     p_i = e'(rho_i) / open(x_i).
 * The two viscosities take energy from pairs (force.glsl); a wall that is touched swallows the
 * velocity towards it; steps are leapfrog steps (walls.glsl). So the sum may only fall, but for
 * what a step of finite length makes of it. */
#ifndef WB_WATER_PHYSICS_H
#define WB_WATER_PHYSICS_H

#include <glad/gl.h>
#include <stddef.h>
#include <stdint.h>

/* The uniform block of shaders/water/physics.glsl, in std140 layout. */
typedef struct wb_water_numbers {
    float box[3];          // the box reaches from 0 to here, m
    float margin;          // half the spacing, m
    float obstacle[3];     // its centre, m
    int32_t obstacle_kind; // WATER_NO_OBSTACLE and so on, of shaders/water/slots.h
    float half_size[3];    // of the box that is an obstacle, m
    float radius;          // of the sphere, m
    float reach;           // h, the kernel's radius, m
    float mass;            // of a particle, kg
    float rest_density;    // kg/m3
    float stiffness;       // k, Pa
    float viscosity;       // mu, Pa s
    float sound_speed;     // c, m/s
    float artificial;      // alpha, no unit
    float gravity;         // m/s2
    float time_step;       // s
    float gap;             // a particle's centre comes no closer to a wall, m
    float kernel;          // 21 / (2 pi h^3), 1/m3
    float slope;           // 210 / (pi h^5), 1/m5
    int32_t count;         // of particles
    float tension;         // kappa, m3/s2: only the task knows it

    // Known on the CPU only: of the water as it was when it was last looked at.
    float fastest;     // m/s
    float compression; // the largest density in rest densities
} wb_water_numbers;

_Static_assert(offsetof(wb_water_numbers, obstacle) == 16, "std140");
_Static_assert(offsetof(wb_water_numbers, half_size) == 32, "std140");
_Static_assert(offsetof(wb_water_numbers, reach) == 48, "std140");
_Static_assert(offsetof(wb_water_numbers, count) == 96, "std140");
_Static_assert(sizeof(wb_water_numbers) == 112, "std140");

/* Fills in what follows from the rest: reach (WB_WATER_REACH spacings), mass (rho0 s^3), stiffness
 * (rho0 c^2), margin, gap and the kernel's factors. Box, rest density, sound speed, viscosity,
 * gravity and the like are the caller's. */
void wb_water_derive(wb_water_numbers *p, double spacing);
#define WB_WATER_REACH (8.0 / 3.0) // 0.4 m at 0.15 m: about 80 neighbours
#define WB_WATER_GAP 0.25          // in spacings, too

/* The uniform block: creates a buffer for it, labelled "physics", and fills it; the caller binds
 * it to WATER_NUMBERS, and deletes it. */
GLuint wb_water_block_create(void);
void wb_water_block_set(GLuint block, const wb_water_numbers *p);

/* The longest stable time step in seconds. Its inverse is the sum of two rates.
 *
 * Of sound, on top of the fastest particle: it may come COURANT reaches far in a step. Where water
 * is compressed by x, sound is faster than c: c^2 (1 + x) (1 + 3 x) is dP/drho.
 *
 * And of viscosity, which may not overshoot when it evens velocities out: a particle among many
 * exchanges momentum with them at a rate of 14/3 (10 mu / rho + alpha c h) / h^2, the sum over its
 * neighbours of what add_force() has. DAMPING, times that bracket, is somewhat more, for the worst
 * case of neighbours all on one line. */
double wb_water_cfl_step(const wb_water_numbers *p);

/* A frame is a sixtieth of a second, and a whole number of steps fills it. The longest stable step
 * that does so, in seconds; and how many steps of p->time_step do so (from 1 to 1e9). */
double wb_water_frame_step(const wb_water_numbers *p);
int wb_water_frame_steps(const wb_water_numbers *p);
#define WB_WATER_FRAME_S (1.0 / 60.0)

/* The derivative of e of the density above, P / rho^2, in J m3/kg2. */
double wb_water_elastic_slope(const wb_water_numbers *p, double density);

#endif
