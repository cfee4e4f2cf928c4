#version 430 core
// What a dispatch costs by itself: one work group that writes a word for each of its invocations.
#include "roof/slots.h"

layout(local_size_x = ROOF_SMALL_GROUP) in;

layout(std430, binding = ROOF_TO) restrict writeonly buffer To { uint to[]; };

void main() { to[gl_LocalInvocationID.x] = gl_LocalInvocationID.x; }
