/* Subgroup operations: sums and the like over the 32 or so invocations of a work group that the
 * hardware runs together (a warp, a wave), without shared memory and without barriers. OpenGL has
 * them as an extension, GL_KHR_shader_subgroup, which not every driver has: whatever uses them
 * needs a portable path beside it. */
#ifndef WB_COMPUTE_SUBGROUP_H
#define WB_COMPUTE_SUBGROUP_H

#include <stdbool.h>

/* Whether compute shaders with work groups of `group_size` invocations (in one dimension) may use
 * GL_KHR_shader_subgroup_arithmetic, and all subgroups are full then. Never with WB_SUBGROUPS=0 in
 * the environment, so that the portable paths can be run and measured everywhere. */
bool wb_subgroup_arithmetic(int group_size);

/* Whether they may use GL_KHR_shader_subgroup_ballot, _shuffle and _arithmetic, and all subgroups
 * are full and have `size` invocations. Never with WB_SUBGROUPS=0 either. */
bool wb_subgroup_ballot(int group_size, int size);

/* By which extension compute shaders may vote in a ballot, whatever the size of work groups and
 * subgroups: GL_KHR_shader_subgroup_ballot, with its count of votes and broadcast of the first; or
 * the older GL_ARB_shader_ballot, which needs GL_ARB_gpu_shader_int64 beside it. WB_BALLOT_NONE
 * with WB_SUBGROUPS=0. */
typedef enum wb_ballot { WB_BALLOT_NONE, WB_BALLOT_KHR, WB_BALLOT_ARB } wb_ballot;
wb_ballot wb_subgroup_votes(void);

#endif
