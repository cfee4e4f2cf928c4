/* What is right, computed on the CPU. */
#ifndef SURFACE_ORACLE_H
#define SURFACE_ORACLE_H

#include "lesson/lesson.h"

/* The check: flags, colours and counts exactly, and the mesh's measures. */
wb_result verify(void);

#endif
