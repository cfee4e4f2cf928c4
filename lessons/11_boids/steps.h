/* The dispatches of one frame, and where their kernels find what they read and write. */
#ifndef BOIDS_STEPS_H
#define BOIDS_STEPS_H

/* Storage block bindings. */
enum { POSITIONS, VELOCITIES, NEXT_POSITIONS, NEXT_VELOCITIES, STARTS, IDS };
enum { SORTED_POSITIONS = 6, SORTED_VELOCITIES = 7, HISTORY = 6 };
enum { FLOCK = 0 }; // uniform block binding

void step_pairs(void);    // all_pairs, tiles
void step_index(void);    // and the project
void step_sorted(void);   // sorted, rows, fine
void step_in_place(void); // BROKEN

#endif
