#include "device.h"

#include "plan.h"

#include "base/message.h"

#include <glad/gl.h>

device_limits device_ask_limits(void)
{
    device_limits limits;
    for (GLuint axis = 0; axis < 3; axis++) {
        glGetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_COUNT, axis, &limits.groups[axis]);
        glGetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_SIZE, axis, &limits.local[axis]);
    }
    glGetIntegerv(GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS, &limits.invocations);
    return limits;
}

bool device_takes(const device_limits *limits, const int groups[3], const int local[3])
{
    for (int axis = 0; axis < 3; axis++) {
        int most_local = limits->local[axis], most_groups = limits->groups[axis];
        if (local[axis] > most_local) {
            wb_error("%d invocations in the %c direction of a work group: this device takes at "
                     "most %d\nwhat to do: choose a smaller work group",
                     local[axis], "xyz"[axis], most_local);
            return false;
        }
        if (groups[axis] > most_groups) {
            wb_error("%d work groups in the %c direction of a dispatch: this device takes at most "
                     "%d\nwhat to do: choose larger work groups, or fewer elements",
                     groups[axis], "xyz"[axis], most_groups);
            return false;
        }
    }
    if (plan_product(local) <= limits->invocations) return true;
    wb_error("a work group of %d x %d x %d has %lld invocations: this device takes at most %d\n"
             "what to do: choose a smaller work group",
             local[0], local[1], local[2], (long long)plan_product(local), limits->invocations);
    return false;
}
