#version 430 core
// Last dispatch of a sort: gives the sorted keys their own type back.
// Limit: moves every key and sorts nothing.
#include "06_bitonic/slots.h"

layout(local_size_x = GROUP) in;

layout(std430, binding = KEYS) restrict buffer Keys { uint keys[]; };
layout(location = COUNT) uniform uint count;
layout(location = TYPE) uniform int type;

#include "06_bitonic/order.glsl"

void main()
{
    uint i = gl_GlobalInvocationID.x;
    if (i >= count) return;
    keys[i] = from_order(keys[i], type);
}
