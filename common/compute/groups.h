/* How many work groups a number of elements takes. */
#ifndef WB_COMPUTE_GROUPS_H
#define WB_COMPUTE_GROUPS_H

#include <glad/gl.h>
#include <stdint.h>

/* Work groups in x and y. */
typedef struct wb_extent {
    GLuint x, y;
} wb_extent;

/* The number of groups of `size` elements that cover `count` elements: the quotient, rounded up. 0
 * for no elements; `size` is not 0. */
static inline GLuint wb_groups_for(int64_t count, int64_t size)
{
    return (GLuint)((count + size - 1) / size);
}

/* The same in rows, like a line of text that is too long for its page: OpenGL promises no more than
 * 65,535 groups in one dimension. `groups` of them, `most` in a row; the last row may have groups
 * too many, which the kernel's guard sends home. A kernel numbers its groups by
 * gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x. 1 x 1 for no groups at all: a dispatch
 * of none is an error that the barrier checker reports. */
static inline wb_extent wb_groups_folded(GLuint groups, GLuint most)
{
    if (groups <= most) return (wb_extent){groups > 0 ? groups : 1, 1};
    return (wb_extent){most, wb_groups_for(groups, most)};
}

#endif
