/* The water's numbers, as C and GLSL both see them, and what follows from the few that a person
 * chooses: mass, stiffness, the kernel's factors, the time step that is stable. SI units
 * throughout.
 *
 * The discrete system, all of it. The energy of the water is
 *     E = sum over i of  m |v_i|^2 / 2  +  m g y_i  +  m e(rho_i),
 *     e(rho) = k / rho0 * max(rho / rho0 - 1, 0)^2 / 2,  k = rho0 c^2,
 *     rho_i = sum over j of m W(|x_i - x_j|) / open(x_i),
 * where W is Wendland's C2 (shaders/09_sph/kernel.glsl) and open() what walls leave of its
 * integral (walls.glsl). The force is the gradient of that, and nothing else:
 *     a_i = - sum over j of m (p_i + p_j) grad W  +  p_i rho_i grad open(x_i)  -  g,
 *     p_i = e'(rho_i) / open(x_i).
 * The two viscosities take energy from pairs (force.glsl); a wall that is touched swallows the
 * velocity towards it; steps are leapfrog steps (move.glsl). So the sum may only fall, but for what
 * a step of finite length makes of it. */
#ifndef SPH_PHYSICS_H
#define SPH_PHYSICS_H

#include <stddef.h>
#include <stdint.h>

enum { OBSTACLE_NONE, OBSTACLE_BOX, OBSTACLE_SPHERE };

/* The uniform block of shaders/09_sph/physics.glsl, in std140 layout. */
typedef struct physics {
    float box[3];      // the box reaches from 0 to here, m
    float margin;      // half the spacing, m
    float obstacle[3]; // its centre, m
    int32_t obstacle_kind;
    float half_size[3]; // of the box that is an obstacle, m
    float radius;       // of the sphere, m
    float reach;        // h, the kernel's radius, m
    float mass;         // of a particle, kg
    float rest_density; // kg/m3
    float stiffness;    // k, Pa
    float viscosity;    // mu, Pa s
    float sound_speed;  // c, m/s
    float artificial;   // alpha, no unit
    float gravity;      // m/s2
    float time_step;    // s
    float gap;          // a particle's centre comes no closer to a wall, m
    float kernel;       // 21 / (2 pi h^3), 1/m3
    float slope;        // 210 / (pi h^5), 1/m5
    int32_t count;      // of particles
    float tension;      // kappa, m3/s2: only the exercise knows it

    // Known on the CPU only: of the water as it was when it was last looked at.
    float fastest;     // m/s
    float compression; // the largest density in rest densities
} physics;

_Static_assert(offsetof(physics, obstacle) == 16, "std140");
_Static_assert(offsetof(physics, half_size) == 32, "std140");
_Static_assert(offsetof(physics, reach) == 48, "std140");
_Static_assert(offsetof(physics, count) == 96, "std140");
_Static_assert(sizeof(physics) == 112, "std140");

/* Fills in what follows from the rest: reach (REACH_PER_SPACING spacings), mass (rho0 s^3),
 * stiffness (rho0 c^2), margin, gap and the kernel's factors. Box, rest density, sound speed,
 * viscosity, gravity and the like are the caller's. */
void physics_derive(physics *p, double spacing);
#define REACH_PER_SPACING (8.0 / 3.0) // 0.4 m at 0.15 m: about 80 neighbours
#define GAP_PER_SPACING 0.25

/* The longest stable time step in seconds. Its inverse is the sum of two rates.
 *
 * Of sound, on top of the fastest particle: it may come COURANT reaches far in a step. Where water
 * is compressed by x, sound is faster than c: c^2 (1 + x) (1 + 3 x) is dP/drho.
 *
 * And of viscosity, which may not overshoot when it evens velocities out: a particle among many
 * exchanges momentum with them at a rate of 14/3 (10 mu / rho + alpha c h) / h^2, the sum over its
 * neighbours of what add_force() has. DAMPING, times that bracket, is somewhat more, for the worst
 * case of neighbours all on one line. */
double physics_cfl_step(const physics *p);
#define COURANT 0.6
#define DAMPING 6.0

/* e of the density above, in J/kg; and its derivative, P / rho^2, in J m3/kg2. */
double physics_elastic_energy(const physics *p, double density);
double physics_elastic_slope(const physics *p, double density);

#endif
