/* The rotation curve, which is a task: what surrounds the learner's kernel. */
#ifndef GALAXY_CURVE_H
#define GALAXY_CURVE_H

#include "base/check.h"
#include "lesson/lesson.h"

/* Its kernel and its buffers. False, with a message, on failure; curve_delete() is then still
 * needed. */
bool curve_create(void);
void curve_delete(void);

/* Compares the curve with that of these stars, lesson.stars x 4 each. */
wb_result curve_verify(const float (*positions)[4], const float (*velocities)[4]);

void curve_draw(const wb_view *view);

#endif
