#include "oracle.h"

#include "state.h"

#include <math.h>
#include <string.h>

// What the buffer held before the first step; elements that no invocation writes keep it. Every
// step writes the same.
static wb_answer fill_from_start(const char *buffer, void *expected)
{
    const void *start = wb_start_state(buffer);
    if (start == NULL) return WB_NO_ANSWER;
    memcpy(expected, start, (size_t)wb_buffer_find(buffer)->size_bytes);
    return WB_ANSWERED;
}

/* ---- Layout ---- */

static void expect_group(const dispatch_plan *plan, const int group[3], uint32_t (*ids)[4])
{
    int local[3];
    for (local[2] = 0; local[2] < plan->local[2]; local[2]++) {
        for (local[1] = 0; local[1] < plan->local[1]; local[1]++) {
            for (local[0] = 0; local[0] < plan->local[0]; local[0]++) {
                invocation one = plan_invocation(plan, group, local);
                if (one.element == PLAN_IDLE) continue;
                for (int axis = 0; axis < 3; axis++) ids[one.element][axis] = (uint32_t)group[axis];
                ids[one.element][3] = (uint32_t)plan_local_index(plan, local);
            }
        }
    }
}

// For each element that has an invocation its group (x, y, z) and its index within the group.
static void expect_ids(const dispatch_plan *plan, uint32_t (*ids)[4])
{
    int group[3];
    for (group[2] = 0; group[2] < plan->groups[2]; group[2]++)
        for (group[1] = 0; group[1] < plan->groups[1]; group[1]++)
            for (group[0] = 0; group[0] < plan->groups[0]; group[0]++)
                expect_group(plan, group, ids);
}

wb_answer layout_expect(const char *buffer, int64_t steps, void *expected)
{
    wb_answer answer = fill_from_start(buffer, expected);
    if (answer != WB_ANSWERED || steps == 0) return answer;
    dispatch_plan right = lesson.layout.plan;
    for (int axis = 0; axis < 3; axis++)
        right.groups[axis] = (int)wb_groups_for(right.size[axis], right.local[axis]);
    uint32_t *dispatched = expected;
    if (strcmp(buffer, "ids") == 0)
        expect_ids(&right, expected);
    else if (plan_invocations(&right) > 0) { // one of them has told how many there are
        for (int axis = 0; axis < 3; axis++) dispatched[axis] = (uint32_t)right.groups[axis];
        dispatched[3] = (uint32_t)plan_product(right.local);
    }
    return WB_ANSWERED;
}

/* ---- Grey ---- */

// By the weights 0.299, 0.587 and 0.114, for a pixel with red in its lowest 8 bits.
static uint32_t grey_of(uint32_t pixel)
{
    double red = pixel & 255, green = pixel >> 8 & 255, blue = pixel >> 16 & 255;
    // No double is 0.299: without the small number, some exact halves would be rounded down.
    uint32_t grey = (uint32_t)floor(0.299 * red + 0.587 * green + 0.114 * blue + 0.5 + 1e-9);
    return (pixel & 0xFF000000u) | grey << 16 | grey << 8 | grey;
}

wb_answer grey_expect(const char *buffer, int64_t steps, void *expected)
{
    wb_answer answer = fill_from_start(buffer, expected);
    if (answer != WB_ANSWERED || steps == 0) return answer;
    if (strcmp(buffer, "grey") != 0) return WB_ANSWERED; // the image stays as it is
    const uint32_t *image = wb_start_state("image");
    if (image == NULL) return WB_NO_ANSWER;
    const grey_traits *traits = wb_current_variant()->data;
    size_t pixels = lesson.grey.image.shape[0] * lesson.grey.image.shape[1];
    for (size_t i = 0; i < pixels; i++)
        ((uint32_t *)expected)[i] = traits->negative ? image[i] ^ 0x00FFFFFF : grey_of(image[i]);
    return WB_ANSWERED;
}
