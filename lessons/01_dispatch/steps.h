/* What the two parts dispatch: how many work groups, and the steps. */
#ifndef DISPATCH_STEPS_H
#define DISPATCH_STEPS_H

#include "compute/groups.h"
#include "plan.h"

/* Fills in how many work groups the present variant dispatches, for the plan's size and local. */
void layout_choose_groups(dispatch_plan *plan);

void step_layout(void);
void step_layout_too_many(void);

/* How many work groups the present version dispatches, in x and y. */
wb_extent grey_groups(void);

void step_grey(void);
void step_texture(void);
void step_texture(void);

/* Yours: task.c. */
void step_task(void);

#endif
