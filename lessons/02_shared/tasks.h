/* What the tasks ask for, their hints, the cases of their checks, and how they differ
 * from their neighbours. */
#ifndef SHARED_TASKS_H
#define SHARED_TASKS_H

#include "state.h"

extern const wb_task tasks[];
extern const char *const tile_cases[], *const twice_cases[], *const smear_cases[];
extern const char *const turn_cases[], *const product_cases[], *const listing_cases[];
extern const blur_traits tile_traits, twice_traits, smear_traits, turn_traits;
extern const matmul_traits product_traits;
extern const scan_traits listing_traits;

#endif
