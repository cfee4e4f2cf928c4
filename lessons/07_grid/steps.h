/* One frame of each variant: they move the particles, build the grid, and search. */
#ifndef GRID_STEPS_H
#define GRID_STEPS_H

/* Search: variants that differ in nothing but their search kernel share step_search(). */
void step_brute(void);
void step_search(void);
void step_plain(void);
void step_lists(void);
void step_no_reset(void);      // BROKEN
void step_double_offset(void); // BROKEN

/* Build: no particle searches. */
void step_ordered(void);
void step_unordered(void);

/* Task: the search by rows, and then your team's. */
void step_nearest(void);

/* For the task in C: the particles move, the grid is built, and then yours, task.c. */
void step_pairs(void);
void step_task(void);

#endif
