/* What is right: the same model on the CPU, in double precision and without a grid. wb_part's
 * verify(). */
#ifndef BOIDS_ORACLE_H
#define BOIDS_ORACLE_H

#include "lesson/lesson.h"

wb_result verify(void);

#endif
