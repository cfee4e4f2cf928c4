#version 430 core
// What the plot shows, four numbers a frame: the sum of all headings, which are velocities of length 1,
// and the sum of all numbers of neighbours. Each of PARTS work groups takes every PARTS-th block of
// boids; the reader of the history adds up the PARTS results. The order is fixed: so are the sums.
#include "11_boids/slots.h"

layout(local_size_x = MEASURE_GROUP) in;

#include "11_boids/flock.glsl"
#define REDUCE_GROUP MEASURE_GROUP
#include "reduce/group.glsl"

layout(std430, binding = VELOCITIES) restrict readonly buffer Velocities { vec4 velocities[]; };
layout(std430, binding = HISTORY) restrict writeonly buffer History { vec4 history[]; };
layout(location = ROW) uniform uint row; // of the history

void main()
{
    precise vec4 sum = vec4(0.0);
    for (uint i = gl_GlobalInvocationID.x; i < count; i += uint(PARTS * MEASURE_GROUP)) {
        vec4 velocity = velocities[i];
        precise float speed = sqrt(square_of(velocity.xyz));
        precise vec3 heading = velocity.xyz / speed;
        sum += vec4(speed > 0.0 ? heading : vec3(0.0), velocity.w); // at rest, it has none
    }
    vec4 whole = vec4(0.0);
    // With few boids, most groups have nothing to add up. The condition is the same for all of a group.
    if (gl_WorkGroupID.x * uint(MEASURE_GROUP) < count) whole = group_sum(sum);
    if (gl_LocalInvocationIndex == 0u) history[row * uint(PARTS) + gl_WorkGroupID.x] = whole;
}
