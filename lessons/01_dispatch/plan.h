/* What a dispatch is made of, and which element an invocation has. No GL here: these are the
 * numbers. */
#ifndef DISPATCH_PLAN_H
#define DISPATCH_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct dispatch_plan {
    int size[3];   // elements in x, y and z
    int local[3];  // invocations of a work group
    int groups[3]; // work groups that are dispatched
    bool by_group; // the task: there is an element for every invocation, group after group
} dispatch_plan;

/* One invocation, idle or not; the three ids as GLSL has them. */
typedef struct invocation {
    int group[3], local[3], global[3];
    int64_t element; // its place in the buffer; PLAN_IDLE if it has none
} invocation;

enum { PLAN_IDLE = -2 };

int64_t plan_product(const int factors[3]);

/* How many elements the buffer has. */
int64_t plan_elements(const dispatch_plan *plan);

/* How many invocations run, idle ones included. */
int64_t plan_invocations(const dispatch_plan *plan);

/* The invocation of a group with a local id. The group may also be one that is not dispatched. */
invocation plan_invocation(const dispatch_plan *plan, const int group[3], const int local[3]);

/* gl_LocalInvocationIndex. */
int plan_local_index(const dispatch_plan *plan, const int local[3]);

#endif
