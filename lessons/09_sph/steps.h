/* The dispatches of one frame: a function for each way to put a step together; and where their
 * kernels find what they read and write. */
#ifndef SPH_STEPS_H
#define SPH_STEPS_H

/* Storage block bindings. BODIES and MOTIONS are what the packed versions have in their place. */
enum { POSITIONS, VELOCITIES, DENSITIES, ACCELERATIONS, STARTS, IDS, STATE_POSITIONS };
enum { STATE_VELOCITIES = STATE_POSITIONS + 1, BODIES = DENSITIES, MOTIONS = ACCELERATIONS };
enum { HISTORY = POSITIONS };
enum { PHYSICS = 0 }; // uniform block binding

void step_all_pairs(void);
void step_grid(void);
void step_packed(void);
void step_no_clear(void);
void step_one_pass(void);

#endif
