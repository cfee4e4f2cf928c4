/* The project that ends the text: what a learner's own foam has to achieve. */
#ifndef FOAM_PROJECT_H
#define FOAM_PROJECT_H

#include "lesson/lesson.h"

extern const wb_project project;

#endif
