#include "plan.h"

int64_t plan_product(const int factors[3])
{
    return (int64_t)factors[0] * factors[1] * factors[2];
}

int64_t plan_invocations(const dispatch_plan *plan)
{
    return plan_product(plan->groups) * plan_product(plan->local);
}

int64_t plan_elements(const dispatch_plan *plan)
{
    return plan->by_group ? plan_invocations(plan) : plan_product(plan->size);
}

int plan_local_index(const dispatch_plan *plan, const int local[3])
{
    return (local[2] * plan->local[1] + local[1]) * plan->local[0] + local[0];
}

invocation plan_invocation(const dispatch_plan *plan, const int group[3], const int local[3])
{
    invocation one = {.element = PLAN_IDLE};
    bool has_element = true;
    for (int axis = 0; axis < 3; axis++) {
        one.group[axis] = group[axis];
        one.local[axis] = local[axis];
        one.global[axis] = group[axis] * plan->local[axis] + local[axis];
        has_element = has_element && one.global[axis] < plan->size[axis];
    }
    const int *at = one.global, *size = plan->size;
    if (plan->by_group) {
        int64_t number =
            ((int64_t)group[2] * plan->groups[1] + group[1]) * plan->groups[0] + group[0];
        one.element = number * plan_product(plan->local) + plan_local_index(plan, local);
    } else if (has_element) {
        one.element = ((int64_t)at[2] * size[1] + at[1]) * size[0] + at[0];
    }
    return one;
}
