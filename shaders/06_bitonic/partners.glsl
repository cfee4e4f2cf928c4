// The pass (k, j) of the network: pairs j places apart are compared, upwards where bit k of the place
// is 0. There are count / 2 of them; `p` says which.
#include "06_bitonic/slots.h"

layout(std430, binding = KEYS) restrict buffer Keys { uint keys[]; };
layout(std430, binding = VALUES) restrict buffer Values { uint values[]; };
layout(location = COUNT) uniform uint count;
layout(location = K) uniform uint k; // the length of the runs that are being merged
layout(location = J) uniform uint j; // a power of two, smaller than k

uint lower_partner(uint p, uint j) { return (p & ~(j - 1u)) * 2u + (p & (j - 1u)); }
