// The equation of a cell: the sum over its open faces of (neighbour - itself) is its divergence. Above the ceiling the pressure
// is 0. The including shader defines pressure_at().
float pressure_at(int i);

#include "16_fields/smoke/box.glsl"

#if FINE
#include "16_fields/smoke/grid.glsl"

// Of cell p, number i of the box: pressure_at(at) is its own pressure, and those of its neighbours are `steps` away.
float sum_of_neighbours(ivec3 p, int i, int at, ivec3 steps)
{
    uint open = openings[i];
    precise float across = ((open & uint(OPEN_LEFT)) != 0u ? pressure_at(at - steps.x) : 0.0) +
                           ((open & uint(OPEN_RIGHT)) != 0u ? pressure_at(at + steps.x) : 0.0);
    precise float up = ((open & uint(OPEN_BELOW)) != 0u ? pressure_at(at - steps.y) : 0.0) +
                       ((open & uint(OPEN_ABOVE)) != 0u && p.y + 1 < size.y ? pressure_at(at + steps.y) : 0.0);
    precise float deep = ((open & uint(OPEN_BACK)) != 0u ? pressure_at(at - steps.z) : 0.0) +
                         ((open & uint(OPEN_FRONT)) != 0u ? pressure_at(at + steps.z) : 0.0);
    precise float sum = (across + up) + deep;
    return sum;
}

float sum_of_neighbours(ivec3 p, int i)
{
    return sum_of_neighbours(p, i, i, ivec3(1, size.x, size.x * size.y));
}

// How often the cell itself is in its equation: once for each open face; 0 in a solid cell.
float own_weight(int i)
{
    return float(bitCount(openings[i]));
}

// 1 / own_weight(): written out, because not every driver divides alike.
float share_of(int i)
{
    const float shares[7] = float[](0.0, 1.0, 0.5, 0.333333343, 0.25, 0.2, 0.166666672);
    return shares[bitCount(openings[i])];
}
#else
#include "16_fields/smoke/stencils.glsl"

float sum_of_neighbours(ivec3 p, int i)
{
    vec3 low = stencils[i].low.xyz, high = stencils[i].high.xyz;
    precise float across = (low.x > 0.0 ? low.x * pressure_at(i - 1) : 0.0) + (high.x > 0.0 ? high.x * pressure_at(i + 1) : 0.0);
    precise float up = (low.y > 0.0 ? low.y * pressure_at(i - size.x) : 0.0) + (high.y > 0.0 ? high.y * pressure_at(i + size.x) : 0.0);
    precise float deep = (low.z > 0.0 ? low.z * pressure_at(i - size.x * size.y) : 0.0) +
                         (high.z > 0.0 ? high.z * pressure_at(i + size.x * size.y) : 0.0);
    precise float sum = (across + up) + deep;
    return sum;
}

float own_weight(int i)
{
    return stencils[i].low.w;
}

float share_of(int i)
{
    return stencils[i].high.w;
}
#endif
