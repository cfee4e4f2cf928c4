/* What the versions of the five parts dispatch. */
#ifndef SHARED_STEPS_H
#define SHARED_STEPS_H

void blur_step(void); // one invocation a pixel
void blur_step_separable(void);
void blur_step_fused(void);
void blur_step_walk(void);
void banks_step(void);
void chase_step(void);
void matmul_step(void);
void scan_step(void);

#endif
