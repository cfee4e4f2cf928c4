/* The project that ends the text: what a learner's own galaxy has to achieve. */
#ifndef GALAXY_PROJECT_H
#define GALAXY_PROJECT_H

#include "lesson/lesson.h"

extern const wb_project project;

#endif
