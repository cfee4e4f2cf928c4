#version 430 core
// Smoothing along rows or columns, with the values of a whole group and a halo of MOST_TAPS on each side
// in shared memory, as in lesson 02. A mean over neighbours weighs those less that are further off.
// Limit: every tap is a shared-memory read and a few multiplications; 2 x 24 taps of a pixel.
layout(local_size_x = SMOOTH_GROUP) in;

layout(binding = 0, r32f) restrict readonly uniform image2D from;
layout(binding = 1, r32f) restrict writeonly uniform image2D to;
layout(location = 0) uniform ivec2 direction; // (1, 0) or (0, 1)
layout(location = 1) uniform float radius;    // in pixels

shared float values[SMOOTH_GROUP + 2 * MOST_TAPS];

float smoothed(int me)
{
    int taps = min(int(radius), MOST_TAPS);
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
    int me = int(gl_LocalInvocationIndex), first = int(gl_WorkGroupID.x) * SMOOTH_GROUP - MOST_TAPS;
    for (int i = me; i < SMOOTH_GROUP + 2 * MOST_TAPS; i += SMOOTH_GROUP) {
        ivec2 p = clamp((first + i) * direction + int(gl_WorkGroupID.y) * across, ivec2(0), size - 1);
        values[i] = imageLoad(from, p).r;
    }
    barrier(); // everybody reads what the others have loaded
    ivec2 p = (first + MOST_TAPS + me) * direction + int(gl_WorkGroupID.y) * across;
    if (p.x < size.x && p.y < size.y) imageStore(to, p, vec4(smoothed(me + MOST_TAPS)));
}
