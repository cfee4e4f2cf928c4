#version 430 core
// Smoothing along rows or columns, with the values of a whole group and a halo of WATER_MOST_TAPS on each side
// in shared memory, as in lesson 02. A mean over neighbours weighs those less that are further off.
// Limit: every tap is a shared-memory read and a few multiplications; 2 x 24 taps of a pixel.
#include "water/slots.h"

layout(local_size_x = WATER_SMOOTH_GROUP) in;

layout(binding = WATER_FROM_IMAGE, r32f) restrict readonly uniform image2D from;
layout(binding = WATER_TO_IMAGE, r32f) restrict writeonly uniform image2D to;
layout(location = WATER_DIRECTION) uniform ivec2 direction; // (1, 0) or (0, 1)
layout(location = WATER_RADIUS) uniform float radius;       // in pixels

shared float values[WATER_SMOOTH_GROUP + 2 * WATER_MOST_TAPS];

float smoothed(int me)
{
    int taps = min(int(radius), WATER_MOST_TAPS);
    float sum = 0.0, weights = 0.0;
    for (int k = -taps; k <= taps; k++) {
        float away = float(k) / radius, weight = 1.0 - away * away;
        sum += weight * values[me + k];
        weights += weight;
    }
    return sum / weights;
}

void main()
{
    ivec2 size = imageSize(from), across = ivec2(direction.y, direction.x);
    int me = int(gl_LocalInvocationIndex), first = int(gl_WorkGroupID.x) * WATER_SMOOTH_GROUP - WATER_MOST_TAPS;
    for (int i = me; i < WATER_SMOOTH_GROUP + 2 * WATER_MOST_TAPS; i += WATER_SMOOTH_GROUP) {
        ivec2 p = clamp((first + i) * direction + int(gl_WorkGroupID.y) * across, ivec2(0), size - 1);
        values[i] = imageLoad(from, p).r;
    }
    barrier(); // all read what the others have loaded
    ivec2 p = (first + WATER_MOST_TAPS + me) * direction + int(gl_WorkGroupID.y) * across;
    if (p.x < size.x && p.y < size.y) imageStore(to, p, vec4(smoothed(me + WATER_MOST_TAPS)));
}
