#version 430 core
// `operations_shared`: the variables are shared. Not a letter of the operations is different.
// Limit: all of a group go through the same few variables, one after the other.
layout(local_size_x = GROUP) in;

layout(std430, binding = 0) restrict readonly buffer Values { uint values[]; };
layout(std430, binding = 1) restrict writeonly buffer Results { uint results[]; }; // groups x RESULTS
layout(std430, binding = 2) restrict writeonly buffer Chances { uint chances[]; }; // groups x the others
layout(std430, binding = 3) restrict writeonly buffer Orders { uvec2 orders[]; };  // ticket, successor
layout(location = 0) uniform uint count;
layout(location = 1) uniform uint group_count;

shared uint variables[VARIABLES];

#include "03_atomics/linear.glsl"

#define VARIABLE(k) variables[k]

void wait_for_group() { barrier(); }

#include "03_atomics/operations.glsl"
