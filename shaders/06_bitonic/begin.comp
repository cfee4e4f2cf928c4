#version 430 core
// First dispatch of a sort: copies the given pairs, their keys turned into uint32 that have the same
// order, and fills up to `padded` with pairs that belong behind all others.
// Limit: moves every pair and sorts nothing.
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict writeonly buffer Keys { uint keys[]; };
layout(std430, binding = 1) restrict writeonly buffer Values { uint values[]; };
layout(std430, binding = 2) restrict readonly buffer GivenKeys { uint given_keys[]; };
layout(std430, binding = 3) restrict readonly buffer GivenValues { uint given_values[]; };
layout(location = 0) uniform uint padded;
layout(location = 1) uniform uint count;
layout(location = 2) uniform int type;

#include "06_bitonic/order.glsl"

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= padded) return;
    keys[i] = i < count ? order_of(given_keys[i], type) : 0xFFFFFFFFu;
    values[i] = i < count ? given_values[i] : 0xFFFFFFFFu;
}
