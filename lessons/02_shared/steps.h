/* What the versions of the five parts dispatch. */
#ifndef SHARED_STEPS_H
#define SHARED_STEPS_H

void step_blur(void); // one invocation a pixel
void step_blur_separable(void);
void step_blur_fused(void);
void step_blur_walk(void);
void step_banks(void);
void step_chase(void);
void step_matmul(void);
void step_scan(void);

#endif
