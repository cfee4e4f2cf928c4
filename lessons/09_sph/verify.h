/* What --check asks of the water: the right mass, nobody lost, no energy from nowhere, and the
 * state that the oracle has after as many steps. Each prints its own message when it fails. */
#ifndef SPH_VERIFY_H
#define SPH_VERIFY_H

#include "physics.h"

#include "gl/buffer.h"

#include <stdbool.h>

/* All particles together weigh what their volume of water weighs. */
bool verify_mass(const physics *p, double volume);

/* In none of the `frames` frames a particle was lost, and the total energy was never more than 1 %
 * of the first frame's above what it had been before. */
bool verify_history(GLuint history, int64_t frames);

/* Positions with densities, and velocities with pressures, against the oracle's after `steps` steps
 * from wb_start_state(). */
bool verify_state(const physics *p, const wb_buffer *positions, const wb_buffer *velocities,
                  int64_t steps);

#endif
