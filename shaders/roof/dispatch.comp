#version 430 core
// What a dispatch costs by itself: one work group that writes a word for each of its invocations.
layout(local_size_x = GROUP) in;

layout(std430, binding = 1) restrict writeonly buffer To { uint to[]; };

void main() { to[gl_LocalInvocationID.x] = gl_LocalInvocationID.x; }
