// A ballot among the invocations of a subgroup, in three spellings: KHR_shader_subgroup; the older
// ARB_shader_ballot, which Mesa has; and shared memory, in rows of 32, for drivers that have neither. All
// invocations of the group call these functions. (The kernel machine's compiler knows the first spelling and
// not the second, and takes it where a driver takes the second.)
#if SUBGROUPS == 1 || (SUBGROUPS == 2 && defined(GL_KHR_shader_subgroup_ballot))
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_ballot : require

#define Votes uvec4
Votes ballot(bool vote) { return subgroupBallot(vote); }
uint count_votes(Votes votes) { return subgroupBallotBitCount(votes); }
uint count_votes_before(Votes votes) { return subgroupBallotExclusiveBitCount(votes); }
bool is_first_lane() { return subgroupElect(); }
uint of_first_lane(uint value) { return subgroupBroadcastFirst(value); }

#elif SUBGROUPS == 2
#extension GL_ARB_gpu_shader_int64 : require
#extension GL_ARB_shader_ballot : require

#define Votes uvec2
uint count_votes(Votes votes) { return bitCount(votes.x) + bitCount(votes.y); }
Votes ballot(bool vote) { return unpackUint2x32(ballotARB(vote)); }
uint count_votes_before(Votes votes) { return count_votes(votes & unpackUint2x32(gl_SubGroupLtMaskARB)); }
bool is_first_lane() { return gl_SubGroupInvocationARB == 0u; }
uint of_first_lane(uint value) { return readFirstInvocationARB(value); }

#else

const uint ROWS = (uint(GROUP) + 31u) / 32u;
shared uint row_votes[ROWS], row_value[ROWS];

#define Votes uint
uint lane() { return gl_LocalInvocationIndex % 32u; }
uint row() { return gl_LocalInvocationIndex / 32u; }

Votes ballot(bool vote)
{
    if (lane() == 0u) row_votes[row()] = 0u;
    barrier(); // no invocation has voted yet
    if (vote) atomicOr(row_votes[row()], 1u << lane());
    barrier(); // all have voted
    return row_votes[row()];
}

uint count_votes(Votes votes) { return bitCount(votes); }
uint count_votes_before(Votes votes) { return bitCount(votes & (1u << lane()) - 1u); }
bool is_first_lane() { return lane() == 0u; }

uint of_first_lane(uint value)
{
    if (lane() == 0u) row_value[row()] = value;
    barrier(); // the value is there
    return row_value[row()];
}

#endif
