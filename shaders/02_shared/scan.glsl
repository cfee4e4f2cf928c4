// What the scans have in common: a group works on BLOCK elements, and each becomes the sum of those
// before it in its block. After the last element there are zeros.
layout(std430, binding = 0) restrict readonly buffer Values { uint values[]; };
layout(std430, binding = 1) restrict writeonly buffer Scan { uint scan[]; };
layout(location = 0) uniform uint n;

#if TREE // for the picture: what shared memory held after each level, in the first group
layout(std430, binding = 2) restrict writeonly buffer Tree { uint tree[]; };
#define RECORD(level, i, value) if (gl_WorkGroupID.x == 0u) tree[(level) * BLOCK + (i)] = (value)
#else
#define RECORD(level, i, value)
#endif

uint value_at(uint i) { return i < n ? values[i] : 0u; }
