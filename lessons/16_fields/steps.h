/* The step functions: each issues the dispatches of one frame. */
#ifndef FIELDS_STEPS_H
#define FIELDS_STEPS_H

void step_filter(void);
void step_sampled_filter(void);
void step_pond(void);
void step_sampled(void);
void step_two(void);
void step_tiles(void);
void step_light(void);
void step_dish(void);

/* Broken, each in its way. */
void step_wrong_bit(void);
void step_over_now(void);
void step_wrong_format(void);

#endif
