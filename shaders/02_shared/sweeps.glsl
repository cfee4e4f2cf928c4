// The work-efficient scan (Blelloch): BLOCK elements in shared memory, HALF = BLOCK / 2 invocations. The sums
// stand at the right end of the part that they are the sum of. The including shader defines down_sweep().
#include "02_shared/scan.glsl"

#if PADDED // one word more after every 32, so that the far levels' sums are in different banks
uint place(uint i) { return i + i / 32u; }
shared uint sums[BLOCK + BLOCK / 32];
#else
uint place(uint i) { return i; }
shared uint sums[BLOCK];
#endif

void down_sweep(uint lane);

void record(uint level, uint lane)
{
#if TREE
    RECORD(level, lane, sums[place(lane)]);
    RECORD(level, lane + HALF, sums[place(lane + HALF)]);
    barrier(); // the level is written down before the next one changes it
#endif
}

// Level by level, the sums of ever larger parts: 2, 4, 8 ... elements.
void up_sweep(uint lane)
{
    uint level = 0u;
    for (uint distance = 1u; distance < BLOCK; distance *= 2u) {
        barrier(); // all sums of the level before are there
        record(level++, lane);
        uint right = (2u * lane + 2u) * distance - 1u; // the last element of this invocation's part
        if (right < BLOCK) sums[place(right)] += sums[place(right - distance)];
    }
    barrier();
    record(level, lane);
}

void main()
{
    uint lane = gl_LocalInvocationID.x, first = gl_WorkGroupID.x * BLOCK;
    sums[place(lane)] = value_at(first + lane);
    sums[place(lane + HALF)] = value_at(first + lane + HALF);
    up_sweep(lane); // which ends with a barrier: the last sum is read no more, and may be cleared
    if (lane == 0u) sums[place(BLOCK - 1)] = 0u; // nothing stands before the whole block
    down_sweep(lane);
    if (first + lane < n) scan[first + lane] = sums[place(lane)];
    if (first + lane + HALF < n) scan[first + lane + HALF] = sums[place(lane + HALF)];
}
