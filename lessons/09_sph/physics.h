/* The water's numbers, as C and GLSL both see them, and what follows from the few that a person
 * chooses: mass, stiffness, the time step that the CFL condition allows. SI units throughout. */
#ifndef SPH_PHYSICS_H
#define SPH_PHYSICS_H

#include <stddef.h>
#include <stdint.h>

enum { OBSTACLE_NONE, OBSTACLE_BOX, OBSTACLE_SPHERE };

/* The uniform block of shaders/09_sph/physics.glsl, in std140 layout. */
typedef struct physics {
    float box[3];      // the box reaches from 0 to here, m
    float margin;      // a particle's centre comes no closer to a wall, m: half the spacing
    float obstacle[3]; // its centre, m
    int32_t obstacle_kind;
    float half_size[3]; // of the box that is an obstacle, m
    float radius;       // of the sphere, m
    float reach;        // h, the kernels' radius, m
    float mass;         // of a particle, kg
    float rest_density; // kg/m3
    float stiffness;    // k, Pa
    float viscosity;    // mu, Pa s
    float sound_speed;  // c, m/s
    float artificial;   // alpha, no unit
    float gravity;      // m/s2
    float time_step;    // s
    float restitution;  // of a wall, no unit
    float poly6;        // 315 / (64 pi h^9), 1/m^9
    float spiky;        // 45 / (pi h^6), 1/m^6: of the spiky gradient and the viscosity Laplacian
    int32_t count;      // of particles
    float tension;      // kappa, m3/s2: only the exercise knows it
    float padding[2];
} physics;

_Static_assert(offsetof(physics, obstacle) == 16, "std140");
_Static_assert(offsetof(physics, half_size) == 32, "std140");
_Static_assert(offsetof(physics, reach) == 48, "std140");
_Static_assert(offsetof(physics, count) == 96, "std140");
_Static_assert(sizeof(physics) == 112, "std140");

/* Fills in what follows from the rest: reach (REACH_PER_SPACING spacings), mass (rho0 s^3),
 * stiffness (rho0 c^2), margin and the kernels' factors. Box, rest density, sound speed, viscosity,
 * gravity and the like are the caller's. */
void physics_derive(physics *p, double spacing);
#define REACH_PER_SPACING (8.0 / 3.0) // 0.4 m at 0.15 m: about 80 neighbours

/* The largest stable time step in seconds, the smaller of two. Sound, with the fastest fall in the
 * box on top, may come COURANT reaches far (Monaghan 1989). And velocities may not overshoot when
 * viscosity evens them out: particle and neighbours exchange momentum at a rate of up to
 * 30 mu / (rho h^2), and 2 over that rate is the limit; DIFFUSION stays below. */
double physics_cfl_step(const physics *p);
#define COURANT 0.4
#define DIFFUSION 0.05

/* k (rho / rho0 - 1), and never below 0: water does not pull. In Pa. */
double physics_pressure(const physics *p, double density);

#endif
