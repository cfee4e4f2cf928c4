/* What a right result may cost: the limits of a task, which some right kernels miss. */
#ifndef WB_MACHINE_LIMITS_H
#define WB_MACHINE_LIMITS_H

#include "machine/machine.h"

/* 0: no limit. Loads and atomics are those on buffers; sectors have 32 bytes. */
typedef struct wb_limits {
    double most_loads, most_atomics, most_instructions; // by an invocation
    double most_sectors, most_ways;                     // that 32 invocations touch at a time
    double least_loads;  // by an invocation: those without work are not for nothing, either
    double least_active; // share of a group's invocations that work at a time, from 0 to 1
} wb_limits;

/* The first limit that the cost misses, in words with both numbers; NULL if it misses none. */
const char *wb_limits_missed(const wb_limits *limits, const wb_machine_cost *cost, char *text,
                             size_t size);

#endif
