/* The dispatches of a frame. */
#ifndef SURFACE_STEPS_H
#define SURFACE_STEPS_H

void step_plain(void);
void step_scan(void);

#endif
