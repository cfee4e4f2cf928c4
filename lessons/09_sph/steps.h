/* The dispatches of one frame: a function for each way to put a step together; and where their
 * kernels find what they read and write. */
#ifndef SPH_STEPS_H
#define SPH_STEPS_H

#include "water/step.h"

/* Storage block bindings: those of water/step.h, and what versions have in the place of bodies and
 * motions that do not pack their state, and in that of the grid the first, which has none. */
enum {
    POSITIONS = WB_WATER_POSITIONS,
    VELOCITIES = WB_WATER_VELOCITIES,
    BODIES = WB_WATER_BODIES,
    MOTIONS = WB_WATER_MOTIONS,
    STARTS = WB_WATER_STARTS,
    IDS = WB_WATER_IDS,
};
enum { STATE_POSITIONS = POSITIONS, STATE_VELOCITIES = VELOCITIES };
enum { DENSITIES = BODIES, ACCELERATIONS = MOTIONS };
enum { NEXT_POSITIONS = STARTS, NEXT_VELOCITIES = IDS };

void step_all_pairs(void);
void step_grid(void);
void step_packed(void);
void step_list(void);
void step_no_clear(void);
void step_one_pass(void);

#endif
