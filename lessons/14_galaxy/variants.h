/* What there is to run: main.c describes the rest. */
#ifndef GALAXY_VARIANTS_H
#define GALAXY_VARIANTS_H

#include "lesson/lesson.h"

extern const wb_part transform, galaxy;
extern const wb_variant variants[];

#endif
