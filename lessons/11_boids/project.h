/* The project: what a learner's own flock has to achieve. */
#ifndef BOIDS_PROJECT_H
#define BOIDS_PROJECT_H

#include "lesson/lesson.h"

extern const wb_project project;

#endif
