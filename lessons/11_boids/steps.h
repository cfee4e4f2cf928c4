/* The dispatches of one frame. */
#ifndef BOIDS_STEPS_H
#define BOIDS_STEPS_H

void step_pairs(void);    // all_pairs, tiles
void step_index(void);    // and the project
void step_sorted(void);   // sorted, rows, fine
void step_in_place(void); // BROKEN

#endif
