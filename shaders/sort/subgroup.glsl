// What the ranking needs of a subgroup, in two spellings: KHR_shader_subgroup, and the older
// ARB_shader_ballot, which Mesa's llvmpipe has, so that the tests can run the ranking there.
// A subgroup has at most 32 invocations, and a group a whole number of subgroups.
#if SUBGROUPS == 1

uint subgroup_index() { return gl_SubgroupID; }
uint subgroup_size() { return gl_SubgroupSize; }
uint subgroup_lane() { return gl_SubgroupInvocationID; }
uint ballot(bool vote) { return subgroupBallot(vote).x; }
void subgroup_wait() { subgroupBarrier(); }

#else

uint subgroup_index() { return gl_LocalInvocationIndex / gl_SubGroupSizeARB; }
uint subgroup_size() { return gl_SubGroupSizeARB; }
uint subgroup_lane() { return gl_SubGroupInvocationARB; }
uint ballot(bool vote) { return unpackUint2x32(ballotARB(vote)).x; }
void subgroup_wait() { memoryBarrierShared(); } // where a subgroup runs in step

#endif
