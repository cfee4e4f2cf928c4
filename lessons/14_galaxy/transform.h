/* The lesson's first part: transforms of lines, and nothing else. What a version does with its
 * lines, the mesh does in all three directions. */
#ifndef GALAXY_TRANSFORM_H
#define GALAXY_TRANSFORM_H

#include "lesson/lesson.h"

/* What a line holds at first: a pulse, which is wider the further down the line is, or noise. */
typedef enum transform_signal { SIGNAL_PULSE, SIGNAL_NOISE, SIGNAL_COUNT } transform_signal;

bool transform_init(void);
void transform_draw(const wb_view *view);
void transform_quit(void);
wb_result transform_verify(void);
wb_cost transform_cost(void);
void transform_status(char *text, size_t size);

/* Frame by frame: to frequencies, and back. */
void step_levels(void);
void step_rounds(void);

#endif
