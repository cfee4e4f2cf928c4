/* The dispatches of a frame. */
#ifndef GALAXY_STEPS_H
#define GALAXY_STEPS_H

/* From where the stars are to the pull at each node: what the steps of the mesh begin with, and
 * what the first velocities are made from. */
void solve_mesh(void);

void step_pairs(void);
void step_four(void);
void step_cells(void);
void step_occupied(void);
void step_mesh(void);

#endif
