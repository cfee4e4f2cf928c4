/* The fountain on the CPU: what is emitted when, and the oracle, which is the kernels' arithmetic
 * once more in plain C.
 *
 * Additions and multiplications of float32 are rounded alike by IEEE 754 and by GLSL, and the time
 * step is a power of two, so the GPU's results equal these bit for bit; there is no tolerance. */
#ifndef INDIRECT_FOUNTAIN_H
#define INDIRECT_FOUNTAIN_H

#include "08_indirect/slots.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    RING = 10,          // of JETS: how many form a ring around the others
    LONGEST_LIFE = 512, // steps; so that no speed dwindles to where GPUs round differently
};

/* As Particle in shaders/08_indirect/particle.glsl lies in a storage buffer: two vec4, whose fourth
 * components have names of their own here. */
typedef struct particle {
    float position[3]; // m
    float age;         // s
    float velocity[3]; // m/s
    float life;        // s; dead once age >= life
} particle;

_Static_assert(offsetof(particle, age) == 12, "position.w in GLSL");
_Static_assert(offsetof(particle, velocity) == 16, "the second vec4");
_Static_assert(sizeof(particle) == 32, "two vec4, the stride of Particle in std430");

/* What is emitted, and how it moves. */
typedef struct fountain_plan {
    uint32_t slots;             // in the pool, which is a ring: particle n lives in slot n % slots
    uint64_t births, in_frames; // `births` births every `in_frames` frames
    uint32_t shortest, longest; // life, in steps
    uint32_t key;               // from the seed
    float physics[4];           // as in move.glsl
} fountain_plan;

/* A plan after which, in the long run, the share `alive` (0 to 1) of the slots is in use, newborn
 * included. Lives of `life` seconds at the longest are up to the share `spread` shorter, but only
 * as far as the pool allows: no particle is born into a slot whose last one may still live. */
fountain_plan fountain_make_plan(uint32_t slots, double alive, double life, double spread,
                                 double gravity, uint64_t seed);

/* How many have been born before the given frame. */
uint64_t fountain_born_before(const fountain_plan *plan, int64_t frame);

/* How many are born in the given frame, with an open tap. */
uint32_t fountain_births(const fountain_plan *plan, int64_t frame);

/* The most that can be alive or newborn in the given frame: after the longest life, a particle
 * has died. */
uint32_t fountain_most_listed(const fountain_plan *plan, int64_t frame);

/* The nozzles in the given frame: position and, in w, nothing; velocity and, in w, its scatter. */
typedef struct fountain_jets {
    float position[JETS][4], velocity[JETS][4];
} fountain_jets;
fountain_jets fountain_aim(int64_t frame);

/* The state of an empty pool after the frames up to `frame`, with an open tap. */
void fountain_fill(const fountain_plan *plan, int64_t frame, particle *pool);

/* One frame: the first `births` of those that may be born in it; and a step of all alive. */
void fountain_give_birth(const fountain_plan *plan, int64_t frame, uint32_t births, particle *pool);
void fountain_move(const fountain_plan *plan, particle *pool);

/* Writes the slots of the living in the order of their births, which is the ring's from its head
 * on, and returns how many they are. `frame` is the next to come. */
uint32_t fountain_list(const fountain_plan *plan, int64_t frame, const particle *pool,
                       uint32_t *living);

#endif
