/* The flock's numbers, as C and GLSL both see them; and how its oracle and its kernels understand
 * them. SI units throughout.
 *
 * The model. A boid sees the k others that are nearer than `radius`, on a torus: a cube from 0 to
 * `box` whose opposite faces are the same. With d the way to one of them (of all images the
 * nearest), v its velocity, and means over those k,
 *     a = separate * sum over |d| < separation of -d (1 / d^2 - 1 / separation^2)
 *       + align (mean v - own v) + cohere * mean d          both 0 if k is 0; of those d that
 *                                                           are shorter than `cohesion`
 *       + steady (cruise - |own v|) own v / |own v|         0 at rest
 *       + what the surroundings ask for (around.glsl),
 * no longer than `agility`. Then, in a step of h seconds,
 *     v += a h, made no slower than `slowest` and no faster than `fastest`; x += v h, wrapped.
 * d^2 counts as 1e-6 m2 at the least: two that meet push each other finitely. */
#ifndef BOIDS_FLOCK_H
#define BOIDS_FLOCK_H

#include <stddef.h>
#include <stdint.h>

/* The uniform block of shaders/11_boids/flock.glsl, in std140 layout. */
typedef struct flock {
    float obstacle[4];  // a ball: its centre, m; its radius, m; 0: there is none
    float target[4];    // where it is, m; how hard it pulls, m/s2
    float shark[4];     // where it is, m; from how far away boids flee it, m; 0: there is none
    float hawk[4];      // where it is, m: only the task knows it
    float box, per_box; // m, 1/m
    float radius;       // m: how far a boid sees
    float separation;   // m: nearer ones are pushed away
    float separate;     // m2/s2
    float align;        // 1/s
    float cohere;       // 1/s2
    float steady;       // 1/s
    float slowest;      // m/s
    float cruise;       // m/s
    float fastest;      // m/s
    float agility;      // m/s2
    float noise;        // m/s2, an axis, each way
    float time_step;    // s
    uint32_t count;     // of boids
    uint32_t key;       // of chance, from the seed and the frame
    float per_separation_squared; // 1 / separation^2, 1/m2; 0 if that is 0
    float obstacle_margin;        // m, from the obstacle's surface: there one begins to avoid it
    float cohesion;               // m: they fly to the middle of those that are nearer
    float spare;
} flock;

_Static_assert(offsetof(flock, box) == 64, "std140");
_Static_assert(offsetof(flock, per_separation_squared) == 128, "std140");
_Static_assert(sizeof(flock) == 144, "std140");

#endif
