#version 430 core
// The smallest level, solved by one work group in its shared memory: red-black sweeps, as many as it takes. An invocation has a
// pair of cells, one of each colour, and their equations in registers.
#include "16_fields/smoke/slots.h"
layout(local_size_x = BOTTOM_PAIRS) in;

layout(std430, binding = RIGHT) restrict readonly buffer right_buffer
{
    float right[];
};

layout(std430, binding = PRESSURE) restrict writeonly buffer pressure_buffer
{
    float pressure[];
};

layout(location = OMEGA) uniform float omega;

#include "16_fields/smoke/box.glsl"
#include "16_fields/smoke/stencils.glsl"

shared float cells[2 * BOTTOM_PAIRS];

struct cell {
    int index; // -1: beyond the box
    stencil weights;
    float right;
};

cell cell_at(ivec3 p)
{
    cell c = cell(-1, stencil(vec4(0.0), vec4(0.0)), 0.0);
    if (!is_inside(p)) return c;
    int i = index_of(p);
    return cell(i, stencils[i], right[i]);
}

float weighed(float weight, int i)
{
    precise float product = weight > 0.0 ? weight * cells[i] : 0.0;
    return product;
}

void relax(cell c)
{
    if (c.index < 0) return;
    vec4 low = c.weights.low, high = c.weights.high;
    precise float across = weighed(low.x, c.index - 1) + weighed(high.x, c.index + 1);
    precise float up = weighed(low.y, c.index - size.x) + weighed(high.y, c.index + size.x);
    precise float deep = weighed(low.z, c.index - size.x * size.y) + weighed(high.z, c.index + size.x * size.y);
    precise float sum = (across + up) + deep;
    precise float solved = (sum - c.right) * high.w;
    float before = cells[c.index];
    precise float further = before + omega * (solved - before);
    cells[c.index] = further;
}

void main()
{
    int i = int(gl_LocalInvocationIndex), pairs = (size.x + 1) / 2;
    ivec3 p = ivec3(2 * (i % pairs), (i / pairs) % size.y, i / (pairs * size.y));
    int is_odd = (p.y + p.z) & 1;
    cell red = cell_at(p + ivec3(is_odd, 0, 0)), black = cell_at(p + ivec3(1 - is_odd, 0, 0));
    cells[2 * i] = cells[2 * i + 1] = 0.0;
    for (int sweep = 0; sweep < BOTTOM_SWEEPS; sweep++) {
        barrier();
        relax(red);
        barrier();
        relax(black);
    }
    if (red.index >= 0) pressure[red.index] = cells[red.index]; // which it has written itself
    if (black.index >= 0) pressure[black.index] = cells[black.index];
}
