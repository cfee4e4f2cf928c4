/* The dispatches of one frame: a function for each way to put a step together; and where their
 * kernels find what they read and write. */
#ifndef SPH_STEPS_H
#define SPH_STEPS_H

/* Storage block bindings: eight, as many as OpenGL promises. No kernel has both of those that share
 * a number. BODIES and MOTIONS are what the packed versions have in their place. */
enum { POSITIONS, VELOCITIES, DENSITIES, ACCELERATIONS, STARTS, IDS, NOTES, LASTS };
enum { NEXT_POSITIONS = STARTS, NEXT_VELOCITIES = IDS }; // of the first version, which has no grid
enum { STATE_POSITIONS = POSITIONS, STATE_VELOCITIES = VELOCITIES };
enum { BODIES = DENSITIES, MOTIONS = ACCELERATIONS, HISTORY = DENSITIES };
enum { PHYSICS = 0 }; // uniform block binding

void step_all_pairs(void);
void step_grid(void);
void step_packed(void);
void step_list(void);
void step_no_clear(void);
void step_one_pass(void);

#endif
