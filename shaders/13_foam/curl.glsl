// For the two kernels that keep eddies alive: a team of invocations for each particle of water, its list of neighbours, and
// the curl of each particle's velocity, which one kernel writes and the other reads.
#define LIST_ACCESS readonly
#include "water/physics.glsl"
#include "water/team.glsl"
#include "water/list.glsl"
#include "water/visit_list.glsl"
#include "13_foam/foam.glsl"
layout(std430, binding = WATER_BODIES) restrict readonly buffer Bodies { vec4 bodies[]; }; // position, push

// What cross() is, and to the last bit the same on every driver.
vec3 product_of(vec3 a, vec3 b)
{
    precise vec3 product = a.yzx * b.zxy - a.zxy * b.yzx;
    return product;
}
