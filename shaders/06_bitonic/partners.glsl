// The pass (k, j) of the network: pairs j places apart are compared, upwards where bit k of the place
// is 0. There are count / 2 of them; `p` says which.
layout(std430, binding = 0) restrict buffer Keys { uint keys[]; };
layout(std430, binding = 1) restrict buffer Values { uint values[]; };
layout(location = 0) uniform uint count;
layout(location = 1) uniform uint k; // the length of the runs that are being merged
layout(location = 2) uniform uint j; // a power of two, smaller than k

uint lower_partner(uint p, uint j) { return (p & ~(j - 1u)) * 2u + (p & (j - 1u)); }
