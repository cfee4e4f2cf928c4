#include "project.h"

static const wb_acceptance checks[] = {{0}};

const wb_project project = {.task = "A flock.", .checks = checks, .small = "boids=300"};
