/* The project that ends the text: what a learner's own cloth has to achieve. */
#ifndef CLOTH_PROJECT_H
#define CLOTH_PROJECT_H

#include "lesson/lesson.h"

extern const wb_project project;

#endif
