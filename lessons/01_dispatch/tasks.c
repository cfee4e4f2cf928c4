#include "tasks.h"

const wb_task tasks[] = {
    {.name = "flatten",
     .kind = WB_LINE,
     .title = "Number every invocation",
     .minutes = 10,
     .demand = "Number all invocations of a three-dimensional dispatch, work group by work group.",
     .hints =
         {"Flatten twice: the group's id within all groups, and the local id within the group. "
          "volume.comp flattens an id within a box of known size.",
          "Before group g come g * (invocations of a group) numbers. The groups lie in a box of "
          "gl_NumWorkGroups, the invocations of a group in one of gl_WorkGroupSize."}},
    {.name = "negative",
     .kind = WB_BLANK,
     .title = "The negative of a picture",
     .minutes = 40,
     .has_host = true,
     .demand = "Make the picture's negative, from blank pages: the kernel, and the C code that "
               "dispatches it.",
     .hints =
         {"In C: how many groups; glUseProgram; what the kernel needs to know, and its two "
          "buffers; glDispatchCompute; glMemoryBarrier for the next reader.",
          "As many groups as cover all pixels, one behind the other, may be more than a device "
          "takes in x. Lay them in rows, in x and y; the kernel numbers them by "
          "gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x.",
          "The kernel: two buffer blocks, at the bindings of glBindBufferBase; a uniform uint "
          "for the number of pixels, at the location of glUniform1ui; and a guard, for the "
          "last group and for the last row of groups."},
     .least_loads = 0.25,
     .least_active = 0.3,
     .but = "more is started than need be: each pixel takes one invocation",
     .once = true},
    {0},
};
