/* What there is to run: main.c describes the rest. */
#ifndef FIELDS_VARIANTS_H
#define FIELDS_VARIANTS_H

#include "lesson/lesson.h"

extern const wb_part pond, light, filter, dish, smoke;
extern const wb_variant variants[];

#endif
