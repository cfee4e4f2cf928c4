#version 430 core
// First dispatch of a sort: copies the given pairs, their keys turned into uint32 that have the same
// order, and fills up to `padded` with pairs that belong behind all others.
// Limit: moves every pair and sorts nothing.
#include "06_bitonic/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = KEYS) restrict writeonly buffer Keys { uint keys[]; };
layout(std430, binding = VALUES) restrict writeonly buffer Values { uint values[]; };
layout(std430, binding = GIVEN_KEYS) restrict readonly buffer GivenKeys { uint given_keys[]; };
layout(std430, binding = GIVEN_VALUES) restrict readonly buffer GivenValues { uint given_values[]; };
layout(location = PADDED) uniform uint padded;
layout(location = COUNT) uniform uint count;
layout(location = TYPE) uniform int type;

#include "06_bitonic/order.glsl"

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= padded) return;
    keys[i] = i < count ? order_of(given_keys[i], type) : 0xFFFFFFFFu;
    values[i] = i < count ? given_values[i] : 0xFFFFFFFFu;
}
