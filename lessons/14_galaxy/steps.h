/* The dispatches of a frame. */
#ifndef GALAXY_STEPS_H
#define GALAXY_STEPS_H

/* The first velocities, from the mesh. */
void start_stars(void);

void step_pairs(void);
void step_four(void);
void step_cells(void);
void step_occupied(void);
void step_mesh(void);
void step_tree(void);

void step_curve(void);

/* The learner's, in tasks/curve.c. */
void step_task(void);

/* The project's: its first kernel, and a frame of the others. */
void start_project(void);
void step_project(void);

#endif
